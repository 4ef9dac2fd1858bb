import {
  callRemoteEvaluator,
  type RemoteEffects,
  type RemoteEvaluatorResponse,
  remoteRuleFor,
} from "@assay/contract/evaluation/evaluators/remote-evaluator";
import { uncallable } from "@assay/contract/evaluation/evaluators/remote-failures";
import { keyEvaluators } from "@assay/contract/evaluation/evaluators/keyed-evaluators";
import { limits } from "@assay/contract/platform/limits";
import type { Outcome } from "@assay/contract/domain";
import { causeOf, postCall } from "../../platform/outbound/post-call.ts";
import type { EvaluationRow, EvaluatedSampleRow } from "../evaluation-rows.ts";
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
  const call = async (): Promise<void> => {
    const evaluated: EvaluatedSampleRow[] = [];
    try {
      for (const sampleRow of row.evaluated) {
        const outcomes: Outcome[] = [];
        for (const [position, evaluator] of keyed.entries()) {
          const outcome = sampleRow.outcomes[position];
          const rule = remoteRuleFor(evaluator.bound, outcome);
          const about = { evaluation: row.id, position, sample: customSample(sampleRow), triesBefore: 0 };
          const request = { ...about, evaluator, secrets: secrets(position) };
          if (rule) outcomes.push(await callRemoteEvaluator({ ...request, rule }, effects, stop.signal));
          else if (outcome) outcomes.push(outcome);
        }
        evaluated.push({ ...sampleRow, outcomes });
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

const customSample = ({ sample, output }: EvaluatedSampleRow) => ({
  id: sample.id,
  external_id: sample.externalId,
  input: sample.input,
  output,
  expected: sample.expected,
  metadata: { ...sample.metadata },
});

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
