// A server for policy journeys, with a workspace, and decisions that an enforcement point would log.
import {
  policyDecisionData,
  type PolicyDecisionData,
} from "@assay/contract/control/decisions/policy-decision-data";
import { harmlessFacts } from "@assay/contract/domain";
import { Assay } from "@assay/sdk";
import { nothingFound } from "@assay/contract/control/cedar/engine/policy-engine";
import type { EffectiveSet } from "@assay/contract/control/cedar/policy-set";
import { requestOfCase } from "@assay/contract/control/cedar/engine/run-policy-case";
import { startTestServer } from "../../support/server.ts";

/** A policy that requires human approval for large orders. */
export const draft = `@message("Large orders wait for a human.")
@absent("allow")
forbid (principal is agent, action, resource)
when { context.numbers.args has amount && context.numbers.args.amount.greaterThan(decimal("100.0")) };
`;

/** Returns the logged request for a call with these arguments and no other input. */
export const loggedRequest = (args: Record<string, unknown>) => ({
  args,
  context: {},
  subjectProperties: {},
  actionProperties: {},
  resourceProperties: {},
});

/** The members of a decision's request that differ from those of the plain call. */
type Further = Partial<PolicyDecisionData> & { outcome?: never };

const base = requestOfCase({ name: "", expect: "none" });
const requestOf = (further: Further) => ({
  ...base,
  ...further,
  facts: {
    ...harmlessFacts,
    ...further.facts,
    agentGroups: [],
    toolGroups: [],
    egressHosts: [],
    egressOutside: [],
    secretTypes: [],
    agentAuthenticated: further.facts?.agentAuthenticated ?? false,
    now: further.facts?.now ?? harmlessFacts.now,
  },
  args: further.said?.args ?? {},
  context: further.said?.context ?? {},
});

/** Starts a server and creates a workspace that has the policy `known`; `server.close` stops the server. */
export async function openPolicyHarness() {
  const server = await startTestServer("embedded");
  const apiKey = await server.newWorkspace();
  const assay = new Assay({ baseUrl: server.url, apiKey, maxRetries: 0 });
  await assay.control.policies.create({ id: "known", text: "permit (principal, action, resource);" });
  const { knex } = server.deps.database;
  const rows: { workspace_id: string }[] = await knex("policies").select("workspace_id");
  const workspaceId = rows[0]?.workspace_id ?? "";
  const { catalog, engine } = server.deps.policies;
  let decided = 0;

  /** Decides as an enforcement point would, and logs the decision. @returns the outcome. */
  async function decide(set: EffectiveSet, further: Further = {}) {
    const request = requestOf(further);
    const { outcome, reasons, shadow } = engine.decide(set, request, nothingFound);
    decided += 1;
    const data: PolicyDecisionData = {
      decisionId: `dec_${decided}`,
      agentId: base.subject.id,
      decision: outcome === "allow",
      subject: base.subject,
      action: { name: base.action.name },
      resource: base.resource,
      said: loggedRequest({}),
      redacted: [],
      reasons: reasons.map((reason) => ({ ...reason })),
      shadow: shadow.map((reason) => ({ ...reason })),
      policySet: {
        digest: set.digest,
        policies: set.policies.map(({ id, version, digest }) => ({ id, version, digest })),
        unresolved: [...set.unresolved],
      },
      inputDigest: "0".repeat(64),
      evaluatedAt: 1,
      ...further,
      outcome,
      facts: { ...request.facts, agentGroups: [], toolGroups: [] },
    };
    const plain: Record<string, unknown> = JSON.parse(JSON.stringify(policyDecisionData.parse(data)));
    const metadata = { session: null, ts: 1, receivedAt: 1, origin: "server" as const };
    const event = { ...metadata, type: "policy_decision", data: plain };
    await server.deps.evidence.writer.append(workspaceId, () => event);
    return outcome;
  }

  return {
    server,
    apiKey,
    assay,
    decide,
    /** Returns the effective policies of an agent to which these policies are attached. */
    policiesOf: (ids: readonly string[]) => catalog.ofAgent(knex, workspaceId, ids),
    /** Returns the effective policies of other subjects. */
    policiesOfOthers: () => catalog.ofWorkspace(knex, workspaceId),
  };
}

/** The result of {@link openPolicyHarness}. */
export type PolicyHarness = Awaited<ReturnType<typeof openPolicyHarness>>;
