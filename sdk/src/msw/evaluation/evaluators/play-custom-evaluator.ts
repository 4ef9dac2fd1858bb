import type {
  CustomEvaluatorResponse,
  CustomEvaluatorRequest,
} from "../../../evaluation/custom-evaluator.ts";

/** Responds in place of the custom evaluators. */
export type PlayCustomEvaluator = (
  request: CustomEvaluatorRequest,
) => CustomEvaluatorResponse | Promise<CustomEvaluatorResponse>;
