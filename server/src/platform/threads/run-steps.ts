import { setImmediate as nextTurn } from "node:timers/promises";
import type { Steps } from "@assay/contract/domain";

/** Maximum time for which a computation delays other requests (milliseconds). */
const maxTurnMs = 20;

/** Runs a long computation, and processes other requests after every 20 milliseconds of it. */
export async function runSteps<Result>(steps: Steps<Result>): Promise<Result> {
  let turnStarted = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() - turnStarted < maxTurnMs) continue;
    await nextTurn();
    turnStarted = performance.now();
  }
}
