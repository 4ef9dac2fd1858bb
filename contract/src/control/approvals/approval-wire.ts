import { type CursorPages, cursorPages } from "../../platform/paging/cursor-pages.ts";
import type { Approval } from "./approval-object.ts";
import { type ApprovalRecord, approvalStatusAt } from "./approval-record.ts";

/** An approval at an instant, as in responses and events. */
export const approvalToWire = (
  { binding: _binding, ...approval }: ApprovalRecord,
  now: number,
): Approval => ({
  ...approval,
  status: approvalStatusAt(approval, now),
});

/** The filters of a list of approvals. */
interface ApprovalQuery {
  status?: Approval["status"] | undefined;
  agentId?: string | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
}

/** The paging of a list of approvals. @param id the type of the approval ids in cursors. */
export const approvalPages = (
  { status, agentId, ...query }: ApprovalQuery,
  id: "uuid" | "text",
): CursorPages =>
  cursorPages({ list: "approvals", filter: { status, agentId } }, query, {
    parts: ["integer", id],
    limit: 20,
  });
