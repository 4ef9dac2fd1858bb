import type { Authorization, Authorize, PutSettings } from "@assay/sdk";
import { expect } from "vitest";
import { call, newBot } from "./arrange-authorize.ts";
import type { Context } from "./context.ts";

const approverScopes = ["approvals:read" as const, "approvals:decide" as const];

/** Creates a client with a new key that may read and decide approvals. */
export async function newApprover(context: Context, reviewer?: string) {
  const key = await context.newKey({ scopes: approverScopes, ...(reviewer !== undefined && { reviewer }) });
  return { key, approver: context.client(key).control.approvals };
}

/** A call of high risk. */
export const risky = (further: Partial<Authorize> = {}): Authorize =>
  call({ tool: "chart.write", session: "visit-1", ...further });

/**
 * Creates an agent and a pending approval for one of its calls, and a client that may decide the approval.
 *
 * @param settings the workspace's settings in addition to the risk of the tool.
 * @param body the call that requires approval.
 */
export async function arrangeApproval(
  context: Context,
  settings: PutSettings = {},
  body: Authorize = risky(),
) {
  const { assay } = context;
  await newBot(context);
  await assay.control.settings.put({ toolRisk: { "chart.write": "high" }, ...settings });
  const pending = await assay.control.authorize(body);
  expect(pending.outcome).toBe("ask");
  const id = pending.context.approvalId ?? "";
  /** Repeats the call with the approval's id and with the given changes. */
  const again = (further: Partial<Authorize> = {}): PromiseLike<Authorization> =>
    assay.control.authorize({
      ...body,
      ...further,
      context: { ...body.context, ...further.context, approvalId: id },
    });
  return { ...(await newApprover(context)), assay, pending, id, again };
}

/** Returns a decision's outcome, followed by the codes of its warnings. */
export const outcomeOf = ({ outcome, warnings }: Authorization): string[] => [
  outcome,
  ...warnings.map(({ code }) => code),
];
