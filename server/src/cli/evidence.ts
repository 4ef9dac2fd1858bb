import { toHex } from "@assay/contract/wire";
import { Command } from "commander";
import { restartLog } from "../evidence/restart-log.ts";
import { listWorkspaces } from "../workspaces/workspace-service.ts";
import { administer, workspaceNamed } from "./workspace.ts";

const statusCommand = () =>
  new Command("status")
    .description("Sign the state of each workspace's log, or say why it cannot be signed.")
    .action(() =>
      administer(async (deps) => {
        for (const { id, name } of await listWorkspaces(deps.database.knex)) {
          try {
            const { origin, size, root } = await deps.evidence.checkpoints.sign(id);
            console.log(`${JSON.stringify(name)}  ${origin}  ${size} events  ${toHex(root)}`);
          } catch (error) {
            process.exitCode = 1;
            console.log(`${JSON.stringify(name)}  ${error instanceof Error ? error.message : String(error)}`);
          }
        }
      }),
    );

const restartCommand = () =>
  new Command("restart")
    .description("Begin a log anew whose events were lost; earlier checkpoints then are another log's.")
    .requiredOption("--because <text>", "why; it stands in the log")
    .option("--workspace <name>", "workspace; may be left out when there is one")
    .action((options: { because: string; workspace?: string }) =>
      administer(async (deps) => {
        const { id, name } = await workspaceNamed(deps, options.workspace);
        const generation = await restartLog(deps, id, options.because);
        console.log(`The evidence log of ${JSON.stringify(name)} is begun anew: generation ${generation}.`);
      }),
    );

/** `evidence status|restart`. */
export const evidenceCommand = (): Command =>
  new Command("evidence")
    .description("Look after the evidence logs.")
    .addCommand(statusCommand())
    .addCommand(restartCommand());
