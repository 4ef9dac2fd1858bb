import type { Knex } from "knex";

/**
 * The data that a caller can access: one workspace, and either all or some of its projects. `Caller` is a
 * subtype of this type.
 */
export interface Reach {
  workspaceId: string;
  projects: readonly string[] | null;
}

/** Restricts a query to the caller's workspace and, for a restricted key, to its projects. */
export function withinReach<Q extends Knex.QueryBuilder>(
  query: Q,
  reach: Reach,
  projectColumn = "project_id",
): Q {
  query.where("workspace_id", reach.workspaceId);
  if (reach.projects) query.whereIn(projectColumn, [...reach.projects]);
  return query;
}
