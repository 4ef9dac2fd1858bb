import type { ControlChangeRow } from "./snapshot-queries.ts";
import { maxComparedChanges } from "./snapshot-queries.ts";

/** What control changes have changed. */
export interface SnapshotChanges {
  agents: ReadonlySet<string>;
  policies: ReadonlySet<string>;
  /** Whether entities or groups of actions were changed; the events do not state which. */
  entities: boolean;
}

/**
 * Returns what the control changes have changed.
 *
 * @returns undefined if any part of a snapshot may be changed: the settings were changed, an event does not state what
 * was changed, or there are too many changes to compare.
 */
export function changesIn(rows: readonly ControlChangeRow[]): SnapshotChanges | undefined {
  if (rows.length > maxComparedChanges) return undefined;
  const agents = new Set<string>();
  const policies = new Set<string>();
  let entities = false;
  for (const { type, agent_id: agent, policy_id: policy } of rows) {
    if (type.startsWith("entities.")) entities = true;
    else if (type.startsWith("agent.") && agent !== null) agents.add(agent);
    else if (type.startsWith("policy.") && policy !== null) policies.add(policy);
    else return undefined;
  }
  return { agents, policies, entities };
}
