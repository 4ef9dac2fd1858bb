import {
  callRemoteEvaluator,
  customSampleOf,
  type RemoteEffects,
  type RemoteEvaluatorRequest,
  type RemoteEvaluatorResponse,
  remoteRuleFor,
} from "@assay/contract/evaluation/evaluators/remote-evaluator";
import { uncallable } from "@assay/contract/evaluation/evaluators/remote-failures";
import { type KeyedEvaluator, keyEvaluators } from "@assay/contract/evaluation/evaluators/keyed-evaluators";
import type { EvaluatedDatasetSample } from "@assay/contract/evaluation/evaluations/outcomes/evaluated-dataset";
import { overRuns, runsOf } from "@assay/contract/evaluation/evaluations/outcomes/sample-runs";
import { limits } from "@assay/contract/platform/limits";
import type { Outcome } from "@assay/contract/domain";
import { causeOf, postCall } from "../../platform/outbound/post-call.ts";
import type { EvaluationRow } from "../evaluation-rows.ts";
import type { EvaluationState } from "../evaluation-tables.ts";

/**
 * Calls an evaluation's remote evaluators sample by sample. The evaluation ends when all evaluators have
 * responded. Retries are sent without a delay.
 *
 * @param secrets returns the signing secrets for the evaluator at a position.
 */
export function startEvaluators(
  row: EvaluationRow,
  state: Pick<EvaluationState, "clock" | "customEvaluator">,
  secrets: (position: number) => string[],
): void {
  const keyed = keyEvaluators(row.evaluators, row.resolved);
  if (!keyed.some(({ bound }) => bound.remote)) return;
  const stop = new AbortController();
  const effects: RemoteEffects = {
    send: senderOf(state.customEvaluator),
    pause: async () => {},
    now: () => state.clock.now(),
    random: () => 0.5,
  };
  const callOne = (request: Omit<RemoteEvaluatorRequest, "evaluation" | "triesBefore" | "secrets">) =>
    callRemoteEvaluator(
      { ...request, evaluation: row.id, triesBefore: 0, secrets: secrets(request.position) },
      effects,
      stop.signal,
    );
  const call = async (): Promise<void> => {
    const evaluated: EvaluatedDatasetSample[] = [];
    try {
      for (const { sample, ...whole } of row.evaluated) {
        const runs: EvaluatedDatasetSample[] = [];
        for (const { output, outcomes: before } of runsOf(whole)) {
          const about = { run: runs.length + 1, sample: customSampleOf({ ...sample, output }) };
          const outcomes = await outcomesOf(keyed, before, (request) => callOne({ ...about, ...request }));
          runs.push({ sample, output, outcomes });
        }
        evaluated.push(overRuns({ evaluators: keyed }, runs));
      }
      row.evaluated = evaluated;
    } catch (error) {
      if (!stop.signal.aborted) throw error;
    } finally {
      row.calling = null;
    }
  };
  row.calling = { done: call(), stop: () => stop.abort() };
}

/** Returns the outcomes of a run, with those of remote evaluators that have to be called. */
async function outcomesOf(
  keyed: readonly KeyedEvaluator[],
  before: readonly Outcome[],
  call: (request: Pick<RemoteEvaluatorRequest, "evaluator" | "position" | "rule">) => Promise<Outcome>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const [position, evaluator] of keyed.entries()) {
    const outcome = before[position];
    const rule = remoteRuleFor(evaluator.bound, outcome);
    if (rule) outcomes.push(await call({ evaluator, position, rule }));
    else if (outcome) outcomes.push(outcome);
  }
  return outcomes;
}

/** Waits for remote evaluators, but no longer than a request may wait. */
export async function waitForEvaluators({ calling }: EvaluationRow): Promise<void> {
  if (!calling) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const overdue = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limits.syncWaitSeconds * 1000);
  });
  await Promise.race([calling.done, overdue]);
  clearTimeout(timer);
}

const senderOf =
  (play: EvaluationState["customEvaluator"]): RemoteEffects["send"] =>
  async (call, signal) => {
    if (!play) return postCall(call, signal);
    signal.throwIfAborted();
    try {
      return jsonReply(await play(JSON.parse(call.body)));
    } catch (error) {
      signal.throwIfAborted();
      return uncallable(causeOf(error), false);
    }
  };

/** Encodes a function's result like a response. NaN and infinities, which JSON lacks, become strings. */
function jsonReply(result: unknown): RemoteEvaluatorResponse {
  const text = JSON.stringify(result ?? null, (_key, value: unknown) =>
    typeof value === "number" && !Number.isFinite(value) ? String(value) : value,
  );
  return { status: 200, retryAfter: null, body: new TextEncoder().encode(text) };
}
