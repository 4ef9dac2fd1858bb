import * as z from "zod";
import { idOf, milliseconds } from "../../platform/common.ts";
import { digestText } from "../../evidence/events/event-object.ts";
import { riskLevels } from "../../domain/policy/policy-facts.ts";
import { exampleDigest, exampleIds } from "../../platform/example-values.ts";
import { limits } from "../../platform/limits.ts";
import { credentialList } from "../../workspace/credentials.ts";
import { policyReason } from "../decisions/policy-decision-data.ts";
import { requiredApprovals } from "../settings/approval-settings.ts";

const statuses = ["pending", "approved", "rejected", "withdrawn", "used", "expired"] as const;

/** The status of an approval. */
export const approvalStatus = z.enum(statuses).meta({
  description:
    "`pending`: waits for approvers; `approved`: usable once, until it expires; `rejected`, `withdrawn`, `used` and `expired` are final.",
});

const named = (what: string) =>
  z
    .object({
      type: z.string().max(128).meta({ description: "Type." }),
      id: z.string().max(256).meta({ description: "Id." }),
    })
    .meta({ description: `${what}, without its properties.` });

/** An example of an approval. */
export const exampleApproval = {
  id: exampleIds.approval,
  status: "pending" as const,
  consoleUrl: `https://assay.example.org/console/approvals/${exampleIds.approval}`,
  decisionId: exampleIds.decision,
  subject: { type: "agent", id: "triage-bot" },
  action: { name: "tools/call" },
  resource: { type: "tool", id: "chart.write" },
  args: { patient: "p-1042", note: "Seen." },
  context: { cost: 0.02 },
  subjectProperties: {},
  resourceProperties: {},
  actionProperties: {},
  onBehalfOf: null,
  egressHosts: [],
  risk: "high" as const,
  cost: 0.02,
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
  requiredApprovals: 2,
  approverRequirement: { credentials: ["MD" as const], reviewers: null },
  approvals: [
    {
      keyId: exampleIds.apiKey,
      reviewer: exampleIds.reviewer,
      reason: "The patient agreed.",
      at: 1_772_443_860_000,
    },
  ],
  createdAt: 1_772_443_800_000,
  expiresAt: 1_772_444_700_000,
  decidedAt: null,
  decidedBy: null,
  reason: null,
  usedAt: null,
  usedBy: null,
};

const record = (description: string) =>
  z
    .record(z.string().max(1000), z.unknown())
    .nullable()
    .meta({
      description: `${description}, with redacted secrets; null if the approval was opened before this member was stored.`,
    });

const reason = z.string().max(2000).nullable();

const given = z
  .object({
    keyId: idOf("api_key").meta({ description: "The API key of the approver." }),
    reviewer: idOf("reviewer")
      .nullable()
      .meta({ description: "The reviewer of the key; null if the key belongs to no reviewer." }),
    reason: reason.meta({ description: "Reason, stated by the approver." }),
    at: milliseconds("Time of the approval."),
  })
  .meta({
    id: "GivenApproval",
    description: "One approver's approval.",
    examples: exampleApproval.approvals,
  });

const approverRequirement = z
  .object({
    credentials: credentialList.nullable().meta({
      description: "An approver needs one of these credentials; null if no credentials are required.",
    }),
    reviewers: z
      .array(idOf("reviewer"))
      .max(100)
      .nullable()
      .meta({ description: "The reviewers who may decide; null if any reviewer may decide." }),
  })
  .meta({
    id: "ApproverRequirement",
    description: "Who may decide an approval.",
    examples: [exampleApproval.approverRequirement],
  });

/** An approval, as in responses and events. */
export const approval = z
  .object({
    id: idOf("approval"),
    status: approvalStatus,
    consoleUrl: z.string().max(2100).nullable().meta({
      description: "Address of the approval in the console; null if `ASSAY_PUBLIC_URL` is not set.",
    }),
    decisionId: idOf("decision").meta({ description: "The decision with the outcome `ask`." }),
    subject: named("The subject of the request"),
    action: z
      .object({ name: z.string().max(128).meta({ description: "Name." }) })
      .meta({ description: "The requested action." }),
    resource: named("The resource of the request"),
    args: record("The arguments"),
    context: record("The context without `approvalId`"),
    subjectProperties: record("The sent properties of the subject"),
    resourceProperties: record("The sent properties of the resource"),
    actionProperties: record("The sent properties of the action"),
    onBehalfOf: z
      .record(z.string().max(1000), z.unknown())
      .nullable()
      .meta({ description: "The principal on whose behalf the subject acts; null if not stated." }),
    egressHosts: z.array(z.string().max(1000)).max(100).nullable().meta({
      description: "The hosts in the call; null if the approval was opened before this member was stored.",
    }),
    risk: z.enum(riskLevels).nullable().meta({
      description: "Risk of the call; null if the approval was opened before this member was stored.",
    }),
    cost: z
      .number()
      .min(0)
      .max(limits.largestCost)
      .nullable()
      .meta({ description: "Estimated cost (`context.cost`); null if not stated." }),
    session: z
      .string()
      .max(limits.eventSessionCharacters)
      .nullable()
      .meta({ description: "The session of the request." }),
    reasons: z.array(policyReason).max(500).meta({ description: "Reasons why a human must decide." }),
    actionDigest: digestText(
      "Digest that binds the approval: the whole call, the stored properties of subject and resource, and the policies (RFC 8785).",
    ),
    requestedBy: idOf("api_key").meta({ description: "The API key of the request." }),
    requiredApprovals: requiredApprovals.meta({
      description: "Number of owners who must approve: 1 to 5. Fixed when the approval opens.",
    }),
    approverRequirement: approverRequirement.nullable().meta({
      description:
        "Who may decide; null if any key may decide whose owner is not the requester. Fixed when the approval opens.",
    }),
    approvals: z
      .array(given)
      .max(limits.approversPerApproval)
      .meta({ description: "The given approvals, the oldest first. Each owner counts once." }),
    createdAt: milliseconds("Time of the request."),
    expiresAt: milliseconds("Time until which the approval can be decided and used."),
    decidedAt: milliseconds(
      "Time of the final approval, rejection or withdrawal; null if none has happened.",
    ).nullable(),
    decidedBy: idOf("api_key").nullable().meta({
      description: "The API key of the final approval, rejection or withdrawal; null if none has happened.",
    }),
    reason: reason.meta({ description: "Reason of the decision, stated by its author." }),
    usedAt: milliseconds("Time of use; null if not used.").nullable(),
    usedBy: idOf("decision").nullable().meta({ description: "The decision that used the approval." }),
  })
  .meta({
    id: "Approval",
    description: "A request that waits for a human decision.",
    examples: [exampleApproval],
  });

/** An approval, as in responses. */
export type Approval = z.output<typeof approval>;

/** An approval without its address in the console, which depends on the server that responds. */
export type ApprovalContents = Omit<Approval, "consoleUrl">;
