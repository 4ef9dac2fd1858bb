import type * as generated from "../generated/resources.ts";
import type { RequestOptions } from "../client/options.ts";

/** Proofs of the evidence log. */
export interface ControlEvidence extends generated.ControlEvidence {
  /**
   * Export the whole log: one event per line, followed by the signed checkpoint. The body is returned unread;
   * use `verifyExport` from `@assay/sdk/verify` to verify it.
   *
   * @throws {ApiError} with status 401, 403, 409, 429, 5xx.
   */
  export(options?: RequestOptions): Promise<Response>;
}
