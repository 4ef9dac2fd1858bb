import type { Knex } from "knex";

/**
 * Serializes completions of a project's evaluations with a lock on the project's row. Only one transaction at
 * a time completes evaluations or changes their scores. The latest score that a transaction reads therefore
 * stays the latest until the transaction ends. Inserts of rows that reference the project do not wait for
 * this lock.
 */
export async function lockCompletions(
  tx: Knex,
  { workspaceId, projectId }: { workspaceId: string; projectId: string },
): Promise<void> {
  await tx("projects").where({ workspace_id: workspaceId, id: projectId }).forNoKeyUpdate().select("id");
}
