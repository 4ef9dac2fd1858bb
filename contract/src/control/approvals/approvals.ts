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
    "`pending`: waits for a human; `approved`: may be used once, until it expires; `rejected`, `used` and `expired` are final.",
});
const named = (what: string) =>
  z
    .object({
      type: z.string().max(128).meta({ description: "Its type." }),
      id: z.string().max(256).meta({ description: "Its id." }),
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
    decisionId: idOf("decision").meta({ description: "The decision that asks." }),
    subject: named("Who wants to act"),
    action: z
      .object({ name: z.string().max(128).meta({ description: "Its name." }) })
      .meta({ description: "What it wants to do." }),
    resource: named("What it wants to do it to"),
    args: z
      .record(z.string().max(1000), z.unknown())
      .nullable()
      .meta({ description: "The arguments, secrets redacted; null: too large to be kept." }),
    session: z.string().max(limits.eventSessionCharacters).nullable().meta({ description: "Its session." }),
    reasons: z.array(policyReason).max(500).meta({ description: "Why a human is asked." }),
    actionDigest: digestText(
      "What the approval is bound to: agent, action, resource, arguments and policies (RFC 8785).",
    ),
    requestedBy: idOf("api_key").meta({ description: "The API key that asked for it." }),
    createdAt: milliseconds("When it was asked for."),
    expiresAt: milliseconds("Until when it can be given and used."),
    decidedAt: milliseconds("When it was decided; null: it was not.").nullable(),
    decidedBy: idOf("api_key").nullable().meta({ description: "The API key that decided; null: none has." }),
    reason: z.string().max(2000).nullable().meta({ description: "What whoever decided said." }),
    usedAt: milliseconds("When it was used; null: it was not.").nullable(),
    usedBy: idOf("decision").nullable().meta({ description: "The decision that used it." }),
  })
  .meta({ id: "Approval", description: "What waits for a human.", examples: [exampleApproval] });

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
      .meta({ description: "`cursor` of the next page; null when nothing follows." }),
  })
  .meta({
    id: "ApprovalPage",
    description: "One page of approvals.",
    examples: [{ approvals: [exampleApproval], nextCursor: null }],
  });

const decideBody = z
  .strictObject({
    decision: z.enum(["approve", "reject"]).meta({ description: "What is decided." }),
    reason: optional(z.string().min(1).max(2000).meta({ description: "Why; kept in the evidence log." })),
  })
  .meta({
    id: "DecideApproval",
    description: "What is decided.",
    examples: [{ decision: "approve", reason: "The patient agreed." }],
  });

const tag = "Approvals";
const read = { tag, scope: "approvals:read", workspaceLevel: true } as const;

export const approvalRoutes = c.router({
  list: route({
    method: "GET",
    path: "/api/approvals",
    summary: "List approvals",
    description: "The newest first.",
    query: z.strictObject({
      status: status.optional(),
      agentId: z
        .string()
        .min(1)
        .max(256)
        .refine((text) => !text.includes("\u0000"), { error: "must not contain U+0000" })
        .optional()
        .meta({ description: "Only those of this agent." }),
      limit: queryInteger(
        `Page size, 1 to ${limits.approvalsPerPage}; 20 when left out.`,
        1,
        limits.approvalsPerPage,
      ),
      cursor: z
        .string()
        .min(1)
        .max(2000)
        .optional()
        .meta({ description: "`nextCursor` of the page before, read with the same filters." }),
    }),
    responses: answers({ 200: page }),
    metadata: { operationId: "listApprovals", sdk: "control.approvals.list", ...read },
  }),
  get: route({
    method: "GET",
    path: "/api/approvals/:id",
    summary: "Get an approval",
    description: "One approval by its id.",
    pathParams: pathId("approval"),
    responses: answers({ 200: approval }),
    metadata: { operationId: "getApproval", sdk: "control.approvals.get", ...read },
  }),
  decide: route({
    method: "POST",
    path: "/api/approvals/:id/decision",
    summary: "Approve or reject",
    description:
      "By somebody else than whoever asked: 403 for a key of the same owner. The same decision again changes nothing; any other one, and one that comes too late: 409. An approval holds once, for the very action that it was asked for, and is evaluated again when it is used.",
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
