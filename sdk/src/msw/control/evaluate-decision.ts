import { agentOf, type AuthorizationRequest } from "@assay/contract/control/decisions/authorize-call";
import {
  evaluateRequest,
  factSettingsOf,
  type LockedFacts,
  type PolicySnapshot,
  type RequestToEvaluate,
} from "@assay/contract/control/decisions/evaluate-request";
import type { EvaluatedDecision } from "@assay/contract/control/decisions/policy-decision";
import { entityKey } from "@assay/contract/control/hierarchy/entity-name";
import type { Policy } from "@assay/contract/control/policies/policy-responses";
import {
  decidesWithOutcomes,
  type SetOutcome,
} from "@assay/contract/control/cedar/engine/decide-with-outcomes";
import { agentPolicies, policySet } from "@assay/contract/control/cedar/policy-set";
import { refuseCostlySet } from "@assay/contract/control/policies/policy-rules";
import { policyToWire } from "@assay/contract/control/policies/policy-wire";
import { isPublicAddress } from "../platform/outbound/public-address.ts";
import type { FindNode } from "@assay/contract/control/hierarchy/entity-nodes";
import { parentsIn } from "@assay/contract/control/hierarchy/hierarchy-rules";
import { type ControlTables, hierarchyOf } from "./control-tables.ts";
import { notLoaded, policyTools } from "./policy-tools.ts";

/**
 * Creates the mistake for a decision that depends on a policy's text although the engine cannot be loaded.
 */
export const notEvaluated = (id: string) =>
  notLoaded(`Policy "${id}" is not evaluated`, `set the outcome with world.policies.decides("${id}", …)`);

/**
 * Decides by policies as the server does, except that outcomes set by a test replace the outcomes of
 * policies.
 */
export const policyDecider = (outcomes: ReadonlyMap<string, SetOutcome>) =>
  decidesWithOutcomes({ engine: policyTools()?.engine, outcomes, notEvaluated });

function rethrow(error: unknown): never {
  throw error;
}

/** Returns a function that finds a workspace's entities by name. */
export function findNodeIn(tables: ControlTables): FindNode {
  const parentsOf = parentsIn(hierarchyOf(tables));
  return (name) => ({
    properties: tables.entities.get(entityKey(name))?.properties ?? null,
    parents: parentsOf(name),
  });
}

/** Returns the version in force of each policy, by id; null if none is in force. */
const livePolicies = ({ policies }: ControlTables): Map<string, Policy | null> =>
  new Map(
    [...policies]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([id, { versions, liveVersion }]) => {
        const found = versions.find(({ version }) => version === liveVersion);
        return [id, found ? policyToWire(found, liveVersion) : null];
      }),
  );

/** Refuses to attach policies that cost too much together. Without the engine, the cost is not known. */
export function refuseCostly(tables: ControlTables, policyIds: readonly string[]): void {
  const { set } = agentPolicies(policyIds, livePolicies(tables));
  refuseCostlySet(set.policies, (text) => policyTools()?.checker.usualCost(text) ?? 0);
}

/** Returns the snapshot from which the decision on a request is computed. */
export function snapshotOf(tables: ControlTables, call: AuthorizationRequest): PolicySnapshot {
  const { agents, agentKeys, settings } = tables;
  const id = agentOf(call);
  const agent = id === null ? undefined : agents.get(id);
  const key = agentKeys.get(id ?? "");
  const live = livePolicies(tables);
  const inForce = [...live.values()].flatMap((policy) => policy ?? []);
  return {
    agent: agent ? { ...agent, secrets: key === undefined ? [] : [key] } : null,
    factSettings: factSettingsOf(settings),
    policies:
      id === null
        ? { set: policySet(inForce, { baseline: false }), warnings: [] }
        : agentPolicies(agent?.policyIds ?? [], live),
    find: findNodeIn(tables),
    actionGroups: tables.actionGroups,
  };
}

/**
 * Evaluates a request. Throws every error, so that the test sees it: the test's function may throw, or a
 * policy may require the missing engine.
 */
export const evaluateDecision = (
  outcomes: ReadonlyMap<string, SetOutcome>,
  request: RequestToEvaluate,
  locked: LockedFacts,
): EvaluatedDecision =>
  evaluateRequest({ isPublicAddress, reportFailure: rethrow, ...policyDecider(outcomes) }, request, locked);
