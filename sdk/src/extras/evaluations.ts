import { Evaluations as GeneratedEvaluations } from "../generated/resources.ts";
import type { Evaluation } from "../generated/types.ts";
import { waitForEvaluation, type WaitOptions } from "../wait.ts";

/** Evaluations. */
export class Evaluations extends GeneratedEvaluations {
  /**
   * Wait until an evaluation has completed, failed or been cancelled, and return it.
   *
   * @throws {EvaluationFailedError} when it failed or was cancelled, unless `throwOnFailure` is false.
   * @throws {TimeoutError} when it is not done after `timeoutMs`; it runs on.
   */
  wait(id: string, options?: WaitOptions): Promise<Evaluation> {
    return waitForEvaluation((one, limits) => this.get(one, limits), id, {
      clock: this.transport.clock,
      ...options,
    });
  }
}
