import { createHash } from "node:crypto";
import {
  asOfInFuture,
  datasetInOtherProject,
  evaluationFinished,
  noSamples,
} from "@assay/contract/evaluation/evaluations/evaluation-refusals";
import {
  checkEvaluators,
  customSecrets,
  evaluationManifest,
  keyEvaluators,
  resolveEvaluators,
  storedSetsNamed,
  type KeyedEvaluator,
  weighEvaluators,
} from "@assay/contract/evaluation/evaluations/evaluation-rules";
import type { CreateEvaluationBody } from "@assay/contract/evaluation/evaluations/evaluations";
import { formatId, parseId } from "@assay/contract/platform/ids";
import { notFound, referenceNotFound } from "@assay/contract/platform/refusals";
import { resolvedRouting } from "@assay/contract/evaluation/routing/evaluation-routing";
import { routedEvaluatorsUnknown } from "@assay/contract/review/review-refusals";
import { cancellationIn, evaluatorKeys, withoutAbsent } from "@assay/contract/domain";
import type { Knex } from "knex";
import { keepSecrets } from "../evaluators/custom-evaluator-secret-service.ts";
import type { DatasetRow } from "../datasets/dataset-queries.ts";
import type { Reach } from "../../workspace/access/reach.ts";
import type { Tx } from "../../platform/db/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { findGuidelineSets } from "../evaluators/guideline-set-queries.ts";
import { findModel } from "../models/model-queries.ts";
import { checkAddresses } from "../../platform/outbound/check-addresses.ts";
import { referredProject } from "../../workspace/projects/project-service.ts";
import { endEvaluation } from "./run/end-evaluation.ts";
import type { EvaluationDeps } from "./evaluation-deps.ts";
import { type EvaluationRow, findEvaluation, insertEvaluation, pinDataset } from "./evaluation-queries.ts";
import { countSamples } from "./evaluation-samples.ts";
import { planJob } from "./run/plan-evaluation-job.ts";

/**
 * Stores a new evaluation of a data set as it is now, and the job that starts it.
 *
 * @throws {ApiError} 400 for evaluators without a key or a weight, or at an address that can never be called, `as_of` in the future, or routing by evaluators that
 *   there are not; 422 for a project, data set or model that the caller cannot reach, a data set of another project, a
 *   protocol or guideline set that there is not, routing to a rubric or reviewer that will not do, or when no sample is
 *   left.
 */
export async function createEvaluation(
  tx: Tx,
  deps: EvaluationDeps,
  reach: Reach,
  body: CreateEvaluationBody,
): Promise<EvaluationRow> {
  const evaluators = weighEvaluators(body.evaluators);
  checkEvaluators(evaluators);
  checkAddresses(deps, customAddresses(evaluators));
  const now = deps.now();
  const asOf = checkedAsOf(body, now);
  checkRoutedEvaluators(body, evaluators);
  const { projectId, dataset, modelId } = await resolveReferences(tx, reach, body);
  if (body.routing)
    await deps.evaluationHooks.checkRouting(tx, deps, reach, { projectId, routing: body.routing });
  const sets = await findGuidelineSets(tx, reach.workspaceId, storedSetsNamed(evaluators));
  const resolved = resolveEvaluators(evaluators, sets);
  const filter = body.sample_filter ? withoutAbsent(body.sample_filter) : null;
  const source = { workspaceId: reach.workspaceId, datasetId: dataset.id, version: dataset.version };
  const total = await countChosen(tx, source, filter);
  const row: EvaluationRow = {
    workspace_id: reach.workspaceId,
    id: deps.newId(),
    project_id: projectId,
    dataset_id: dataset.id,
    dataset_version: dataset.version,
    model_id: modelId,
    name: body.name,
    status: "pending",
    evaluators,
    resolved,
    sample_filter: filter,
    fail_on_error: body.fail_on_error,
    as_of: asOf,
    routing: body.routing ? resolvedRouting(body.routing) : null,
    manifest_hash: manifestHash(dataset, modelId, keyEvaluators(evaluators, resolved)),
    metadata: body.metadata ?? {},
    total,
    ...nothingYet,
    created_at: now,
  };
  await insertEvaluation(tx, row);
  const key = { workspaceId: reach.workspaceId, evaluationId: row.id };
  await keepSecrets(tx, deps, key, customSecrets(body.evaluators));
  await deps.jobs.enqueue(tx, [planJob(reach.workspaceId, row.id)]);
  return row;
}

async function countChosen(...query: Parameters<typeof countSamples>): Promise<number> {
  const total = await countSamples(...query);
  if (total === 0) throw noSamples();
  return total;
}

function checkRoutedEvaluators(
  { routing }: CreateEvaluationBody,
  evaluators: Parameters<typeof evaluatorKeys>[0],
): void {
  const unknown = routedEvaluatorsUnknown(routing?.evaluators, evaluatorKeys(evaluators).keys ?? []);
  if (unknown) throw unknown;
}

function checkedAsOf({ as_of: text }: CreateEvaluationBody, now: Date): Date | null {
  if (text === undefined) return null;
  const asOf = new Date(text);
  if (asOf > now) throw asOfInFuture(text);
  return asOf;
}

const customAddresses = (evaluators: CreateEvaluationBody["evaluators"]) =>
  evaluators.flatMap((evaluator, index) =>
    evaluator.type === "custom"
      ? [{ path: `/evaluators/${index}/config/webhook_url`, url: evaluator.config.webhook_url }]
      : [],
  );

const nothingYet = {
  completed: 0,
  failed: 0,
  error: null,
  results: null,
  started_at: null,
  completed_at: null,
  cancelled_at: null,
};

async function resolveReferences(tx: Tx, reach: Reach, body: CreateEvaluationBody) {
  const project = await referredProject(tx, reach, { named: body.project });
  const datasetId = parseId("dataset", body.dataset);
  const dataset = datasetId && (await pinDataset(tx, reach, datasetId));
  if (!dataset) throw referenceNotFound("dataset", body.dataset, "/dataset");
  if (dataset.project_id !== project.id) {
    throw datasetInOtherProject(body.dataset, formatId("project", dataset.project_id));
  }
  if (body.model === undefined) return { projectId: project.id, dataset, modelId: null };
  const modelId = parseId("model", body.model);
  if (!modelId || !(await findModel(tx, reach.workspaceId, modelId)))
    throw referenceNotFound("model", body.model, "/model");
  return { projectId: project.id, dataset, modelId };
}

function manifestHash(
  dataset: DatasetRow,
  modelId: string | null,
  evaluators: readonly KeyedEvaluator[],
): Buffer {
  const manifest = evaluationManifest({
    dataset: formatId("dataset", dataset.id),
    datasetVersion: dataset.version,
    model: modelId && formatId("model", modelId),
    evaluators,
  });
  return createHash("sha256").update(manifest).digest();
}

/** An evaluation by its public id. @throws {ApiError} 404 when the caller cannot reach it. */
export async function getReachable(db: Knex, reach: Reach, publicId: string): Promise<EvaluationRow> {
  const id = parseId("evaluation", publicId);
  const row = id && (await findEvaluation(db, reach, id));
  if (!row) throw notFound("evaluation", publicId);
  return row;
}

/**
 * Stops an evaluation; what it has so far is kept. One that is cancelled already comes back as it is.
 *
 * @throws {ApiError} 404; 409 when it has completed or failed.
 */
export async function cancelEvaluation(
  tx: Tx,
  deps: PlatformDeps,
  reach: Reach,
  publicId: string,
): Promise<EvaluationRow> {
  const before = await getReachable(tx, reach, publicId);
  if (cancellationIn(before.status) === "cancel") {
    // The jobs first, as everywhere: a worker that is writing a chunk holds its job and will want the evaluation.
    // Again until there are none: the job that made the others may have committed while we waited for it.
    while ((await deps.jobs.cancelGroup(tx, reach.workspaceId, before.id)) > 0);
    const key = { workspaceId: reach.workspaceId, evaluationId: before.id };
    const cancelled = await endEvaluation(tx, deps, key, { status: "cancelled", cancelled_at: deps.now() });
    if (cancelled) return cancelled;
  }
  // It ended before, or while we waited for its jobs.
  const ended = await getReachable(tx, reach, publicId);
  if (cancellationIn(ended.status) === "same_answer") return ended;
  throw evaluationFinished(publicId, ended.status);
}
