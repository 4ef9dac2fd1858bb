// Written by `npm run generate` from the contract. Do not edit.
import { connect } from "../../client/connect.ts";
import type { AssayOptions } from "../../client/options.ts";
import type * as resources from "../resources.ts";

/**
 * Custom evaluators alone: the methods of `assay.customEvaluatorSecret` without the rest of the client.
 *
 * A fault in the options rejects each call; what a call needs when it fails is loaded when one does.
 *
 * @example
 * const client = createCustomEvaluatorSecret({ apiKey }); // or ASSAY_API_KEY, ASSAY_BASE_URL
 */
export function createCustomEvaluatorSecret(options?: AssayOptions): resources.CustomEvaluatorSecret {
  const transport = connect(options);
  return {
    rotate: (body = {}, own) => transport.call(["POST", "/v1/custom_evaluator_secret/rotate"], { body }, own),
  };
}
