import type { CustomEvaluatorAnswer, CustomEvaluatorRequest } from "../../../evaluation/custom-evaluator.ts";

/** Plays the custom evaluators. */
export type PlayCustomEvaluator = (
  request: CustomEvaluatorRequest,
) => CustomEvaluatorAnswer | Promise<CustomEvaluatorAnswer>;
