import {
  asOfInFuture,
  datasetInOtherProject,
  evaluationFinished,
  noSamples,
} from "@assay/contract/evaluation/evaluations/evaluation-refusals";
import {
  checkEvaluators,
  evaluationManifest,
  keyEvaluators,
  resolveEvaluators,
  weighEvaluators,
} from "@assay/contract/evaluation/evaluations/evaluation-rules";
import type { CreateEvaluationBody } from "@assay/contract/evaluation/evaluations/evaluations";
import { insufficientScope, notFound, referenceNotFound } from "@assay/contract/platform/refusals";
import { resolvedRouting, type RoutingInput } from "@assay/contract/evaluation/routing/evaluation-routing";
import { routedEvaluatorsUnknown } from "@assay/contract/review/review-refusals";
import { cancellationIn, durationSeconds, evaluatorKeys, withoutAbsent } from "@assay/contract/domain";
import type { compareEvaluations } from "../comparison/compare.ts";
import { startAsking, untilAnswered } from "../evaluators/ask-evaluators.ts";
import { coversBlind, refuseBlindEvaluations } from "./blind-evaluations.ts";
import { resultPage } from "./evaluation-results.ts";
import { chosenSamples, endOf, judge, progressOf, viewOf } from "./evaluation-run.ts";
import { sha256Hex } from "../../platform/state/mock-secrets.ts";
import { instant, instantOrNull, newestFirst, pageOf } from "../../platform/http/paging.ts";
import { findDataset } from "../datasets/find-dataset.ts";
import { reaches, referredProject } from "../../workspace/reach.ts";
import { referredModel } from "../models/find-model.ts";
import { secretsFor } from "../evaluators/custom-evaluator-secret-handlers.ts";
import type { DatasetRow } from "../dataset-rows.ts";
import type { EvaluationRow } from "../evaluation-rows.ts";
import type {
  EvaluationCall,
  EvaluationCaller,
  EvaluationHandlers,
  EvaluationState,
} from "../evaluation-tables.ts";

/** What the routes of evaluations need of comparison and of review. */
export interface EvaluationParts {
  compareEvaluations: typeof compareEvaluations;
  /** Refuses routing that could make no task of the same mock. @throws {ApiError} 422. */
  checkRouting(
    caller: EvaluationCaller,
    wanted: { project: string; routing: RoutingInput; now: number },
  ): void;
}

/** An evaluation on the wire, without results and routing where they would tell of what the caller has still to review blind. */
const toWire = (call: EvaluationCall) => (row: EvaluationRow) => {
  const view = viewOf(row, call);
  const { startedAt, completedAt } = view;
  const isHidden = view.results !== null && coversBlind(call, row);
  const results = isHidden ? null : view.results;
  return {
    id: row.id,
    object: "evaluation" as const,
    name: row.name,
    project: row.project,
    dataset: row.dataset,
    dataset_version: row.datasetVersion,
    model: row.model,
    status: view.status,
    evaluators: [...row.evaluators],
    sample_filter: row.sampleFilter ? { ...row.sampleFilter } : null,
    fail_on_error: row.failOnError,
    progress: progressOf(row, view.processed),
    as_of: instantOrNull(row.asOf),
    routing: isHidden ? null : row.routing,
    manifest_hash: row.manifestHash,
    metadata: { ...row.metadata },
    created_at: instant(row.createdAt),
    started_at: instantOrNull(startedAt),
    completed_at: instantOrNull(completedAt),
    cancelled_at: instantOrNull(view.cancelledAt),
    error: view.error,
    ...(results && { results }),
    ...(startedAt !== null &&
      completedAt !== null && { duration_seconds: durationSeconds(startedAt, completedAt) }),
  };
};

/** What a body refers to. @throws {ApiError} 422. */
function referencesOf(
  caller: EvaluationCaller,
  body: CreateEvaluationBody,
): { dataset: DatasetRow; model: string | null } {
  const project = referredProject(caller, body.project, "/project");
  const dataset = findDataset(caller, body.dataset);
  if (!dataset) throw referenceNotFound("dataset", body.dataset, "/dataset");
  if (dataset.project !== project.id) throw datasetInOtherProject(body.dataset, dataset.project);
  return { dataset, model: body.model === undefined ? null : referredModel(caller, body.model, "/model").id };
}

function checkedAsOf({ as_of: text }: CreateEvaluationBody, now: number): number | null {
  if (text === undefined) return null;
  const asOf = Date.parse(text);
  if (asOf > now) throw asOfInFuture(text);
  return asOf;
}

/** Checks a new evaluation in the server's order, and makes all of it but its manifest's hash. */
function prepare(
  { caller, clock, newId }: EvaluationCall,
  body: CreateEvaluationBody,
  { checkRouting }: Pick<EvaluationParts, "checkRouting">,
) {
  // It makes review tasks, as POST /v1/reviews/tasks does.
  if (body.routing && !caller.scopes.has("reviews:write")) throw insufficientScope("reviews:write");
  const evaluators = weighEvaluators(body.evaluators);
  checkEvaluators(evaluators);
  const now = clock.now();
  const asOf = checkedAsOf(body, now);
  const unknown = routedEvaluatorsUnknown(body.routing?.evaluators, evaluatorKeys(evaluators).keys ?? []);
  if (unknown) throw unknown;
  const { dataset, model } = referencesOf(caller, body);
  if (body.routing) checkRouting(caller, { project: dataset.project, routing: body.routing, now });
  const sets = [...caller.workspace.guidelineSets.values()].map(({ set }) => set);
  const resolved = resolveEvaluators(evaluators, sets);
  const keyed = keyEvaluators(evaluators, resolved);
  const filter = body.sample_filter ? withoutAbsent(body.sample_filter) : null;
  const samples = chosenSamples(dataset, filter);
  if (samples.length === 0) throw noSamples();
  const row: Omit<EvaluationRow, "manifestHash"> = {
    id: newId("evaluation"),
    project: dataset.project,
    dataset: dataset.id,
    datasetVersion: dataset.version,
    model,
    name: body.name,
    evaluators,
    resolved,
    sampleFilter: filter,
    failOnError: body.fail_on_error,
    asOf,
    routing: body.routing ? resolvedRouting(body.routing) : null,
    metadata: body.metadata ?? {},
    judged: judge(dataset, samples, { keyed, model }),
    effective: new Map(),
    asking: null,
    createdAt: now,
    createdWork: clock.workNow(),
    end: null,
    shown: null,
    announced: false,
  };
  const conditions = { dataset: dataset.id, datasetVersion: dataset.version, model, evaluators: keyed };
  return { row, manifest: evaluationManifest(conditions) };
}

/** An evaluation that the caller can reach. @throws {ApiError} 404. */
function getEvaluation(caller: EvaluationCaller, id: string): EvaluationRow {
  const row = caller.workspace.evaluations.get(id);
  if (!row || !reaches(caller, row.project)) throw notFound("evaluation", id);
  return row;
}

function cancel(row: EvaluationRow, state: EvaluationState): void {
  const { status, startedAt, processed } = viewOf(row, state);
  const effect = cancellationIn(status);
  if (effect === "refuse") throw evaluationFinished(row.id, status);
  if (effect === "same_answer") return;
  row.asking?.stop();
  row.end = { status: "cancelled", startedAt, at: state.clock.now(), processed, error: null, results: null };
}

/** Makes an evaluation of a data set as it is now. */
async function createEvaluation(
  call: EvaluationCall,
  body: CreateEvaluationBody,
  parts: EvaluationParts,
): Promise<EvaluationRow> {
  const { row, manifest } = prepare(call, body, parts);
  const evaluation = { ...row, manifestHash: await sha256Hex(manifest) };
  call.caller.workspace.evaluations.set(evaluation.id, evaluation);
  startAsking(evaluation, call, secretsFor(call.caller.workspace, call.clock, body.evaluators));
  return evaluation;
}

/** What a caller that waits for an evaluation gets: one that has ended, unless evaluations are held. */
function awaited(row: EvaluationRow, state: EvaluationState): EvaluationRow {
  if (viewOf(row, state).status === "pending" || viewOf(row, state).status === "running") {
    const now = state.clock.now();
    if (!state.clock.held && !row.asking) row.end = endOf(row, { startedAt: now, at: now });
  }
  return row;
}

/** The routes of evaluations. */
export const evaluationHandlers = (parts: EvaluationParts): EvaluationHandlers<"evaluations"> => ({
  create: async ({ body }, call) => {
    const created = await call.commit(async () => ({
      status: 201 as const,
      body: toWire(call)(await createEvaluation(call, body, parts)),
    }));
    if (body.run_async) return created;
    const row = getEvaluation(call.caller, created.body.id);
    if (!call.clock.held) await untilAnswered(row);
    return { status: 201, body: toWire(call)(awaited(row, call)) };
  },
  list: ({ query }, call) => {
    const { project, dataset, status } = query;
    const rows = [...call.caller.workspace.evaluations.values()].filter(
      (row) =>
        reaches(call.caller, row.project) &&
        (project === undefined || row.project === project) &&
        (dataset === undefined || row.dataset === dataset) &&
        (status === undefined || viewOf(row, call).status === status),
    );
    const identity = { list: "evaluations", filter: { project, dataset, status } };
    return { status: 200, body: pageOf(rows, query, { ...identity, toWire: toWire(call), ...newestFirst }) };
  },
  get: ({ params }, call) => {
    const row = getEvaluation(call.caller, params.id);
    if (viewOf(row, call).results) refuseBlindEvaluations(call, [row.id]);
    return { status: 200, body: toWire(call)(row) };
  },
  results: ({ params, query }, call) => {
    const row = getEvaluation(call.caller, params.id);
    return { status: 200, body: resultPage(row, query, call) };
  },
  compare: ({ body }, call) =>
    call.commit(() => ({ status: 200, body: parts.compareEvaluations(call, body) })),
  cancel: ({ params }, call) =>
    call.commit(() => {
      const row = getEvaluation(call.caller, params.id);
      cancel(row, call);
      const { processed, cancelledAt } = viewOf(row, call);
      const progress = progressOf(row, processed);
      const cancelled_at = instant(cancelledAt ?? call.clock.now());
      return {
        status: 200,
        body: { id: row.id, object: "evaluation", status: "cancelled", progress, cancelled_at },
      };
    }),
});
