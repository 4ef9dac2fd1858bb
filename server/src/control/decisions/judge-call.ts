import { agentOf, type AuthorizeCall } from "@assay/contract/control/decisions/authorize-call";
import type { Entity } from "@assay/contract/control/entities/entities";
import type { Judged } from "@assay/contract/control/decisions/policy-decision";
import { harmlessFacts, type PolicyEntity, type PolicyVerdict } from "@assay/contract/domain";
import { keepCanonical } from "@assay/contract/wire";
import type { Logger } from "../../platform/log.ts";
import type { EffectiveSet } from "../cedar/sets/effective-set.ts";
import type { PolicyEngine } from "../cedar/index.ts";
import { factsOf } from "../cedar/request/cedar-facts.ts";
import { requestTooLarge } from "../cedar/text/policy-size.ts";
import type { DecisionBasis } from "./decision-basis.ts";

/** What of a decision is known only while the log is locked. */
export interface LockedFacts {
  approved: boolean;
  rateExceeded: boolean;
  budgetExceeded: boolean;
}

/** Nothing is approved, no ceiling reached. */
export const unlockedFacts: LockedFacts = { approved: false, rateExceeded: false, budgetExceeded: false };

/** A request can only add to what is stored of an entity. */
const withStored = (entity: PolicyEntity, kept: Entity["properties"] | null): PolicyEntity =>
  kept === null ? entity : { ...entity, properties: { ...entity.properties, ...kept } };

/** What is searched for hosts and secrets: the arguments, and what else the caller may have put them into. */
function inspected({ args, action, resource }: AuthorizeCall): Readonly<Record<string, unknown>> {
  if (!action.properties && !resource.properties) return args;
  return { args, action: action.properties ?? {}, resource: resource.properties ?? {} };
}

/** What decides, and where its faults are told. */
export interface Judge {
  engine: Pick<PolicyEngine, "decide">;
  log: Logger;
}

const names = new WeakMap<EffectiveSet, Judged["policySet"]>();

/** The policies of a set by name, as each decision under it keeps them: more than half of its evidence. */
function namesOf(set: EffectiveSet): Judged["policySet"] {
  const known = names.get(set);
  if (known) return known;
  const { digest, policies, unresolved } = set;
  const made = keepCanonical({
    digest,
    policies: policies.map(({ id, version, digest: of }) => ({ id, version, digest: of })),
    unresolved: [...unresolved],
  });
  names.set(set, made);
  return made;
}

/**
 * Decides on a call. Never throws: whatever goes wrong denies.
 *
 * @param call as it was sent; what is stored of its entities is added for policies and kept out of the evidence.
 */
export function judgeCall(
  { engine, log }: Judge,
  { call, basis }: { call: AuthorizeCall; basis: DecisionBasis },
  locked: LockedFacts,
): Judged {
  const { set, warnings } = basis.policies;
  const policySet = namesOf(set);
  try {
    const seen = {
      ...call,
      subject: withStored(call.subject, basis.storedOf.subject),
      resource: withStored(call.resource, basis.storedOf.resource),
    };
    // What is too large is denied, and not worked through before.
    const fault = requestTooLarge(seen) ?? null;
    const large = fault !== null;
    const report = factsOf({
      agent: basis.agent,
      settings: basis.known.factSettings,
      resource: call.resource,
      args: large ? {} : inspected(call),
      context: large ? {} : call.context,
      ...locked,
    });
    const verdict = engine.decide(set, { ...seen, facts: report.facts }, report, fault);
    return {
      call,
      facts: report.facts,
      policySet,
      storedOf: basis.storedOf,
      verdict: warnings.length === 0 ? verdict : { ...verdict, warnings: [...warnings, ...verdict.warnings] },
    };
  } catch (error) {
    log.error({ err: error, agentId: agentOf(call) }, "a decision could not be made, so it denies");
    const facts = { ...harmlessFacts, ...locked, toolDeclared: false };
    return { call, facts, policySet, storedOf: basis.storedOf, verdict: broken };
  }
}

const broken: PolicyVerdict = {
  outcome: "deny",
  reasons: [
    {
      policyId: null,
      version: null,
      outcome: "deny",
      code: "policy_error",
      message: "The decision could not be made; what cannot be decided is denied.",
    },
  ],
  shadow: [],
  warnings: [],
  obligations: [],
  transform: null,
};
