import type { Groups } from "@assay/contract/control/hierarchy/group-parents";
import type { WorkspaceSettings } from "@assay/contract/control/settings/settings";
import type { Knex } from "knex";
import { controlChangeTypes } from "../../evidence/events/control-changes.ts";

/** The columns of an agent that decisions need, and the agent's encrypted key. */
export interface DecidedAgentRow {
  id: string;
  status: string;
  tools: string[];
  policy_ids: string[];
  boundary: string;
  sealed: Buffer | null;
}

/** Returns the agents with the given ids. */
export async function findDecidedAgents(
  db: Knex,
  workspaceId: string,
  ids: readonly string[],
): Promise<DecidedAgentRow[]> {
  return db("agents as a")
    .leftJoin("agent_keys as k", (on) =>
      on.on("k.workspace_id", "a.workspace_id").andOn("k.agent_id", "a.id"),
    )
    .where("a.workspace_id", workspaceId)
    .whereRaw("a.id = any(?::text[])", [[...ids]])
    .select("a.id", "a.status", "a.tools", "a.policy_ids", "a.boundary", "k.sealed");
}

/** Returns the size of a log and the settings of its workspace. Reads both in one statement. */
export async function findLogAndSettings(
  db: Knex,
  workspaceId: string,
): Promise<{ size: number; settings: WorkspaceSettings | null; actionGroups: Groups | null }> {
  const { rows } = await db.raw<{
    rows: { size: number | null; settings: WorkspaceSettings | null; actionGroups: Groups | null }[];
  }>(
    `select (select size from event_logs where workspace_id = :workspaceId) as size,
      (select settings from workspace_settings where workspace_id = :workspaceId) as settings,
      (select action_groups from entity_sets where workspace_id = :workspaceId) as "actionGroups"`,
    { workspaceId },
  );
  return {
    size: rows[0]?.size ?? 0,
    settings: rows[0]?.settings ?? null,
    actionGroups: rows[0]?.actionGroups ?? null,
  };
}

/** A control change in the log. */
export interface ControlChangeRow {
  type: string;
  /** The changed agent; null if another object was changed. */
  agent_id: string | null;
  /** The changed policy; null if another object was changed, or if the event's data were erased. */
  policy_id: string | null;
}

/** Maximum number of control changes that are compared with a decision. */
export const maxComparedChanges = 100;

/**
 * Finds control changes in a log: events that change agents, policies, settings or entities.
 *
 * @param after position in the log. Only later events are read.
 * @returns `size`: number of committed events. `changes`: the changes after `after`, at most one more than
 * `maxComparedChanges`.
 */
export async function findChangesSince(
  db: Knex,
  workspaceId: string,
  after: number,
): Promise<{ size: number; changes: ControlChangeRow[] }> {
  const { rows } = await db.raw<{ rows: ({ size: number | null } & ControlChangeRow)[] }>(
    `select log.size, change.type, change.agent_id, change.policy_id
      from (select (select size from event_logs where workspace_id = :workspaceId) as size) log
      left join lateral (
        select type, agent_id, data->>'policyId' as policy_id from events
        where workspace_id = :workspaceId and seq > :after and origin = 'server' and type ~ :controlChangeTypes
        limit :limit
      ) change on true`,
    { workspaceId, after, controlChangeTypes, limit: maxComparedChanges + 1 },
  );
  return { size: rows[0]?.size ?? 0, changes: rows.filter(({ type }) => type !== null) };
}
