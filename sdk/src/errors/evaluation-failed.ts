import { AssayError, brand } from "./errors.ts";
import type { Evaluation } from "../generated/types.ts";

/** The evaluation failed or was cancelled. `evaluation` contains it, and the message states the reason. */
export class EvaluationFailedError extends AssayError {
  declare readonly name: "EvaluationFailedError";
  static {
    brand(this, "EvaluationFailedError");
  }
  readonly evaluation: Evaluation;

  constructor(evaluation: Evaluation) {
    const { id, status, progress, error } = evaluation;
    const reached = `sample ${progress.completed + progress.failed} of ${progress.total}`;
    super(`Evaluation ${id} ended as ${status} after ${reached}${error ? `: ${error}` : "."}`);
    this.evaluation = evaluation;
  }
}
