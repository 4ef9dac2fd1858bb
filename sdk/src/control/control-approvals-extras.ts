import type { ApprovalChange, ApprovalStreamOptions } from "./approval-stream.ts";
import type { WaitForApprovalOptions } from "./wait-for-approval.ts";
import type * as generated from "../generated/resources.ts";
import type { Approval } from "../generated/types.ts";

/** Approvals. */
export interface ControlApprovals extends generated.ControlApprovals {
  /**
   * Wait until an approval is approved, used, rejected, withdrawn or expired, and return it.
   *
   * @throws {WaitTimeout} if it is still pending after `timeoutMs`; it stays pending.
   * @throws {AbortError} if `signal` aborts.
   */
  wait(id: string, options?: WaitForApprovalOptions): Promise<Approval>;

  /**
   * Follow changes of approvals. A broken connection is reopened without losing a change, and each combination of
   * approval, status and number of given approvals is returned once, except after a withdrawal.
   *
   * @example
   * for await (const { event, approval } of assay.control.approvals.stream({ snapshot: true })) console.log(event, approval.id);
   * @throws {ApiError} if the stream is refused, for example after the key is revoked; {AbortError} if `signal`
   * aborts.
   */
  stream(options?: ApprovalStreamOptions): AsyncGenerator<ApprovalChange, void, undefined>;
}
