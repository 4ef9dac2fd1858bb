import { Command } from "commander";
import { inTransaction } from "../../../platform/db/transaction.ts";
import {
  createAdminKey,
  createWorkspace,
  listWorkspaces,
} from "../../../workspace/workspaces/workspace-service.ts";
import { administer, noWorkspace } from "../administer.ts";
import { deleteWorkspaceCommand } from "./delete-workspace-command.ts";
import { nameText } from "../name-text.ts";
import { type OutputOptions, tell } from "../output.ts";

/** `workspace create|list|delete`. */
export function workspaceCommand(): Command {
  return new Command("workspace")
    .description("Make, list and delete workspaces.")
    .addCommand(
      new Command("create")
        .description("Make a workspace and its first admin key.")
        .argument("<name>", "unique name", nameText)
        .action((name: string, options: OutputOptions) =>
          administer(options, async (deps) => {
            const existing = await listWorkspaces(deps.database.knex);
            if (existing.some((workspace) => workspace.name === name)) {
              throw new Error(`There is a workspace ${JSON.stringify(name)} already; choose another name.`);
            }
            const made = await inTransaction(deps.database, async (tx) => {
              const { id } = await createWorkspace(tx, deps, name);
              return { id, secret: await createAdminKey(tx, deps, { workspaceId: id, name: "First key" }) };
            });
            tell(options, { id: made.id, name, secret: made.secret }, [
              `Workspace ${JSON.stringify(name)} made. Its first API key (shown this once): ${made.secret}`,
            ]);
          }),
        ),
    )
    .addCommand(
      new Command("list").description("List workspaces, oldest first.").action((options: OutputOptions) =>
        administer(options, async (deps) => {
          const workspaces = await listWorkspaces(deps.database.knex);
          tell(
            options,
            { workspaces },
            workspaces.length > 0
              ? workspaces.map(({ created_at: at, id, name }) => `${at.toISOString()}  ${id}  ${name}`)
              : [noWorkspace],
          );
        }),
      ),
    )
    .addCommand(deleteWorkspaceCommand());
}
