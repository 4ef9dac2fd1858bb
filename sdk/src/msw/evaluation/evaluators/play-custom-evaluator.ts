import type {
  CustomEvaluatorResponse,
  CustomEvaluatorRequest,
} from "../../../evaluation/custom-evaluator.ts";

/** Responds for the custom evaluators. */
export type PlayCustomEvaluator = (
  request: CustomEvaluatorRequest,
) => CustomEvaluatorResponse | Promise<CustomEvaluatorResponse>;
