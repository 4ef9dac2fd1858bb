import type { Knex } from "knex";

/**
 * Serializes completions of a project's evaluations by a lock on the project's row. One transaction at a time
 * completes evaluations or changes their scores, so the latest score that it reads stays the latest until it
 * ends. Foreign keys to the project do not wait.
 */
export async function lockCompletions(
  tx: Knex,
  { workspaceId, projectId }: { workspaceId: string; projectId: string },
): Promise<void> {
  await tx("projects").where({ workspace_id: workspaceId, id: projectId }).forNoKeyUpdate().select("id");
}
