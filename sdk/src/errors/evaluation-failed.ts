import { AssayError, brand } from "./errors.ts";
import type { Evaluation } from "../generated/types.ts";

/**
 * The evaluation failed or was cancelled. The member `evaluation` contains the evaluation, and the message
 * states the reason.
 */
export class EvaluationFailedError extends AssayError {
  declare readonly name: "EvaluationFailedError";
  static {
    brand(this, "EvaluationFailedError");
  }
  declare readonly evaluation: Evaluation;

  constructor(message: string, evaluation: Evaluation) {
    super(message);
    Object.assign(this, { evaluation });
  }
}
