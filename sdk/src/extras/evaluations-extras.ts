import type * as generated from "../generated/resources.ts";
import type { Evaluation } from "../generated/types.ts";
import type { WaitOptions } from "../evaluation/wait-for-evaluation.ts";

/** Evaluations. */
export interface Evaluations extends generated.Evaluations {
  /**
   * Wait until an evaluation is completed, failed or cancelled, and return it.
   *
   * @throws {EvaluationFailedError} if it failed or was cancelled, unless `throwOnFailure` is false.
   * @throws {TimeoutError} if it is not done after `timeoutMs`; the evaluation continues.
   */
  wait(id: string, options?: WaitOptions): Promise<Evaluation>;
}
