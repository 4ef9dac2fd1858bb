import {
  affectedDecisions,
  defaultSimulated,
  sentEntitiesOf,
  loggedDecision,
  type LoggedDecision,
  simulateDecisions,
  versionKey,
  versionsOf,
} from "@assay/contract/control/simulation/simulate-policy";
import { draftPolicy } from "@assay/contract/control/policies/policy-trials";
import { entityKey } from "@assay/contract/control/hierarchy/entity-name";
import { formatId } from "@assay/contract/platform/ids";
import type { PolicySimulation, SimulatePolicyBody } from "@assay/contract/control/policies/policy-responses";
import type { ControlDeps } from "../control-deps.ts";
import type { EntityNode, FindNode } from "@assay/contract/control/hierarchy/entity-nodes";
import { storedStateOf, unloadedIn } from "@assay/contract/control/hierarchy/stored-state";
import { getSettings } from "../settings/settings-queries.ts";
import { loadNodes } from "../hierarchy-queries.ts";
import { listEvents } from "../../evidence/events/event-queries.ts";
import { findPolicyVersions } from "./policy-queries.ts";
import { getPolicy } from "./policy-service.ts";
import { effectiveOf } from "./effective-policy-catalog.ts";

async function decisionsOf(
  { database }: ControlDeps,
  workspaceId: string,
  { agentId, last }: SimulatePolicyBody,
): Promise<LoggedDecision[]> {
  const filter = { type: "policy_decision", origin: "server" as const, agentId };
  const rows = await listEvents(
    database.knex,
    { workspaceId, filter },
    { order: "desc", limit: last ?? defaultSimulated },
  );
  return rows.map(({ event_id: id, seq, data }) =>
    loggedDecision({ eventId: formatId("event", id), seq, data }),
  );
}

/**
 * Simulates a draft policy on recent decisions.
 *
 * @throws {ApiError} 400 if the draft is invalid; 404 if the policy does not exist.
 */
export async function simulatePolicy(
  deps: ControlDeps,
  workspaceId: string,
  body: SimulatePolicyBody,
): Promise<PolicySimulation> {
  const { knex } = deps.database;
  const { engine, checker } = deps.policies;
  const { policyId: id } = body;
  const current = id === undefined ? undefined : await getPolicy(knex, workspaceId, { id });
  const draft = draftPolicy(body, current, (text) => checker.check(text));
  const decisions = affectedDecisions(draft, await decisionsOf(deps, workspaceId, body));
  const versions = await findPolicyVersions(knex, workspaceId, versionsOf(decisions));
  const byKey = new Map(versions.map((row) => [versionKey(row), effectiveOf(row)]));
  const nodes = new Map<string, EntityNode>();
  const settings = await getSettings(knex, workspaceId);
  const find: FindNode = (name) => nodes.get(entityKey(name));
  const described = sentEntitiesOf(decisions);
  const missing = () => described.map((one) => unloadedIn(one, storedStateOf(one, find)));
  await loadNodes(knex, workspaceId, { nodes, settings, missing });
  return simulateDecisions(decisions, {
    engine,
    draft,
    versionOf: (named) => byKey.get(versionKey(named)),
    find,
    pause: () => new Promise((resolve) => setImmediate(resolve)),
  });
}
