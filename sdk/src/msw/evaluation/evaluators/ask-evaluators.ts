import {
  askRemoteEvaluator,
  type RemoteEffects,
  type RemoteReply,
} from "@assay/contract/evaluation/evaluators/remote-evaluator";
import { keyEvaluators } from "@assay/contract/evaluation/evaluations/evaluation-rules";
import { limits } from "@assay/contract/platform/limits";
import type { Outcome } from "@assay/contract/domain";
import { failedCall, postCall } from "../../platform/outbound/post-call.ts";
import type { EvaluationRow, JudgedSample } from "../evaluation-rows.ts";
import type { EvaluationState } from "../evaluation-tables.ts";

/**
 * Asks the remote evaluators of an evaluation, sample by sample; until all have answered, the evaluation does not end.
 * Repetitions follow at once, for a mock waits for nothing.
 *
 * @param secrets what calls to the evaluator at a position are signed with.
 */
export function startAsking(
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
  const answered = async (judged: JudgedSample): Promise<JudgedSample> => {
    const outcomes: Outcome[] = [];
    for (const [position, outcome] of judged.outcomes.entries()) {
      const evaluator = keyed[position];
      const rule = evaluator?.bound.remote;
      const question = { evaluation: row.id, position, sample: toldOf(judged), triesBefore: 0 };
      outcomes.push(
        evaluator && rule && outcome.status !== "skipped"
          ? await askRemoteEvaluator(
              { ...question, evaluator, rule, secrets: secrets(position) },
              effects,
              stop.signal,
            )
          : outcome,
      );
    }
    return { ...judged, outcomes };
  };
  const ask = async (): Promise<void> => {
    const judged: JudgedSample[] = [];
    try {
      for (const sample of row.judged) judged.push(await answered(sample));
      row.judged = judged;
    } catch (error) {
      if (!stop.signal.aborted) throw error;
    } finally {
      row.asking = null;
    }
  };
  row.asking = { done: ask(), stop: () => stop.abort() };
}

const toldOf = ({ sample, output }: JudgedSample) => ({
  id: sample.id,
  external_id: sample.externalId,
  input: sample.input,
  output,
  expected: sample.expected,
  metadata: { ...sample.metadata },
});

/** Waits for the answers of remote evaluators, but no longer than a request may. */
export async function untilAnswered({ asking }: EvaluationRow): Promise<void> {
  if (!asking) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const overdue = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limits.syncWaitSeconds * 1000);
  });
  await Promise.race([asking.done, overdue]);
  clearTimeout(timer);
}

function senderOf(play: EvaluationState["customEvaluator"]): RemoteEffects["send"] {
  return async (call, signal) => {
    signal.throwIfAborted();
    try {
      return play ? answerOf(await play(JSON.parse(call.body))) : await postCall(call, signal);
    } catch (error) {
      signal.throwIfAborted();
      return failedCall(error, call, play === undefined);
    }
  };
}

/** What a function answered, as if it had come over the wire; there are no NaN and infinities in JSON, so their names go. */
function answerOf(answer: unknown): RemoteReply {
  const text = JSON.stringify(answer ?? null, (_key, value: unknown) =>
    typeof value === "number" && !Number.isFinite(value) ? String(value) : value,
  );
  return { status: 200, retryAfter: null, body: new TextEncoder().encode(text) };
}
