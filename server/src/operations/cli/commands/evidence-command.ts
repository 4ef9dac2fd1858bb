import { counted } from "@assay/contract/domain";
import { toHex } from "@assay/contract/wire";
import { Command } from "commander";
import { restartLog } from "../../../evidence/log/restart-log.ts";
import { listWorkspaces } from "../../../workspace/workspaces/workspace-service.ts";
import { administer, noWorkspace, workspaceNamed } from "../administer.ts";
import { type OutputOptions, tell } from "../output.ts";

const statusCommand = () =>
  new Command("status")
    .description("Sign the state of each workspace's log, or say why it cannot be signed.")
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
        tell(options, { logs }, logs.length > 0 ? logs.map(lineOf) : [noWorkspace]);
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
    .description("Begin a log anew whose events were lost; earlier checkpoints then are another log's.")
    .requiredOption("--because <text>", "why; it stands in the log")
    .option("--workspace <name>", "workspace; may be left out when there is one")
    .action((options: OutputOptions & { because: string; workspace?: string }) =>
      administer(options, async (deps) => {
        const { id, name } = await workspaceNamed(deps, options.workspace);
        const generation = await restartLog(deps, id, options.because);
        tell(options, { workspace: name, generation }, [
          `The evidence log of ${JSON.stringify(name)} is begun anew: generation ${generation}.`,
        ]);
      }),
    );

/** `evidence status|restart`. */
export const evidenceCommand = (): Command =>
  new Command("evidence")
    .description("Look after the evidence logs.")
    .addCommand(statusCommand())
    .addCommand(restartCommand());
