import type * as generated from "../generated/resources.ts";
import type { RequestOptions } from "../client/options.ts";

/** Proofs of the evidence log. */
export interface ControlEvidence extends generated.ControlEvidence {
  /**
   * Export the whole log: one event per line, then the signed checkpoint. The body is returned unread;
   * `verifyExport` of `@assay/sdk/verify` verifies it.
   *
   * @throws {ApiError} with status 401, 403, 409, 429, 5xx.
   */
  export(options?: RequestOptions): Promise<Response>;
}
