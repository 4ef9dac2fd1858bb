// Written by `npm run generate` from the contract. Do not edit.
import { connect } from "../../client/connect.ts";
import type { AssayOptions } from "../../client/options.ts";
import type * as resources from "../resources.ts";

/**
 * Scores alone: the methods of `assay.scores` without the rest of the client.
 *
 * If the options are invalid, every call rejects. Code for handling failed calls is loaded when a call fails.
 *
 * @example
 * const client = createScores({ apiKey }); // or ASSAY_API_KEY, ASSAY_BASE_URL
 */
export function createScores(options?: AssayOptions): resources.Scores {
  const transport = connect(options);
  return {
    sample: (sample_id, query, own) => transport.call(["GET", "/v1/scores/samples/:sample_id"], { params: { sample_id }, query }, own),
    evaluation: (evaluation_id, query, own) => transport.call(["GET", "/v1/scores/evaluations/:evaluation_id"], { params: { evaluation_id }, query }, own),
    metrics: (project_id, query, own) => transport.call(["GET", "/v1/scores/projects/:project_id/metrics"], { params: { project_id }, query }, own),
    trends: (query, own) => transport.call(["GET", "/v1/scores/trends"], { query }, own),
    thresholdAnalysis: (body, own) => transport.call(["POST", "/v1/scores/threshold-analysis"], { body }, own),
  };
}
