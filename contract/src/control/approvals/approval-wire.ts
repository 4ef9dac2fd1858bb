import { type CursorPages, cursorPages } from "../../platform/paging/cursor-pages.ts";
import { type InstantRange, requireInstants } from "../../platform/requests/instant-range.ts";
import type { ControlWebhookEvent } from "../control-events.ts";
import type { Approval, ApprovalContents } from "./approval-object.ts";
import { type ApprovalRecord, approvalStatusAt } from "./approval-record.ts";

/** An approval at an instant, as in the evidence log. */
export const approvalContents = (
  { binding: _binding, ...approval }: ApprovalRecord,
  now: number,
): ApprovalContents => ({
  ...approval,
  status: approvalStatusAt(approval, now),
});

/**
 * Adds an approval's address in the console.
 *
 * @param publicUrl the server's public URL without a final slash; undefined if none is configured.
 */
export const linkedApproval = (approval: ApprovalContents, publicUrl: string | undefined): Approval => ({
  ...approval,
  consoleUrl: publicUrl === undefined ? null : `${publicUrl}/console/approvals/${approval.id}`,
});

/** An approval at an instant, as in responses. @param publicUrl as in `linkedApproval`. */
export const approvalToWire = (
  record: ApprovalRecord,
  now: number,
  publicUrl: string | undefined,
): Approval => linkedApproval(approvalContents(record, now), publicUrl);

/** An event of an approval before its payload has an address in the console. */
export type UnlinkedEvent = Omit<ControlWebhookEvent, "data"> & { data: ApprovalContents };

/** The webhook event of a change. @param publicUrl as in `linkedApproval`. */
export const linkedEvent = (event: UnlinkedEvent, publicUrl: string | undefined): ControlWebhookEvent => ({
  ...event,
  data: linkedApproval(event.data, publicUrl),
});

/** The filters of a list of approvals. */
interface ApprovalQuery extends InstantRange {
  status?: Approval["status"] | undefined;
  agentId?: string | undefined;
  tool?: string | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
}

/**
 * The paging of a list of approvals.
 *
 * @param id the type of the approval ids in cursors.
 * @throws {ApiError} 400 if the filters by time accept no instant.
 */
export function approvalPages({ limit, cursor, ...filter }: ApprovalQuery, id: "uuid" | "text"): CursorPages {
  requireInstants(filter);
  const list = { list: "approvals", filter };
  return cursorPages(list, { limit, cursor }, { parts: ["integer", id], limit: 20 });
}
