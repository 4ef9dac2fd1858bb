import type { EvaluatedDataset } from "@assay/contract/evaluation/evaluations/evaluation-creation-rules";
import type {
  EvaluationRecord,
  EvaluationSetup,
} from "@assay/contract/evaluation/evaluations/evaluation-record";
import type { ResolvedEvaluator } from "@assay/contract/evaluation/evaluators/evaluators";
import { formatId } from "@assay/contract/platform/ids";
import { completeRouting, type Routing } from "@assay/contract/evaluation/routing/evaluation-routing";
import type { WeighedEvaluatorInput } from "@assay/contract/evaluation/evaluations/evaluation-rules";
import {
  type EvaluationResults,
  type EvaluationStatus,
  type MissingOutputOption,
  type UnscoredReason,
  withoutAbsent,
} from "@assay/contract/domain";
import type { Knex } from "knex";
import { withCompleteShares } from "./complete-shares.ts";
import { type Reach, withinReach } from "../../workspace/access/reach.ts";
import { uuidOf } from "../../platform/db/record-columns.ts";
import { type Dated, newestFirst } from "../../platform/http/request/page.ts";

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
  /** The resolved settings of each evaluator, which are used for scoring. */
  resolved: ResolvedEvaluator[];
  sample_filter: EvaluationSetup["sampleFilter"];
  fail_on_error: number;
  missing_output: MissingOutputOption;
  /** Number of runs of each sample. */
  runs: number;
  as_of: Date | null;
  /** Selects the samples that become review tasks when the evaluation completes; null if no sample does. */
  routing: Routing | null;
  manifest_hash: Buffer;
  metadata: Record<string, unknown>;
  /** Number of samples to evaluate. */
  total: number;
  /** Number of samples processed without an errored result. */
  completed: number;
  /** Number of samples with an errored result. */
  failed: number;
  /** The endpoint that a running evaluation waits for, and since when; both are null while it does not wait. */
  waiting_origin: string | null;
  waiting_since: Date | null;
  /** Time spent in earlier waits (milliseconds). */
  waited_ms: number;
  error: string | null;
  error_reasons: UnscoredReason[] | null;
  results: EvaluationResults | null;
  started_at: Date | null;
  completed_at: Date | null;
  cancelled_at: Date | null;
}

/** The database key of an evaluation. */
export interface EvaluationKey {
  workspaceId: string;
  evaluationId: string;
}

const keyed = (db: Knex, { workspaceId, evaluationId }: EvaluationKey) =>
  db("evaluations").where({ workspace_id: workspaceId, id: evaluationId });

const dateOrNull = (at: number | null): Date | null => (at === null ? null : new Date(at));
const timeOrNull = (date: Date | null): number | null => date && date.getTime();

/** Stores a new evaluation. */
export async function insertEvaluation(tx: Knex, workspaceId: string, setup: EvaluationSetup): Promise<void> {
  const { evaluators, resolved, sampleFilter: filter, routing, name, total, model } = setup;
  await tx("evaluations").insert({
    workspace_id: workspaceId,
    id: uuidOf("evaluation", setup.id),
    project_id: uuidOf("project", setup.project),
    dataset_id: uuidOf("dataset", setup.dataset),
    dataset_version: setup.datasetVersion,
    model_id: model && uuidOf("model", model),
    name,
    status: "pending",
    evaluators: JSON.stringify(evaluators),
    resolved: JSON.stringify(resolved),
    sample_filter: filter && JSON.stringify(filter),
    fail_on_error: setup.failOnError,
    missing_output: setup.missingOutput,
    runs: setup.runs,
    as_of: dateOrNull(setup.asOf),
    routing: routing && JSON.stringify(routing),
    manifest_hash: Buffer.from(setup.manifestHash, "hex"),
    metadata: JSON.stringify(setup.metadata),
    total,
    completed: 0,
    failed: 0,
    created_at: new Date(setup.createdAt),
  });
}

/** Returns the record of a stored evaluation. */
export const evaluationRecord = (row: EvaluationRow): EvaluationRecord => ({
  id: formatId("evaluation", row.id),
  project: formatId("project", row.project_id),
  dataset: formatId("dataset", row.dataset_id),
  datasetVersion: row.dataset_version,
  model: row.model_id && formatId("model", row.model_id),
  name: row.name,
  status: row.status,
  evaluators: row.evaluators,
  resolved: row.resolved,
  sampleFilter: row.sample_filter,
  failOnError: row.fail_on_error,
  missingOutput: row.missing_output,
  runs: row.runs,
  asOf: timeOrNull(row.as_of),
  routing: row.routing && completeRouting(row.routing),
  manifestHash: row.manifest_hash.toString("hex"),
  metadata: row.metadata,
  total: row.total,
  completed: row.completed,
  failed: row.failed,
  waitingFor: waitOf(row),
  error: row.error,
  errorReasons: row.error_reasons,
  results: withCompleteShares(row.results),
  createdAt: row.created_at.getTime(),
  startedAt: timeOrNull(row.started_at),
  completedAt: timeOrNull(row.completed_at),
  cancelledAt: timeOrNull(row.cancelled_at),
});

const waitOf = ({ status, waiting_origin: origin, waiting_since: since }: EvaluationRow) =>
  status === "running" && origin !== null && since !== null ? { origin, since: since.getTime() } : null;

/** Finds an evaluation within the caller's reach. */
export async function findEvaluation(db: Knex, reach: Reach, id: string): Promise<EvaluationRow | undefined> {
  return withinReach(db("evaluations"), reach).where({ id }).first("*");
}

/** Returns an evaluation by its database key, for internal use. @throws {Error} if it does not exist. */
export async function getEvaluation(db: Knex, key: EvaluationKey): Promise<EvaluationRow> {
  const row: EvaluationRow | undefined = await keyed(db, key).first("*");
  if (!row) throw new Error(`Evaluation ${key.evaluationId} does not exist in workspace ${key.workspaceId}.`);
  return row;
}

/** Locks an evaluation until the transaction ends. Must run before the locks on assignments and tasks. */
export async function lockEvaluation(tx: Knex, key: EvaluationKey): Promise<EvaluationRow | undefined> {
  return keyed(tx, key).forUpdate().first("*");
}

/**
 * Reads the current version of a dataset. Until the transaction ends, nobody can change or delete the
 * dataset.
 */
export async function pinDataset(tx: Knex, reach: Reach, id: string): Promise<EvaluatedDataset | undefined> {
  const row: { project_id: string; version: number } | undefined = await withinReach(tx("datasets"), reach)
    .where({ id })
    .forShare()
    .first("project_id", "version");
  return (
    row && { id: formatId("dataset", id), project: formatId("project", row.project_id), version: row.version }
  );
}

/**
 * Lists evaluations, newest first. Reads one row more than the page, to detect whether a next page exists.
 */
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
 * Moves an evaluation from one of several states to another state. Uses one conditional update, so that only
 * one of two concurrent attempts succeeds.
 *
 * @returns the evaluation; undefined if it was not in any of these states.
 */
export async function moveEvaluation(
  tx: Knex,
  key: EvaluationKey,
  {
    from,
    ...change
  }: { from: readonly EvaluationStatus[]; status: EvaluationStatus } & Partial<EvaluationRow>,
): Promise<EvaluationRow | undefined> {
  const { results, error_reasons: reasons, routing: _routing, ...columns } = change;
  const rows: EvaluationRow[] = await keyed(tx, key)
    .whereIn("status", [...from])
    .update({
      ...columns,
      ...(results !== undefined && { results: JSON.stringify(results) }),
      ...(reasons !== undefined && { error_reasons: JSON.stringify(reasons) }),
    })
    .returning("*");
  return rows[0];
}

/**
 * Increases the numbers of completed and failed samples of a running evaluation.
 *
 * @returns undefined if the evaluation is no longer running, because it was cancelled.
 */
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
