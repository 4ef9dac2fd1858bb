import type { ResolvedEvaluator } from "@assay/contract/evaluation/evaluators/evaluators";
import type { Routing } from "@assay/contract/evaluation/routing/evaluation-routing";
import type { WeighedEvaluatorInput } from "@assay/contract/evaluation/evaluations/evaluation-rules";
import { type EvaluationResults, type EvaluationStatus, withoutAbsent } from "@assay/contract/domain";
import type { Knex } from "knex";
import type { DatasetRow } from "../datasets/dataset-queries.ts";
import { type Reach, withinReach } from "../../workspace/access/reach.ts";
import { type Dated, newestFirst } from "../../platform/http/request/page.ts";
import type { SampleFilter } from "./evaluation-samples.ts";

/** A stored evaluation. */
export interface EvaluationRow extends Dated {
  workspace_id: string;
  project_id: string;
  dataset_id: string;
  dataset_version: number;
  model_id: string | null;
  name: string;
  status: EvaluationStatus;
  evaluators: WeighedEvaluatorInput[];
  /** The settings of each, by which it scores. */
  resolved: ResolvedEvaluator[];
  sample_filter: SampleFilter | null;
  fail_on_error: number;
  as_of: Date | null;
  /** Which samples become review tasks when it completes; null: none. */
  routing: Routing | null;
  manifest_hash: Buffer;
  metadata: Record<string, unknown>;
  /** Samples to evaluate. */
  total: number;
  /** Samples processed without an errored result. */
  completed: number;
  /** Samples with an errored result. */
  failed: number;
  error: string | null;
  results: EvaluationResults | null;
  started_at: Date | null;
  completed_at: Date | null;
  cancelled_at: Date | null;
}

/** The key of an evaluation. */
export interface EvaluationKey {
  workspaceId: string;
  evaluationId: string;
}

const keyed = (db: Knex, { workspaceId, evaluationId }: EvaluationKey) =>
  db("evaluations").where({ workspace_id: workspaceId, id: evaluationId });

/** Stores a new evaluation. */
export async function insertEvaluation(tx: Knex, row: EvaluationRow): Promise<void> {
  const { evaluators, resolved, sample_filter: filter, routing, ...rest } = row;
  await tx("evaluations").insert({
    ...rest,
    evaluators: JSON.stringify(evaluators),
    resolved: JSON.stringify(resolved),
    sample_filter: filter && JSON.stringify(filter),
    routing: routing && JSON.stringify(routing),
    metadata: JSON.stringify(row.metadata),
  });
}

/** An evaluation that the caller can reach, or undefined. */
export async function findEvaluation(db: Knex, reach: Reach, id: string): Promise<EvaluationRow | undefined> {
  return withinReach(db("evaluations"), reach).where({ id }).first("*");
}

/** An evaluation by its key, for those who work on it. @throws {Error} when it does not exist. */
export async function getEvaluation(db: Knex, key: EvaluationKey): Promise<EvaluationRow> {
  const row: EvaluationRow | undefined = await keyed(db, key).first("*");
  if (!row) throw new Error(`Evaluation ${key.evaluationId} does not exist in workspace ${key.workspaceId}.`);
  return row;
}

/** A data set as it is now; until the transaction ends nobody can change its samples or delete it. */
export async function pinDataset(tx: Knex, reach: Reach, id: string): Promise<DatasetRow | undefined> {
  return withinReach(tx("datasets"), reach).where({ id }).forShare().first("*");
}

/** Evaluations newest first, one more than the page shows. */
export async function listEvaluations(
  db: Knex,
  reach: Reach,
  page: {
    filter: {
      project_id: string | undefined;
      dataset_id: string | undefined;
      status: EvaluationStatus | undefined;
    };
    limit: number;
    position: readonly (string | number)[] | undefined;
  },
): Promise<EvaluationRow[]> {
  const query = withinReach(db("evaluations"), reach).where(withoutAbsent(page.filter)).select("*");
  return newestFirst(query, page.limit, page.position);
}

/**
 * Moves an evaluation from one of some states to another and gives it back: one conditional update, so of two that try
 * one succeeds.
 *
 * @returns undefined when it was in none of these states.
 */
export async function moveEvaluation(
  tx: Knex,
  key: EvaluationKey,
  {
    from,
    ...change
  }: { from: readonly EvaluationStatus[]; status: EvaluationStatus } & Partial<EvaluationRow>,
): Promise<EvaluationRow | undefined> {
  const { results, routing: _routing, ...columns } = change;
  const rows: EvaluationRow[] = await keyed(tx, key)
    .whereIn("status", [...from])
    .update({ ...columns, ...(results !== undefined && { results: JSON.stringify(results) }) })
    .returning("*");
  return rows[0];
}

/** Counts samples as processed while the evaluation runs; undefined when it no longer does: it was cancelled. */
export async function addProgress(
  tx: Knex,
  key: EvaluationKey,
  samples: { completed: number; failed: number },
): Promise<EvaluationRow | undefined> {
  const rows: EvaluationRow[] = await keyed(tx, key)
    .where({ status: "running" })
    .update({
      completed: tx.raw("completed + ?", [samples.completed]),
      failed: tx.raw("failed + ?", [samples.failed]),
    })
    .returning("*");
  return rows[0];
}

/**
 * Lets one transaction at a time complete evaluations of a project, or change their scores: until it ends, what it saw as
 * the latest is the latest. Keys that refer to the project do not wait.
 */
export async function lockCompletions(
  tx: Knex,
  { workspaceId, projectId }: { workspaceId: string; projectId: string },
): Promise<void> {
  await tx("projects").where({ workspace_id: workspaceId, id: projectId }).forNoKeyUpdate().select("id");
}
