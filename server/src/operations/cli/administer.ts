import { readConfig } from "../../platform/config.ts";
import { environmentWithFile } from "../../platform/environment.ts";
import type { Deps } from "../../app/deps.ts";
import { expectSchema } from "../../platform/db/migrate.ts";
import { openRuntime } from "../../app/start-server.ts";
import { listWorkspaces, type WorkspaceRow } from "../../workspace/workspaces/workspace-service.ts";
import { attempt, type OutputOptions } from "./output.ts";

/**
 * Runs an administrative operation with an open runtime, without migrating the schema. Closes the runtime
 * afterwards.
 */
export const administer = (options: OutputOptions, work: (deps: Deps) => Promise<void>): Promise<void> =>
  attempt(options, async () => {
    const { deps, close } = await openRuntime(readConfig(environmentWithFile()), {}, expectSchema);
    try {
      await work(deps);
    } finally {
      await close();
    }
  });

/** The message that is printed if there are no workspaces. */
export const noWorkspaces = "No workspaces. Create one with `assay-server workspace create`.";

/** Returns the workspace with the given name. Without a name, returns the only workspace. */
export async function workspaceNamed(deps: Deps, name: string | undefined): Promise<WorkspaceRow> {
  const all = await listWorkspaces(deps.database.knex);
  const names =
    all.map((workspace) => JSON.stringify(workspace.name)).join(", ") ||
    "none (create one with `assay-server workspace create`)";
  const [only, ...others] = name === undefined ? all : all.filter((workspace) => workspace.name === name);
  if (only && others.length === 0) return only;
  throw new Error(
    name === undefined
      ? `--workspace is required: the workspaces are ${names}.`
      : `Workspace ${JSON.stringify(name)} not found. The workspaces are ${names}.`,
  );
}
