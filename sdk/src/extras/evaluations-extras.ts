import type * as generated from "../generated/resources.ts";
import type { Evaluation } from "../generated/types.ts";
import type { WaitOptions } from "../evaluation/wait-for-evaluation.ts";

/** Evaluations. */
export interface Evaluations extends generated.Evaluations {
  /**
   * Wait until an evaluation has completed, failed or been cancelled, and return it.
   *
   * @throws {EvaluationFailedError} when it failed or was cancelled, unless `throwOnFailure` is false.
   * @throws {TimeoutError} when it is not done after `timeoutMs`; it runs on.
   */
  wait(id: string, options?: WaitOptions): Promise<Evaluation>;
}
