import * as z from "zod";
import { answers, c, route } from "../../platform/c.ts";
import {
  idempotencyHeaders,
  idOf,
  milliseconds,
  optional,
  pathId,
  queryInteger,
} from "../../platform/common.ts";
import { digestText } from "../../evidence/events/event-object.ts";
import { exampleDigest, exampleIds } from "../../platform/example-values.ts";
import { limits } from "../../platform/limits.ts";
import { policyReason } from "../decisions/policy-decision-data.ts";

const statuses = ["pending", "approved", "rejected", "used", "expired"] as const;
const status = z.enum(statuses).meta({
  description:
    "`pending`: waits for a human; `approved`: usable once, until it expires; `rejected`, `used` and `expired` are final.",
});
const named = (what: string) =>
  z
    .object({
      type: z.string().max(128).meta({ description: "Type." }),
      id: z.string().max(256).meta({ description: "Id." }),
    })
    .meta({ description: `${what}, without its properties.` });

const exampleApproval = {
  id: exampleIds.approval,
  status: "pending" as const,
  decisionId: exampleIds.decision,
  subject: { type: "agent", id: "triage-bot" },
  action: { name: "tools/call" },
  resource: { type: "tool", id: "chart.write" },
  args: { patient: "p-1042", note: "Seen." },
  session: "visit-118",
  reasons: [
    {
      policyId: "latch-4",
      version: 1,
      outcome: "ask" as const,
      code: "approval_required",
      message: "The call is of high risk: a human has to approve it.",
    },
  ],
  actionDigest: exampleDigest,
  requestedBy: exampleIds.apiKey,
  createdAt: 1_772_443_800_000,
  expiresAt: 1_772_444_700_000,
  decidedAt: null,
  decidedBy: null,
  reason: null,
  usedAt: null,
  usedBy: null,
};

/** An approval, as in responses and events. */
export const approval = z
  .object({
    id: idOf("approval"),
    status,
    decisionId: idOf("decision").meta({ description: "The decision with the outcome `ask`." }),
    subject: named("The subject of the request"),
    action: z
      .object({ name: z.string().max(128).meta({ description: "Name." }) })
      .meta({ description: "The requested action." }),
    resource: named("The resource of the request"),
    args: z
      .record(z.string().max(1000), z.unknown())
      .nullable()
      .meta({ description: "The arguments with redacted secrets; null: too large to store." }),
    session: z
      .string()
      .max(limits.eventSessionCharacters)
      .nullable()
      .meta({ description: "The session of the request." }),
    reasons: z.array(policyReason).max(500).meta({ description: "Reasons for the human decision." }),
    actionDigest: digestText(
      "Digest that binds the approval: agent, action, resource, arguments and policies (RFC 8785).",
    ),
    requestedBy: idOf("api_key").meta({ description: "The API key of the request." }),
    createdAt: milliseconds("Time of the request."),
    expiresAt: milliseconds("Expiry of the decision and of the use."),
    decidedAt: milliseconds("Decision time; null: not decided.").nullable(),
    decidedBy: idOf("api_key")
      .nullable()
      .meta({ description: "The API key of the decision; null: not decided." }),
    reason: z
      .string()
      .max(2000)
      .nullable()
      .meta({ description: "Reason of the decision, stated by its author." }),
    usedAt: milliseconds("Time of use; null: not used.").nullable(),
    usedBy: idOf("decision").nullable().meta({ description: "The decision that used the approval." }),
  })
  .meta({
    id: "Approval",
    description: "A request that waits for a human decision.",
    examples: [exampleApproval],
  });

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

const tag = "Approvals";
const read = { tag, scope: "approvals:read", workspaceLevel: true } as const;

export const approvalRoutes = c.router({
  list: route({
    method: "GET",
    path: "/api/approvals",
    summary: "List approvals",
    description: "Returns approvals, the newest first.",
    query: z.strictObject({
      status: status.optional(),
      agentId: z
        .string()
        .min(1)
        .max(256)
        .refine((text) => !text.includes("\u0000"), { error: "must not contain U+0000" })
        .optional()
        .meta({ description: "Filter by agent." }),
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
        .meta({ description: "`nextCursor` of the previous page, with the same filters." }),
    }),
    responses: answers({ 200: page }),
    metadata: { operationId: "listApprovals", sdk: "control.approvals.list", ...read },
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
      "Decides a pending approval. The key must belong to another owner than the requester's key, otherwise 403. Repeating the same decision changes nothing; a different or a late decision: 409. An approval permits one use of the requested action, whose policies are evaluated again at that time.",
    pathParams: pathId("approval"),
    headers: idempotencyHeaders,
    body: decideBody,
    responses: answers({ 200: approval }, 409),
    metadata: {
      operationId: "decideApproval",
      tag,
      scope: "approvals:decide",
      sdk: "control.approvals.decide",
      workspaceLevel: true,
    },
  }),
});

/** An approval, as in responses. */
export type Approval = z.output<typeof approval>;
