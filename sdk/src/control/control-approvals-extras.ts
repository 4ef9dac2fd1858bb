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
}
