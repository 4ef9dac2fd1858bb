import { counted } from "@assay/contract/domain";
import { toHex } from "@assay/contract/wire";
import { Command, InvalidArgumentError } from "commander";
import { acceptLog } from "../../../evidence/log/heads/accept-log.ts";
import { restartLog } from "../../../evidence/log/restart-log.ts";
import { witnessRemedy, witnessWarning } from "../../../evidence/log/witness-warning.ts";
import { listWorkspaces } from "../../../workspace/workspaces/workspace-service.ts";
import { administer, noWorkspaces, workspaceNamed } from "../administer.ts";
import { type OutputOptions, printResult } from "../output.ts";

const statusCommand = () =>
  new Command("status")
    .description("Sign and print the state of each evidence log.")
    .action((options: OutputOptions) =>
      administer(options, async (deps) => {
        const logs: (LogState | LogFault)[] = [];
        for (const { id, name } of await listWorkspaces(deps.database.knex)) {
          try {
            const { origin, size, root } = await deps.evidence.checkpoints.sign(id);
            logs.push({ workspace: name, origin, size, root: toHex(root) });
          } catch (error) {
            process.exitCode = 1;
            logs.push({ workspace: name, error: error instanceof Error ? error.message : String(error) });
          }
        }
        const warning = witnessWarning(deps.config);
        printResult(options, { logs, warnings: warning === undefined ? [] : [warning] }, [
          ...(logs.length > 0 ? logs.map(lineOf) : [noWorkspaces]),
          ...(warning === undefined ? [] : [`warning: ${warning} ${witnessRemedy}`]),
        ]);
      }),
    );

interface LogState {
  workspace: string;
  origin: string;
  size: number;
  root: string;
}

interface LogFault {
  workspace: string;
  error: string;
}

const lineOf = (log: LogState | LogFault): string =>
  `${JSON.stringify(log.workspace)}  ` +
  ("error" in log ? log.error : `${log.origin}  ${counted(log.size, "event")}  ${log.root}`);

const restartCommand = () =>
  new Command("restart")
    .description("Start a new log after data loss. Earlier checkpoints no longer match.")
    .requiredOption("--because <text>", "reason, recorded in the log")
    .option("--workspace <name>", "workspace name (optional if there is only one)")
    .action((options: OutputOptions & { because: string; workspace?: string }) =>
      administer(options, async (deps) => {
        const { id, name } = await workspaceNamed(deps, options.workspace);
        const generation = await restartLog(deps, id, options.because);
        printResult(options, { workspace: name, generation }, [
          `New evidence log of ${JSON.stringify(name)} started: generation ${generation}.`,
        ]);
      }),
    );

function reasonText(text: string): string {
  if (text.trim() !== "") return text;
  throw new InvalidArgumentError("A reason requires at least one visible character.");
}

const acceptCommand = () =>
  new Command("accept")
    .description("Accept a log whose sealed record is missing or wrong.")
    .requiredOption("--reason <text>", "reason, recorded in the log", reasonText)
    .option("--workspace <name>", "workspace name (optional if there is only one)")
    .action((options: OutputOptions & { reason: string; workspace?: string }) =>
      administer(options, async (deps) => {
        const { id, name } = await workspaceNamed(deps, options.workspace);
        const seq = await acceptLog(deps, id, options.reason);
        printResult(options, { workspace: name, seq }, [
          `Evidence log of ${JSON.stringify(name)} accepted: event ${seq} records the acceptance.`,
        ]);
      }),
    );

/** Builds the commands `evidence status|accept|restart`. */
export const evidenceCommand = (): Command =>
  new Command("evidence")
    .description("Manage evidence logs.")
    .addCommand(statusCommand())
    .addCommand(acceptCommand())
    .addCommand(restartCommand());
