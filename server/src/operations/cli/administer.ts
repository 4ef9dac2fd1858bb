import { environmentWithFile, readConfig } from "../../platform/config.ts";
import type { Deps } from "../../app/deps.ts";
import { expectSchema } from "../../platform/db/migrate.ts";
import { openRuntime } from "../../app/start-server.ts";
import { listWorkspaces, type WorkspaceRow } from "../../workspace/workspaces/workspace-service.ts";
import { attempt, type OutputOptions } from "./output.ts";

/** Opens the runtime for one piece of administration, on the schema that there is, and closes it again. */
export const administer = (options: OutputOptions, work: (deps: Deps) => Promise<void>): Promise<void> =>
  attempt(options, async () => {
    const { deps, close } = await openRuntime(readConfig(environmentWithFile()), {}, expectSchema);
    try {
      await work(deps);
    } finally {
      await close();
    }
  });

/** What a list of workspaces says that has none. */
export const noWorkspace = "There is no workspace yet; `assay-server workspace create` makes one.";

/** The workspace of this name; the only one there is when no name is given. */
export async function workspaceNamed(deps: Deps, name: string | undefined): Promise<WorkspaceRow> {
  const all = await listWorkspaces(deps.database.knex);
  const names =
    all.map((workspace) => JSON.stringify(workspace.name)).join(", ") ||
    "none yet (`assay-server workspace create` makes one)";
  const [only, ...others] = name === undefined ? all : all.filter((workspace) => workspace.name === name);
  if (only && others.length === 0) return only;
  throw new Error(
    name === undefined
      ? `Say which workspace with --workspace; there are: ${names}.`
      : `No workspace ${JSON.stringify(name)}; there are: ${names}.`,
  );
}
