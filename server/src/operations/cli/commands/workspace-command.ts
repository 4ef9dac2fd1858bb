import { Command } from "commander";
import { inTransaction } from "../../../platform/db/transaction.ts";
import {
  createAdminKey,
  createWorkspace,
  listWorkspaces,
} from "../../../workspace/workspaces/workspace-service.ts";
import { administer, noWorkspaces } from "../administer.ts";
import { deleteWorkspaceCommand } from "./delete-workspace-command.ts";
import { workspaceLimitsCommand } from "./workspace-limits-command.ts";
import { nameText } from "../name-text.ts";
import { type OutputOptions, printResult } from "../output.ts";

/** Builds the commands `workspace create|list|limits|delete`. */
export function workspaceCommand(): Command {
  return new Command("workspace")
    .description("Create, list, limit and delete workspaces.")
    .addCommand(
      new Command("create")
        .description("Create a workspace and its first admin API key.")
        .argument("<name>", "unique workspace name", nameText)
        .action((name: string, options: OutputOptions) =>
          administer(options, async (deps) => {
            const existing = await listWorkspaces(deps.database.knex);
            if (existing.some((workspace) => workspace.name === name)) {
              throw new Error(`Workspace ${JSON.stringify(name)} already exists. Choose a new name.`);
            }
            const created = await inTransaction(deps.database, async (tx) => {
              const { id } = await createWorkspace(tx, deps, name);
              return { id, secret: await createAdminKey(tx, deps, { workspaceId: id, name: "First key" }) };
            });
            printResult(options, { id: created.id, name, secret: created.secret }, [
              `Workspace ${JSON.stringify(name)} created. First API key (shown once): ${created.secret}`,
            ]);
          }),
        ),
    )
    .addCommand(
      new Command("list").description("List workspaces, oldest first.").action((options: OutputOptions) =>
        administer(options, async (deps) => {
          const workspaces = await listWorkspaces(deps.database.knex);
          printResult(
            options,
            { workspaces },
            workspaces.length > 0
              ? workspaces.map(({ created_at: at, id, name }) => `${at.toISOString()}  ${id}  ${name}`)
              : [noWorkspaces],
          );
        }),
      ),
    )
    .addCommand(workspaceLimitsCommand())
    .addCommand(deleteWorkspaceCommand());
}
