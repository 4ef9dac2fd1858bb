import type { Knex } from "knex";

/**
 * Locks the completion of the evaluations of a project, by a lock of the project's row. One transaction at a time completes
 * evaluations of the project or changes their scores, so the latest score that it reads stays the latest until it ends.
 * Foreign keys that refer to the project do not wait.
 */
export async function lockCompletions(
  tx: Knex,
  { workspaceId, projectId }: { workspaceId: string; projectId: string },
): Promise<void> {
  await tx("projects").where({ workspace_id: workspaceId, id: projectId }).forNoKeyUpdate().select("id");
}
