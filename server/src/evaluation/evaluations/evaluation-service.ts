import {
  calledAddresses,
  checkSettings,
  checkReferences,
  newEvaluation,
  newEvaluators,
  newSampleFilter,
  notStarted,
} from "@assay/contract/evaluation/evaluations/evaluation-creation-rules";
import { cancels } from "@assay/contract/evaluation/evaluations/evaluation-end-rules";
import type { EvaluationRecord } from "@assay/contract/evaluation/evaluations/evaluation-record";
import { customSecrets, storedSetsNamed } from "@assay/contract/evaluation/evaluations/evaluation-rules";
import { checkWorkspaceLoad } from "@assay/contract/workspace/workspace-load";
import type { CreateEvaluationBody } from "@assay/contract/evaluation/evaluations/evaluations";
import { existing } from "@assay/contract/platform/requests/existing";
import { parseId } from "@assay/contract/platform/ids";
import type { Knex } from "knex";
import { storeSecrets } from "../evaluators/custom-evaluator-secret-service.ts";
import type { Reach } from "../../workspace/access/reach.ts";
import { findProject } from "../../workspace/projects/project-queries.ts";
import { uuidOf } from "../../platform/db/record-columns.ts";
import type { Tx } from "../../platform/db/transaction.ts";
import type { Caller } from "../../platform/http/routing/handler.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { ruleContext } from "../../platform/rule-context.ts";
import { findGuidelineSets } from "../evaluators/guideline-set-queries.ts";
import { findModel } from "../models/model-queries.ts";
import { checkAddresses } from "../../platform/outbound/check-addresses.ts";
import { completeEvaluation } from "./run/complete-evaluation.ts";
import type { EvaluationDeps } from "./evaluation-deps.ts";
import {
  evaluationRecord,
  type EvaluationRow,
  findEvaluation,
  insertEvaluation,
  pinDataset,
} from "./evaluation-queries.ts";
import { countSamples } from "./evaluation-samples.ts";
import { loadWorkspaceLoad } from "./workspace-load-queries.ts";
import { planJob } from "./run/plan-evaluation-job.ts";

/**
 * Stores a new evaluation of the current version of a dataset, and the job that starts the evaluation.
 *
 * @throws {ApiError} 400 if an evaluator has no key or weight, an evaluator's URL is never allowed, several runs
 * have no model, `as_of` is in the future, or routing names unknown evaluators; 422 if a project, dataset, model, protocol or
 * guideline set is unknown, the dataset belongs to another project, routing names an unsuitable rubric or
 * reviewer, or no samples match; 429 if the workspace has too many evaluations or jobs.
 */
export async function createEvaluation(
  tx: Tx,
  deps: EvaluationDeps,
  caller: Caller,
  body: CreateEvaluationBody,
): Promise<EvaluationRecord> {
  const { workspaceId } = caller;
  const context = ruleContext(deps, caller);
  const evaluators = newEvaluators(body);
  checkAddresses(deps, calledAddresses(body));
  checkSettings(body, evaluators, context.now);
  const { dataset, model } = checkReferences(body, await findReferences(tx, caller, body));
  const { routing } = body;
  const projectId = uuidOf("project", dataset.project);
  if (routing) await deps.evaluationHooks.checkRouting(tx, deps, caller, { projectId, routing });
  const guidelineSets = await findGuidelineSets(tx, workspaceId, storedSetsNamed(evaluators));
  const source = { workspaceId, datasetId: uuidOf("dataset", dataset.id), version: dataset.version };
  const total = await countSamples(tx, source, newSampleFilter(body));
  const evaluation = newEvaluation(body, { evaluators, dataset, model, guidelineSets, total }, context);
  checkWorkspaceLoad(await loadWorkspaceLoad(tx, workspaceId));
  await insertEvaluation(tx, workspaceId, evaluation);
  const evaluationId = uuidOf("evaluation", evaluation.id);
  await storeSecrets(tx, deps, { workspaceId, evaluationId }, customSecrets(body.evaluators));
  await deps.jobs.enqueue(tx, [planJob(workspaceId, evaluationId)]);
  return { ...evaluation, ...notStarted };
}

/** Loads the objects that a body refers to. The dataset is locked: see {@link pinDataset}. */
async function findReferences(tx: Tx, reach: Reach, body: CreateEvaluationBody) {
  const projectId = parseId("project", body.project);
  const project = projectId && (await findProject(tx, reach, projectId));
  const datasetId = parseId("dataset", body.dataset);
  const dataset = datasetId && (await pinDataset(tx, reach, datasetId));
  const modelId = body.model && parseId("model", body.model);
  const model = modelId && (await findModel(tx, reach.workspaceId, modelId));
  return { project: project || undefined, dataset: dataset || undefined, model: model || undefined };
}

/** Returns an evaluation by its public id. @throws {ApiError} 404 if the caller cannot access it. */
export async function getReachable(db: Knex, reach: Reach, publicId: string): Promise<EvaluationRow> {
  const id = parseId("evaluation", publicId);
  const row = id && (await findEvaluation(db, reach, id));
  return existing(row || undefined, "evaluation", publicId);
}

/**
 * Cancels an evaluation. The results that it has so far are retained. An evaluation that is already cancelled
 * is returned unchanged.
 *
 * @throws {ApiError} 404 if the caller cannot access the evaluation; 409 if it has completed or failed.
 */
export async function cancelEvaluation(
  tx: Tx,
  deps: PlatformDeps,
  reach: Reach,
  publicId: string,
): Promise<EvaluationRow> {
  const before = await getReachable(tx, reach, publicId);
  if (!cancels(evaluationRecord(before))) return before;
  // Every transaction locks jobs before the evaluation, because a worker that writes a chunk already holds
  // the lock on its job when it locks the evaluation. While this transaction waits for a job, that job may
  // enqueue further jobs; the loop cancels these too.
  while ((await deps.jobs.cancelGroup(tx, reach.workspaceId, before.id)) > 0);
  const key = { workspaceId: reach.workspaceId, evaluationId: before.id };
  const cancelled = await completeEvaluation(tx, deps, key, {
    status: "cancelled",
    cancelled_at: deps.now(),
  });
  if (cancelled) return cancelled;
  // The evaluation ended while this transaction was waiting for its jobs.
  const ended = await getReachable(tx, reach, publicId);
  if (cancels(evaluationRecord(ended))) throw new Error(`Evaluation ${publicId} has not ended.`);
  return ended;
}
