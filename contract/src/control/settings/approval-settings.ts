// The settings of approvals: how many people must approve a call, who may approve it, and when an approval
// expires.
import * as z from "zod";
import { distinct } from "../../platform/validation/distinct.ts";
import { idOf, withDefault } from "../../platform/common.ts";
import { limits } from "../../platform/limits.ts";
import { credentialList } from "../../workspace/credentials.ts";
import { toolPattern } from "../agents/agent-object.ts";
import { tableOf } from "./setting-tables.ts";

const expirySeconds = z
  .int()
  .min(60)
  .max(86_400)
  .meta({ description: "Lifetime of an approval, in seconds: 60 to 86,400; default 900." });

/** The number of people who must approve a call. */
export const requiredApprovals = z
  .int()
  .min(1)
  .max(limits.approversPerApproval)
  .meta({ description: "Number of owners who must approve a call: 1 to 5; default 1." });

const bindSession = z.boolean().meta({
  description: "Whether an approval permits the call only in the session of the request; default false.",
});

/** The default settings of approvals. */
export const defaultApprovalSettings = {
  expirySeconds: limits.approvalSeconds,
  requiredApprovals: 1,
  bindSession: false,
};

const exampleDefaults = { expirySeconds: 900, requiredApprovals: 1, bindSession: false };
const settingsMeta = {
  description: "The requirements of every approval.",
  examples: [exampleDefaults],
};

/** The settings of approvals, as in responses. */
export const approvalSettings = z
  .object({ expirySeconds, requiredApprovals, bindSession })
  .meta({ id: "ApprovalSettings", ...settingsMeta });

/** The settings of approvals in a request; omitted members have their defaults. */
export const approvalSettingsInput = z
  .strictObject({
    expirySeconds: withDefault(expirySeconds, defaultApprovalSettings.expirySeconds),
    requiredApprovals: withDefault(requiredApprovals, defaultApprovalSettings.requiredApprovals),
    bindSession: withDefault(bindSession, defaultApprovalSettings.bindSession),
  })
  .meta({ id: "PutApprovalSettings", ...settingsMeta });

const toolApprover = z
  .strictObject({
    requiredApprovals: requiredApprovals.optional(),
    credentials: credentialList.optional(),
    reviewers: distinct(z.array(idOf("reviewer")).min(1).max(100))
      .optional()
      .meta({ description: "The reviewers who may decide; omitted: any." }),
  })
  .meta({
    id: "ToolApprovers",
    description:
      "Who must approve calls of a tool. An approver needs one of the credentials, and must be one of the reviewers.",
    examples: [{ requiredApprovals: 2, credentials: ["MD"] }],
  });

/** The requirements for approvals, by name or pattern of tools. */
export const toolApprovers = tableOf(toolPattern, toolApprover, 200).meta({
  description:
    "Requirements for approvals by tool name or pattern; `*` matches any characters. The most specific pattern applies. Omitted members come from `approvals`.",
});

/** Example settings. */
export const exampleApprovalSettings = {
  approvals: exampleDefaults,
  toolApprovers: { "rx.*": { requiredApprovals: 2, credentials: ["MD" as const] } },
};

/** The requirement for the tools that match one pattern. */
export type ToolApprover = z.output<typeof toolApprover>;

/** The settings of approvals. */
export interface ApprovalSettings {
  approvals: z.output<typeof approvalSettings>;
  toolApprovers: Record<string, ToolApprover>;
}

/** Rejects requirements that cannot be met because they list fewer reviewers than approvals. */
export function refuseUnreachable(
  { approvals, toolApprovers: byTool }: ApprovalSettings,
  context: z.core.$RefinementCtx,
): void {
  for (const [name, { requiredApprovals: own, reviewers }] of Object.entries(byTool)) {
    const required = own ?? approvals.requiredApprovals;
    if (reviewers === undefined || reviewers.length >= required) continue;
    context.addIssue({
      code: "custom",
      path: ["toolApprovers", name, "reviewers"],
      message: `must have at least ${required} members, the number of required approvals`,
      input: reviewers,
    });
  }
}
