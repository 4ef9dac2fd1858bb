import { Command } from "commander";
import { environmentWithFile, readConfig } from "../config.ts";
import { inTransaction } from "../db/transaction.ts";
import type { Deps } from "../deps.ts";
import { openRuntime } from "../start-server.ts";
import {
  createAdminKey,
  createWorkspace,
  listWorkspaces,
  type WorkspaceRow,
} from "../workspaces/workspace-service.ts";
import { attempt } from "./attempt.ts";

/** Opens the runtime for one piece of administration and closes it again. */
export const administer = (work: (deps: Deps) => Promise<void>): Promise<void> =>
  attempt(async () => {
    const { deps, close } = await openRuntime(readConfig(environmentWithFile()));
    try {
      await work(deps);
    } finally {
      await close();
    }
  });

/** The workspace of this name; the only one there is when no name is given. */
export async function workspaceNamed(deps: Deps, name: string | undefined): Promise<WorkspaceRow> {
  const all = await listWorkspaces(deps.database.knex);
  const names = all.map((workspace) => JSON.stringify(workspace.name)).join(", ") || "none";
  const [only, ...others] = name === undefined ? all : all.filter((workspace) => workspace.name === name);
  if (only && others.length === 0) return only;
  throw new Error(
    name === undefined
      ? `Say which workspace with --workspace; there are: ${names}.`
      : `No workspace ${JSON.stringify(name)}; there are: ${names}.`,
  );
}

/** `workspace create|list`. */
export function workspaceCommand(): Command {
  return new Command("workspace")
    .description("Make and list workspaces.")
    .addCommand(
      new Command("create")
        .description("Make a workspace and its first admin key.")
        .argument("<name>", "unique name")
        .action((name: string) =>
          administer(async (deps) => {
            const existing = await listWorkspaces(deps.database.knex);
            if (existing.some((workspace) => workspace.name === name)) {
              throw new Error(`There is a workspace ${JSON.stringify(name)} already; choose another name.`);
            }
            const secret = await inTransaction(deps.database, async (tx) => {
              const { id } = await createWorkspace(tx, deps, name);
              return createAdminKey(tx, deps, { workspaceId: id, name: "First key" });
            });
            console.log(
              `Workspace ${JSON.stringify(name)} made. Its first API key (shown this once): ${secret}`,
            );
          }),
        ),
    )
    .addCommand(
      new Command("list").description("List workspaces, oldest first.").action(() =>
        administer(async (deps) => {
          for (const workspace of await listWorkspaces(deps.database.knex)) {
            console.log(`${workspace.created_at.toISOString()}  ${workspace.id}  ${workspace.name}`);
          }
        }),
      ),
    );
}
