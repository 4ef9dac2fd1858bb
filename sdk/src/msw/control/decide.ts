import type { AgentRecord } from "@assay/contract/control/agents/agent-rules";
import { agentOf, digestOf, type AuthorizeCall } from "@assay/contract/control/decisions/authorize-call";
import { baselineAnswers, policyToWire } from "@assay/contract/control/policies/policy-wire";
import { entityKey } from "@assay/contract/control/entities/entities";
import type { Judged } from "@assay/contract/control/decisions/policy-decision";
import { limits } from "@assay/contract/platform/limits";
import type { Policy } from "@assay/contract/control/policies/policy-answers";
import {
  computeFacts,
  decideBaseline,
  type PolicyOutcome,
  type PolicyReason,
  type PolicyRequest,
  strongestOutcome,
} from "@assay/contract/domain";
import { isPublicAddress } from "../platform/outbound/public-address.ts";
import type { ArrangedDecision, ControlTables } from "./control-tables.ts";

/** What of a decision others know. */
export interface LockedFacts {
  approved: boolean;
  rateExceeded: boolean;
  budgetExceeded: boolean;
}

interface Attached {
  /** Those in force. */
  policies: Policy[];
  unresolved: string[];
  idle: string[];
}

/** The policies that decide on a subject, the baseline apart. */
function attachedTo({ policies }: ControlTables, agent: AgentRecord | undefined, isAgent: boolean): Attached {
  const ids = isAgent ? (agent?.policyIds ?? []) : [...policies.keys()].sort();
  const found = ids.flatMap((id) => {
    const row = policies.get(id);
    const live = row?.versions.find(({ version }) => version === row.liveVersion);
    return row ? [{ id, live: live && policyToWire(live, row.liveVersion) }] : [];
  });
  return {
    policies: found.flatMap(({ live }) => live ?? []),
    unresolved: ids.filter((id) => !policies.has(id)),
    idle: isAgent ? found.filter(({ live }) => !live).map(({ id }) => id) : [],
  };
}

function arrangedReason(policy: Policy, outcome: PolicyOutcome): PolicyReason {
  const verb = outcome === "allow" ? "permits" : "forbids";
  return {
    policyId: policy.id,
    version: policy.version,
    outcome,
    code: outcome === "allow" ? "permitted" : (policy.code ?? "policy_forbids"),
    message: `Policy ${JSON.stringify(policy.name)} ${verb} this.`,
  };
}

const denied = (code: string, message: string, policyId: string | null = null): PolicyReason => ({
  policyId,
  version: null,
  outcome: "deny",
  code,
  message,
});

function conclude(request: PolicyRequest, all: readonly PolicyReason[]): Judged["verdict"] {
  const outcome = strongestOutcome(all.map((reason) => reason.outcome));
  const permits = all.some((reason) => reason.outcome === "allow");
  const rest = { shadow: [], warnings: [], obligations: [], transform: null };
  const { subject, action, resource } = request;
  const unpermitted = denied(
    "no_matching_permit",
    `No policy permits ${JSON.stringify(subject.type)} ${JSON.stringify(subject.id)} the action ${JSON.stringify(action.name)} on ${JSON.stringify(resource.type)} ${JSON.stringify(resource.id)}.`,
  );
  if (outcome === undefined) return { outcome: "deny", reasons: [unpermitted], ...rest };
  const forbids = all.filter((reason) => reason.outcome !== "allow");
  if (outcome === "deny") return { outcome, reasons: forbids, ...rest };
  if (outcome !== "allow" && !permits)
    return { outcome: "deny", reasons: [unpermitted, ...forbids], ...rest };
  if (outcome === "allow") return { outcome, reasons: all, ...rest };
  return { outcome, reasons: forbids, ...rest, transform: outcome === "transform" ? [] : null };
}

/** A request can only add to what is stored of an entity. */
const withStored = (entity: AuthorizeCall["subject"], stored: object | null): AuthorizeCall["subject"] =>
  stored === null ? entity : { ...entity, properties: { ...entity.properties, ...stored } };

/** Decides by the plain rules of the baseline, and by what was arranged of other policies. */
export function judge(
  workspace: ControlTables,
  { call, arranged }: { call: AuthorizeCall; arranged: ReadonlyMap<string, ArrangedDecision> },
  locked: LockedFacts,
): Judged {
  const id = agentOf(call);
  const agent = id === null ? undefined : workspace.agents.get(id);
  const report = factsFor(workspace, { call, agent }, locked);
  const kept = (entity: AuthorizeCall["subject"]) =>
    workspace.entities.get(entityKey(entity))?.properties ?? null;
  const storedOf = { subject: kept(call.subject), resource: kept(call.resource) };
  const request = {
    ...call,
    subject: withStored(call.subject, storedOf.subject),
    resource: withStored(call.resource, storedOf.resource),
    facts: report.facts,
  };
  const attached = attachedTo(workspace, agent, id !== null);
  const said = (policy: Policy): PolicyReason[] => {
    const outcome = arranged.get(policy.id)?.(request) ?? "none";
    return outcome === "none" ? [] : [arrangedReason(policy, outcome)];
  };
  const counting = attached.policies.filter(({ mode }) => mode === "enforce");
  const unresolved = attached.unresolved.map(unresolvedReason);
  const first = unresolved.length > 0 ? unresolved : tooLarge(request);
  const all = [...baselineReasons(id !== null, request, report), ...counting.flatMap(said)];
  const verdict = conclude(request, first.length > 0 ? first : all);
  return {
    call,
    facts: report.facts,
    policySet: policySetOf(attached, id !== null),
    storedOf,
    verdict: {
      ...verdict,
      shadow: attached.policies.filter(({ mode }) => mode === "shadow").flatMap(said),
      warnings: attached.idle.map((policyId) => ({
        policyId,
        code: "policy_not_in_force",
        message: `The policy ${JSON.stringify(policyId)} is attached, and no version of it is in force.`,
      })),
    },
  };
}

/** What the baseline says of an agent's request; its permit also beside what only asks. */
function baselineReasons(
  isAgent: boolean,
  request: PolicyRequest,
  findings: Parameters<typeof decideBaseline>[1],
): PolicyReason[] {
  if (!isAgent) return [];
  const reasons = decideBaseline(request, findings);
  if (reasons.some(({ outcome }) => outcome !== "ask")) return reasons;
  const approved = { ...request, facts: { ...request.facts, approved: true } };
  return [...reasons, ...decideBaseline(approved, findings)];
}

const utf8 = new TextEncoder();

/** What stands against a request that is too large to be decided on. */
function tooLarge({ subject, action, resource, args, context }: PolicyRequest): PolicyReason[] {
  const said = [subject.properties, action.properties, resource.properties, args, context];
  const bytes = utf8.encode(JSON.stringify(said)).length;
  if (bytes <= limits.policyInputBytes) return [];
  const message = `Arguments, context and properties have ${bytes} bytes; at most ${limits.policyInputBytes} are decided on.`;
  return [denied("policy_too_large", message)];
}

const unresolvedReason = (id: string): PolicyReason =>
  denied(
    "policy_unresolved",
    `The policy ${JSON.stringify(id)} is attached, and the workspace has no such policy.`,
    id,
  );

const keysOf = (keys: ReadonlyMap<string, string>, id: string): string[] => {
  const key = keys.get(id);
  return key === undefined ? [] : [key];
};

function factsFor(
  { settings, agentKeys }: ControlTables,
  { call, agent }: { call: AuthorizeCall; agent: AgentRecord | undefined },
  locked: LockedFacts,
) {
  const { args, action, resource, context } = call;
  const boundaries = Object.fromEntries(
    Object.entries(settings.boundaries).map(([name, { allowedHosts }]) => [name, allowedHosts]),
  );
  const whole = action.properties || resource.properties;
  return computeFacts(
    {
      agent: agent
        ? {
            status: agent.status,
            tools: agent.tools,
            boundary: agent.boundary,
            secrets: keysOf(agentKeys, agent.id),
          }
        : null,
      settings: { toolRisk: settings.toolRisk, boundaries },
      resource,
      args: whole ? { args, action: action.properties ?? {}, resource: resource.properties ?? {} } : args,
      context,
      ...locked,
    },
    isPublicAddress,
  );
}

function policySetOf({ policies, unresolved }: Attached, isAgent: boolean): Judged["policySet"] {
  const all = [...(isAgent ? baselineAnswers : []), ...policies];
  const named = all.map(({ id, version, digest, mode }) => ({ id, version, digest, mode }));
  return {
    digest: digestOf({ policies: named, unresolved }),
    policies: named.map(({ id, version, digest }) => ({ id, version, digest })),
    unresolved,
  };
}
