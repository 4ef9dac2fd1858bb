import * as z from "zod";
import { answers, c, route } from "../../platform/c.ts";
import {
  idempotencyHeaders,
  optional,
  pathId,
  queryFlag,
  queryInstant,
  queryInteger,
} from "../../platform/common.ts";
import { limits } from "../../platform/limits.ts";
import { streamHeaders, streamResponse } from "../../evidence/events/events.ts";
import { approval, approvalStatus, exampleApproval } from "./approval-object.ts";

const page = z
  .object({
    approvals: z
      .array(approval)
      .max(limits.approvalsPerPage)
      .meta({ description: "The approvals of this page." }),
    nextCursor: z
      .string()
      .max(2000)
      .nullable()
      .meta({ description: "`cursor` of the next page; null on the last page." }),
  })
  .meta({
    id: "ApprovalPage",
    description: "One page of approvals.",
    examples: [{ approvals: [exampleApproval], nextCursor: null }],
  });

const decideBody = z
  .strictObject({
    decision: z.enum(["approve", "reject"]).meta({ description: "The decision." }),
    reason: optional(
      z.string().min(1).max(2000).meta({ description: "Reason, stored in the evidence log." }),
    ),
  })
  .meta({
    id: "DecideApproval",
    description: "The decision on an approval.",
    examples: [{ decision: "approve", reason: "The patient agreed." }],
  });

const withdrawBody = z
  .strictObject({
    reason: optional(
      z.string().min(1).max(2000).meta({ description: "Reason, stored in the evidence log." }),
    ),
  })
  .meta({
    id: "WithdrawApproval",
    description: "The reason of a withdrawal.",
    examples: [{ reason: "The call is no longer needed." }],
  });

const nameFilter = z
  .string()
  .min(1)
  .max(256)
  .refine((text) => !text.includes("\u0000"), { error: "must not contain U+0000" })
  .optional();

const tag = "Approvals";
const read = { tag, scope: "approvals:read", workspaceLevel: true } as const;

export const approvalRoutes = c.router({
  list: route({
    method: "GET",
    path: "/api/approvals",
    summary: "List approvals",
    description: "Returns approvals, the newest first.",
    query: z.strictObject({
      status: approvalStatus.optional(),
      agentId: nameFilter.meta({ description: "Filter by agent." }),
      tool: nameFilter.meta({ description: "Filter by the tool that the agent calls." }),
      from: queryInstant("Only approvals requested at or after this time"),
      to: queryInstant("Only approvals requested before this time, which must be after `from`"),
      limit: queryInteger(
        `Page size, 1 to ${limits.approvalsPerPage}; default 20.`,
        1,
        limits.approvalsPerPage,
      ),
      cursor: z
        .string()
        .min(1)
        .max(2000)
        .optional()
        .meta({ description: "`nextCursor` of the previous page, which was requested with these filters." }),
    }),
    responses: answers({ 200: page }),
    metadata: {
      operationId: "listApprovals",
      sdk: "control.approvals.list",
      itemsMember: "approvals",
      ...read,
    },
  }),
  // Declared before the route that returns one approval, because the path of that route also matches requests
  // for the stream.
  stream: route({
    method: "GET",
    path: "/api/approvals/stream",
    summary: "Follow changes of approvals",
    description:
      "Streams server-sent events. `event` is the kind of a change, `data` is the approval after it, and `id` is the position in the evidence log. The stream continues after `Last-Event-ID`. Without this header, it starts with the next change. `approval.expired` is sent within 2 seconds, with the previous `id`, and again when the log contains it. Keys and limits are those of `GET /api/events/stream`.",
    headers: streamHeaders,
    query: z.strictObject({
      snapshot: queryFlag(
        "Whether the stream first sends each pending approval as `approval.pending` without an `id`, then `approval.snapshot_end`, then each later change. Ignored with `Last-Event-ID`.",
      ),
    }),
    responses: answers({ 200: streamResponse }),
    metadata: { operationId: "streamApprovals", sdk: null, ...read },
  }),
  get: route({
    method: "GET",
    path: "/api/approvals/:id",
    summary: "Get an approval",
    description: "Returns one approval by its id.",
    pathParams: pathId("approval"),
    responses: answers({ 200: approval }),
    metadata: { operationId: "getApproval", sdk: "control.approvals.get", ...read },
  }),
  decide: route({
    method: "POST",
    path: "/api/approvals/:id/decision",
    summary: "Approve or reject a request",
    description:
      "Approves or rejects a call. The requester's owner, and a key that does not meet `approverRequirement`, get 403. The approval is pending until `requiredApprovals` owners have approved; the owner of a key is its reviewer, else the key itself. One rejection is final. A repeated decision changes nothing. 409 for a late decision. An approval permits one use, for which the policies are evaluated again.",
    pathParams: pathId("approval"),
    headers: idempotencyHeaders,
    body: decideBody,
    responses: answers({ 200: approval }, 409),
    metadata: {
      operationId: "decideApproval",
      tag,
      scope: "approvals:decide",
      sdk: "control.approvals.decide",
      bodyLimits: "call",
      workspaceLevel: true,
    },
  }),
  withdraw: route({
    method: "POST",
    path: "/api/approvals/:id/withdraw",
    summary: "Withdraw a request or an approval",
    description:
      "The requester's owner ends the approval (scope `authorize`; status `withdrawn`, final). An approver takes back their own approval (scope `approvals:decide`; status `pending`). 409 for an approval that is used, rejected, withdrawn or expired.",
    pathParams: pathId("approval"),
    headers: idempotencyHeaders,
    body: withdrawBody,
    responses: answers({ 200: approval }, 409),
    metadata: {
      operationId: "withdrawApproval",
      tag,
      scope: "authorize",
      otherScope: "approvals:decide",
      sdk: "control.approvals.withdraw",
      bodyLimits: "call",
      workspaceLevel: true,
    },
  }),
});
