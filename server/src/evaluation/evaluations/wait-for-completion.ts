import { limits } from "@assay/contract/platform/limits";
import { isFinal } from "@assay/contract/domain";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { completedChannel } from "./run/complete-evaluation.ts";
import { type EvaluationKey, type EvaluationRow, getEvaluation } from "./evaluation-queries.ts";

/**
 * Waits until an evaluation has ended, wherever its worker is.
 *
 * @param options `signal` ends the wait early; `timeoutMs`: longest wait, default the 30 s that a request may take;
 *   `pollMs`: how often it looks without being told, default 1 s.
 * @returns the evaluation in the state it has reached.
 */
export async function waitForCompletion(
  deps: Pick<PlatformDeps, "database">,
  key: EvaluationKey,
  options: { signal: AbortSignal; timeoutMs?: number; pollMs?: number },
): Promise<EvaluationRow> {
  const { signal, timeoutMs = limits.syncWaitSeconds * 1000, pollMs = 1000 } = options;
  const over = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  let told: (() => void) | undefined;
  const stopListening = await deps.database.listen(completedChannel, (id) => {
    if (id === key.evaluationId) told?.();
  });
  try {
    for (;;) {
      // Made before the look, so that what is announced during it is not missed.
      const news = new Promise<void>((resolve) => {
        told = resolve;
      });
      const evaluation = await getEvaluation(deps.database.knex, key);
      if (isFinal(evaluation.status) || over.aborted) return evaluation;
      await firstOf(news, pollMs, over);
    }
  } finally {
    await stopListening();
  }
}

/** Resolves with the first of an event, a time and an abort, and leaves nothing running behind. */
function firstOf(event: Promise<void>, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end);
    void event.then(end);
  });
}
