import type {
  CustomEvaluatorResponse,
  CustomEvaluatorRequest,
} from "../../../evaluation/custom-evaluator.ts";

/** Plays the custom evaluators. */
export type PlayCustomEvaluator = (
  request: CustomEvaluatorRequest,
) => CustomEvaluatorResponse | Promise<CustomEvaluatorResponse>;
