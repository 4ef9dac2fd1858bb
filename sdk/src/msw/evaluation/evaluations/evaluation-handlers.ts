import { checkWorkspaceLoad } from "@assay/contract/workspace/workspace-load";
import {
  checkSettings,
  checkReferences,
  checkRoutingScope,
  newEvaluation,
  newEvaluators,
  newSampleFilter,
} from "@assay/contract/evaluation/evaluations/evaluation-creation-rules";
import {
  evaluateSamples,
  findNoOutputs,
} from "@assay/contract/evaluation/evaluations/outcomes/evaluated-dataset";
import { chosenSamples } from "@assay/contract/evaluation/samples/dataset-contents";
import { cancels } from "@assay/contract/evaluation/evaluations/evaluation-end-rules";
import { keyEvaluators } from "@assay/contract/evaluation/evaluators/keyed-evaluators";
import { cancellationToWire, shownEvaluation } from "@assay/contract/evaluation/evaluations/evaluation-wire";
import type { CreateEvaluationBody } from "@assay/contract/evaluation/evaluations/evaluations";
import type { RoutingInput } from "@assay/contract/evaluation/routing/evaluation-routing";
import { type EffectiveScores, isFinal } from "@assay/contract/domain";
import { startEvaluators, waitForEvaluators } from "../evaluators/call-evaluators.ts";
import { getEvaluation, pendingBlind, refuseBlindEvaluations } from "./evaluation-access.ts";
import { resultPage } from "./evaluation-results.ts";
import { endOf, evaluationNow, evaluationRecord } from "./evaluation-run.ts";
import { filterOf } from "@assay/contract/platform/paging/list-page";
import { hasValues, newestPage } from "@assay/contract/platform/paging/sorted-page";
import { findDataset } from "../datasets/dataset-versions.ts";
import { listReached } from "@assay/contract/workspace/reached-rows";
import { findProject } from "../../workspace/reach.ts";
import { secretsFor } from "../evaluators/custom-evaluator-secret-handlers.ts";
import type { EvaluationRow } from "../evaluation-rows.ts";
import type {
  EvaluationCall,
  EvaluationCaller,
  EvaluationHandlers,
  EvaluationState,
} from "../evaluation-tables.ts";

/** Dependencies on other wings. */
export interface EvaluationParts {
  /** Checks the routing. @throws {ApiError} 422 for routing that could create no task. */
  checkRouting(
    caller: EvaluationCaller,
    wanted: { project: string; routing: RoutingInput; now: number },
  ): void;
}

const evaluationToWireFor = (call: EvaluationCall) => (row: EvaluationRow) =>
  shownEvaluation(evaluationRecord(row, call), pendingBlind(call, row));

/** Evaluates a dataset's current version. @throws {ApiError} for refusals by the creation rules. */
function createEvaluation(
  call: EvaluationCall,
  body: CreateEvaluationBody,
  parts: EvaluationParts,
): EvaluationRow {
  const { caller, clock, newId } = call;
  const { workspace } = caller;
  checkRoutingScope(body, caller.scopes);
  const evaluators = newEvaluators(body);
  const now = clock.now();
  checkSettings(body, evaluators, now);
  const { dataset, model } = checkReferences(body, {
    project: findProject(caller, body.project),
    dataset: findDataset(caller, body.dataset),
    model: workspace.models.get(body.model ?? ""),
  });
  if (body.routing) parts.checkRouting(caller, { project: dataset.project, routing: body.routing, now });
  const guidelineSets = [...workspace.guidelineSets.values()].map(({ set }) => set);
  const samples = chosenSamples(dataset, newSampleFilter(body));
  const chosen = { evaluators, dataset, model, guidelineSets, total: samples.length };
  const setup = newEvaluation(body, chosen, { now, newId });
  const open = [...workspace.evaluations.values()].filter((row) => !isFinal(evaluationNow(row, call).status));
  checkWorkspaceLoad({ runningEvaluations: open.length, readyJobs: 0 });
  const evaluated = evaluateSamples(dataset, samples, {
    keyed: keyEvaluators(evaluators, setup.resolved),
    model,
    runs: setup.runs,
  });
  const noOutputs = findNoOutputs(dataset, samples, { models: workspace.models, model, runs: setup.runs });
  const row: EvaluationRow = { ...setup, ...notEnded(), evaluated, noOutputs, createdWork: clock.workNow() };
  workspace.evaluations.set(row.id, row);
  startEvaluators(row, call, secretsFor(workspace, call, body.evaluators));
  return row;
}

const notEnded = () => ({
  effective: new Map<string, EffectiveScores>(),
  calling: null,
  end: null,
  shown: null,
  isEndEmitted: false,
});

function cancel(row: EvaluationRow, state: EvaluationState): void {
  const { status, startedAt, processed } = evaluationNow(row, state);
  if (!cancels({ id: row.id, status })) return;
  row.calling?.stop();
  row.end = { status: "cancelled", startedAt, at: state.clock.now(), processed, error: null, results: null };
}

/**
 * Returns the evaluation to a caller that waited for its end. The evaluation has ended, unless evaluations
 * are held.
 */
function awaited(row: EvaluationRow, state: EvaluationState): EvaluationRow {
  const now = state.clock.now();
  if (!isFinal(evaluationNow(row, state).status) && !state.clock.held && !row.calling)
    row.end = endOf(row, { startedAt: now, at: now });
  return row;
}

/** Creates an evaluation and waits until it ends, unless it runs in the background. */
async function createAndWait(call: EvaluationCall, body: CreateEvaluationBody, parts: EvaluationParts) {
  const toWire = evaluationToWireFor(call);
  const created = await call.commit(() => toWire(createEvaluation(call, body, parts)));
  if (body.run_async) return created;
  const row = getEvaluation(call.caller, created.id);
  if (!call.clock.held) await waitForEvaluators(row);
  return toWire(awaited(row, call));
}

type ListQuery = Parameters<EvaluationHandlers<"evaluations">["list"]>[0]["query"];

function evaluationPage(call: EvaluationCall, query: ListQuery) {
  const rows = listReached(call.caller, call.caller.workspace.evaluations).filter((row) =>
    hasValues(evaluationRecord(row, call), filterOf(query)),
  );
  return newestPage(rows, query, { list: "evaluations", toWire: evaluationToWireFor(call) });
}

export const evaluationHandlers = (
  parts: EvaluationParts,
): Omit<EvaluationHandlers<"evaluations">, "compare" | "compareCandidates" | "comparePairs"> => ({
  create: ({ body }, call) => createAndWait(call, body, parts),
  list: ({ query }, call) => evaluationPage(call, query),
  get: ({ params }, call) => {
    const row = getEvaluation(call.caller, params.id);
    if (evaluationNow(row, call).results) refuseBlindEvaluations(call, [row.id]);
    return evaluationToWireFor(call)(row);
  },
  results: ({ params, query }, call) => resultPage(getEvaluation(call.caller, params.id), query, call),
  cancel: ({ params }, call) =>
    call.commit(() => {
      const row = getEvaluation(call.caller, params.id);
      cancel(row, call);
      return cancellationToWire(evaluationRecord(row, call));
    }),
});
