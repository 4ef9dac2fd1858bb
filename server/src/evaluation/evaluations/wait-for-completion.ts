import { limits } from "@assay/contract/platform/limits";
import { isFinal } from "@assay/contract/domain";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { completedChannel } from "./run/complete-evaluation.ts";
import { type EvaluationKey, type EvaluationRow, getEvaluation } from "./evaluation-queries.ts";

/**
 * Waits until an evaluation has ended, regardless of which process ends it.
 *
 * @param options `signal` ends the wait early. `timeoutMs` limits the wait (default: 30 s, the limit for
 * requests). `pollMs` is the polling interval for missed notifications (default: 1 s).
 * @returns the evaluation in its current state.
 */
export async function waitForCompletion(
  deps: Pick<PlatformDeps, "database">,
  key: EvaluationKey,
  options: { signal: AbortSignal; timeoutMs?: number; pollMs?: number },
): Promise<EvaluationRow> {
  const { signal, timeoutMs = limits.syncWaitSeconds * 1000, pollMs = 1000 } = options;
  const over = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  let notify: (() => void) | undefined;
  const stopListening = await deps.database.listen(completedChannel, (id) => {
    if (id === key.evaluationId) notify?.();
  });
  try {
    for (;;) {
      // Created before the read, so that a notification that arrives during the read is not missed.
      const notification = new Promise<void>((resolve) => {
        notify = resolve;
      });
      const evaluation = await getEvaluation(deps.database.knex, key);
      if (isFinal(evaluation.status) || over.aborted) return evaluation;
      await firstOf(notification, pollMs, over);
    }
  } finally {
    await stopListening();
  }
}

/** Resolves at an event, a timeout or an abort, whichever comes first, and then cleans up. */
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
