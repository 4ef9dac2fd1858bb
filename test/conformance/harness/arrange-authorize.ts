// The initial state for scenarios about decisions.
import type { Authorize, Authorization } from "@assay/sdk";
import type { Context } from "./context.ts";

/** The path for authorization requests. */
export const path = "/api/policy/authorize";

/** Creates an agent that may read and write charts, and its key. */
export const newBot = ({ assay }: Context, id = "triage-bot") =>
  assay.control.agents.create({ id, tools: ["chart.read", "chart.write"], apiKey: "sk-canary-4b1f9c7Qx2" });

/** Returns a request in the short form. */
export const call = (further: Partial<Authorize> = {}): Authorize => ({
  agentId: "triage-bot",
  tool: "chart.read",
  args: { patient: "p-1042" },
  ...further,
});

/** Summarizes a decision as its outcome, its `decision` member and the codes of its reasons. */
export const outcomeOf = ({ outcome, decision, reasons }: Authorization) => [
  outcome,
  decision,
  reasons.map(({ code }) => code),
];

/** Returns the logged decisions in order. */
export const decisionsIn = async ({ assay }: Context) =>
  (await assay.control.events.list({ type: "policy_decision", origin: "server", order: "asc" })).events;
