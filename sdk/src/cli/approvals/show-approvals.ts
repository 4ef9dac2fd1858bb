import type { Approval } from "../../generated/types.ts";
import type { Output } from "../output.ts";

/** Formats an instant in milliseconds since 1970. */
export const instant = (at: number): string => new Date(at).toISOString().slice(0, 19).replace("T", " ");

/** Formats the number of given approvals, such as `1 of 2`. */
export const givenOf = ({ approvals, requiredApprovals }: Approval): string =>
  `${approvals.length} of ${requiredApprovals}`;

/** Shows approvals as a table or as one JSON document. */
export function showApprovals(approvals: readonly Approval[], output: Output): void {
  output.data(approvals);
  if (output.json) return;
  if (approvals.length === 0) {
    output.line("No approvals.");
    return;
  }
  output.tables([
    {
      head: ["approval", "status", "given", "subject", "resource", "expires"],
      rows: approvals.map((approval) => [
        approval.id,
        approval.status,
        givenOf(approval),
        approval.subject.id,
        approval.resource.id,
        instant(approval.expiresAt),
      ]),
    },
  ]);
}

/** Appends the sent properties to a name, because an approval covers them. */
const described = (name: string, properties: Record<string, unknown> | null): string =>
  properties === null || Object.keys(properties).length === 0
    ? name
    : `${name} ${JSON.stringify(properties)}`;

/** Shows one approval, either with one line per field or as JSON. */
export function showApproval(approval: Approval, output: Output): void {
  output.data(approval);
  if (output.json) return;
  const { subject, action, resource, approverRequirement: requirement } = approval;
  const rows: [string, string | null][] = [
    ["approval", approval.id],
    ["status", approval.status],
    ["subject", described(`${subject.type} ${subject.id}`, approval.subjectProperties)],
    ["for", approval.onBehalfOf && JSON.stringify(approval.onBehalfOf)],
    ["action", described(action.name, approval.actionProperties)],
    ["resource", described(`${resource.type} ${resource.id}`, approval.resourceProperties)],
    ["args", JSON.stringify(approval.args)],
    ["context", JSON.stringify(approval.context)],
    ["hosts", approval.egressHosts?.join(", ") || null],
    ["risk", approval.risk],
    ["cost", approval.cost === null ? null : String(approval.cost)],
    ["session", approval.session],
    ["given", givenOf(approval)],
    ["credential", requirement?.credentials?.join(" or ") ?? null],
    ["reviewers", requirement?.reviewers?.join(", ") ?? null],
    ["requested", `${instant(approval.createdAt)} by ${approval.requestedBy}`],
    ["expires", instant(approval.expiresAt)],
    ["reason", approval.reason],
    ["console", approval.consoleUrl],
  ];
  for (const [label, value] of rows) output.line(`${label.padEnd(11)} ${value ?? "–"}`);
  for (const { code, message } of approval.reasons) output.line(`  ${code}: ${message}`);
  for (const { keyId, reviewer, reason, at } of approval.approvals)
    output.line(
      `  approved by ${reviewer ?? keyId} at ${instant(at)}${reason === null ? "" : `: ${reason}`}`,
    );
}
