import type { Knex } from "knex";
import type { EvaluationRow } from "../evaluations/evaluation-queries.ts";
import { type Reach, withinReach } from "../../workspace/access/reach.ts";

type NamedEvaluation = Pick<
  EvaluationRow,
  | "id"
  | "project_id"
  | "name"
  | "status"
  | "dataset_id"
  | "dataset_version"
  | "model_id"
  | "runs"
  | "evaluators"
  | "total"
>;

const columns = [
  "id",
  "project_id",
  "name",
  "status",
  "dataset_id",
  "dataset_version",
  "model_id",
  "runs",
  "evaluators",
];

/** Finds evaluations by id within the caller's reach, in no particular order. */
export async function findEvaluations(
  db: Knex,
  reach: Reach,
  ids: readonly string[],
): Promise<NamedEvaluation[]> {
  return withinReach(db("evaluations"), reach)
    .whereRaw("id = any(?::uuid[])", [[...ids]])
    .select(columns);
}

/** Returns the ids of a project's completed evaluations, oldest first. */
export async function completedEvaluations(
  db: Knex,
  key: { workspaceId: string; projectId: string },
): Promise<string[]> {
  const rows: { id: string }[] = await db("evaluations")
    .where({ workspace_id: key.workspaceId, project_id: key.projectId, status: "completed" })
    .orderBy(["created_at", "id"])
    .select("id");
  return rows.map(({ id }) => id);
}

/**
 * Reads evaluations in the order of the given ids. Evaluations are never deleted, so none can be missing.
 *
 * @throws {Error} if one is missing nevertheless.
 */
export async function readEvaluations(
  db: Knex,
  workspaceId: string,
  ids: readonly string[],
): Promise<NamedEvaluation[]> {
  const rows = await findEvaluations(db, { workspaceId, projects: null }, ids);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = byId.get(id);
    if (!row) throw new Error(`Evaluation ${id} does not exist in workspace ${workspaceId}.`);
    return row;
  });
}
