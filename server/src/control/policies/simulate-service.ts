import { baselineOutcomeOf } from "@assay/contract/control/policies/policy-wire";
import { draftId, draftPolicy } from "@assay/contract/control/policies/policy-trials";
import { entityKey } from "@assay/contract/control/entities/entities";
import { formatId } from "@assay/contract/platform/ids";
import {
  policyDecisionData,
  type PolicyDecisionData,
} from "@assay/contract/control/decisions/policy-decision-data";
import type { PolicySimulation, SimulatePolicyBody } from "@assay/contract/control/policies/policy-responses";
import type { Knex } from "knex";
import type { ControlDeps } from "../control-deps.ts";
import { findEntities } from "../entities/entity-queries.ts";
import { type EventRow, listEvents } from "../../evidence/events/event-queries.ts";
import type { EffectivePolicy } from "@assay/contract/control/cedar/policy-set";
import { findPolicyVersions } from "./policy-queries.ts";
import { getPolicy } from "./policy-service.ts";
import { effectiveOf } from "./effective-policy-catalog.ts";
import { type Obstacle, type Replay, replayDecision, type StoredEntities } from "./replay-decision.ts";

const defaultLast = 100;
/** Decisions replayed before other work can run (about 5 ms). */
const decisionsPerTurn = 50;

const keyOf = ({ id, version }: { id: string; version: number }): string => JSON.stringify([id, version]);

/** The policies of some decisions that still exist. */
async function policiesOf(
  db: Knex,
  workspaceId: string,
  decisions: readonly PolicyDecisionData[],
): Promise<Map<string, EffectivePolicy>> {
  const named = decisions.flatMap(({ policySet }) => policySet.policies);
  const wanted = new Map(named.map(({ id, version }) => [keyOf({ id, version }), { id, version }]));
  const found = new Map<string, EffectivePolicy>();
  for (const [key, { id, version }] of wanted) {
    const baseline = baselineOutcomeOf(id);
    if (baseline?.version === version) found.set(key, baseline);
  }
  const stored = await findPolicyVersions(db, workspaceId, [...wanted.values()]);
  for (const row of stored) found.set(keyOf(row), effectiveOf(row));
  return found;
}

/** The present properties of the stored entities that some decisions used. */
async function storedOf(
  db: Knex,
  workspaceId: string,
  decisions: readonly PolicyDecisionData[],
): Promise<StoredEntities> {
  const names = decisions.flatMap(({ subject, resource, stored }) => [
    ...(stored?.subject === undefined ? [] : [subject]),
    ...(stored?.resource === undefined ? [] : [resource]),
  ]);
  const distinct = [...new Map(names.map((name) => [entityKey(name), name])).values()];
  const found = distinct.length === 0 ? [] : await findEntities(db, workspaceId, distinct);
  return new Map(found.map((entity) => [entityKey(entity), entity.properties]));
}

/** A decision of the log: its event, and its data if the data has the present format. */
interface LoggedDecision {
  row: EventRow;
  data: PolicyDecisionData | undefined;
}

async function decisionsOf(
  { database }: ControlDeps,
  workspaceId: string,
  { agentId, last = defaultLast }: SimulatePolicyBody,
): Promise<LoggedDecision[]> {
  const filter = { type: "policy_decision", origin: "server" as const, agentId };
  const rows = await listEvents(database.knex, { workspaceId, filter }, { order: "desc", limit: last });
  return rows.map((row) => ({ row, data: policyDecisionData.safeParse(row.data).data }));
}

function replayOf(
  deps: ControlDeps,
  { row, data }: LoggedDecision,
  {
    draft,
    policiesByKey,
    stored,
  }: { draft: EffectivePolicy; policiesByKey: ReadonlyMap<string, EffectivePolicy>; stored: StoredEntities },
): Replay {
  if (row.data === null) return { code: "erased", because: "The data of the decision was erased." };
  if (!data)
    return { code: "other_shape", because: "The event does not have the present format of decisions." };
  const { policies: named, unresolved } = data.policySet;
  if (unresolved.length > 0) {
    return { code: "policy_gone", because: `Policy ${JSON.stringify(unresolved[0])} did not exist.` };
  }
  const policies: EffectivePolicy[] = [];
  for (const { id, version, digest } of named) {
    const policy = policiesByKey.get(keyOf({ id, version }));
    if (!policy || policy.digest !== digest) return gone(id, version);
    policies.push(policy);
  }
  return replayDecision(deps.policies.engine, data, { policies, draft, stored });
}

const gone = (id: string, version: number): Obstacle => ({
  code: "policy_gone",
  because: `Version ${version} of policy ${JSON.stringify(id)} no longer exists or has different content.`,
});

/** Simulates a draft policy on recent decisions. @throws {ApiError} 400, 404. */
export async function simulatePolicy(
  deps: ControlDeps,
  workspaceId: string,
  body: SimulatePolicyBody,
): Promise<PolicySimulation> {
  const { database, policies } = deps;
  const { policyId: id } = body;
  const stored = id === undefined ? undefined : await getPolicy(database.knex, workspaceId, { id });
  const draft = draftPolicy(body, stored, (text) => policies.checker.check(text));
  const logged = await decisionsOf(deps, workspaceId, body);
  const affected = logged.filter(
    ({ data }) =>
      !data || draft.id === draftId || data.policySet.policies.some((policy) => policy.id === draft.id),
  );
  const decisions = affected.flatMap(({ data }) => (data ? [data] : []));
  const policiesByKey = await policiesOf(database.knex, workspaceId, decisions);
  const entities = await storedOf(database.knex, workspaceId, decisions);
  const simulation: PolicySimulation = { replayed: 0, changed: [], notReplayed: [] };
  for (const [index, one] of affected.entries()) {
    if (index % decisionsPerTurn === decisionsPerTurn - 1)
      await new Promise((resolve) => setImmediate(resolve));
    const { row, data } = one;
    const position = {
      decisionId: data?.decisionId ?? null,
      eventId: formatId("event", row.event_id),
      seq: row.seq,
    };
    const replay = replayOf(deps, one, { draft, policiesByKey, stored: entities });
    if ("code" in replay) simulation.notReplayed.push({ ...position, ...replay });
    else {
      simulation.replayed += 1;
      if (replay.from !== replay.to) simulation.changed.push({ ...position, ...replay });
    }
  }
  return simulation;
}
