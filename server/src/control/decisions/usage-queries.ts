import { limits } from "@assay/contract/platform/limits";
import type { UsageSlice } from "@assay/contract/domain";
import type { Knex } from "knex";
import type { Tx } from "../../platform/db/transaction.ts";

/** Whose use it is. */
export interface UsageKey {
  workspaceId: string;
  agentId: string;
}

const ofAgent = ({ workspaceId, agentId }: UsageKey) => ({ workspace_id: workspaceId, agent_id: agentId });

/** What an agent used since a time, by slices, the oldest first. */
export async function findUsage(tx: Tx, key: UsageKey, since: number): Promise<UsageSlice[]> {
  const rows: { kind: UsageSlice["kind"]; at: number; amount: string }[] = await tx("agent_usage")
    .where(ofAgent(key))
    .where("at", ">", since)
    .orderBy("at")
    .select("kind", "at", "amount");
  return rows.map(({ kind, at, amount }) => ({ kind, at, amount: Number(amount) }));
}

/** Adds to what agents used; the log must be locked. An amount may be negative: what was reserved and not spent. */
export async function addUsage(
  tx: Tx,
  workspaceId: string,
  used: readonly (UsageSlice & { agentId: string })[],
): Promise<void> {
  if (used.length === 0) return;
  await tx.raw(
    `insert into agent_usage (workspace_id, agent_id, kind, at, amount)
      select ?, agent_id, kind, at, sum(amount)
      from unnest(?::text[], ?::text[], ?::bigint[], ?::numeric[]) as given (agent_id, kind, at, amount)
      group by agent_id, kind, at
      on conflict (workspace_id, agent_id, kind, at) do update set amount = agent_usage.amount + excluded.amount`,
    [
      workspaceId,
      used.map(({ agentId }) => agentId),
      used.map(({ kind }) => kind),
      used.map(({ at }) => at),
      used.map(({ amount }) => String(amount)),
    ],
  );
}

/** A cost that a decision reserved. */
export interface CostRow {
  decision_id: string;
  agent_id: string;
  reserved: number;
  cost: number | null;
  /** The slice of time that it counts in. */
  at: number;
  expires_at: number;
  settled_at: number | null;
}

/** Stores what decisions reserved. */
export async function insertCosts(
  tx: Tx,
  workspaceId: string,
  rows: readonly Omit<CostRow, "cost" | "settled_at">[],
): Promise<void> {
  if (rows.length > 0)
    await tx("decision_costs").insert(rows.map((row) => ({ ...row, workspace_id: workspaceId })));
}

/** What a decision reserved; undefined: nothing. */
export async function findCost(
  tx: Tx,
  workspaceId: string,
  decisionId: string,
): Promise<CostRow | undefined> {
  const row: (Omit<CostRow, "reserved" | "cost"> & { reserved: string; cost: string | null }) | undefined =
    await tx("decision_costs")
      .where({ workspace_id: workspaceId, decision_id: decisionId })
      .first("decision_id", "agent_id", "reserved", "cost", "at", "expires_at", "settled_at");
  return row && { ...row, reserved: Number(row.reserved), cost: row.cost === null ? null : Number(row.cost) };
}

/** Settles what a decision reserved. */
export async function settleCost(
  tx: Tx,
  { workspaceId, decisionId }: { workspaceId: string; decisionId: string },
  settled: { cost: number; settled_at: number },
): Promise<void> {
  await tx("decision_costs").where({ workspace_id: workspaceId, decision_id: decisionId }).update(settled);
}

const keyedMs = limits.idempotencyHours * 3_600_000;

/** Whether a request of an agent was counted before, and its cost reserved; undefined: it was not counted. */
export async function findCounted(
  tx: Tx,
  usage: UsageKey,
  { key, now }: { key: string; now: number },
): Promise<{ reserved: boolean } | undefined> {
  return tx("authorize_keys")
    .where({ ...ofAgent(usage), key })
    .where("at", ">", now - keyedMs)
    .first("reserved");
}

/** Notes that a request of an agent was counted. */
export async function noteCounted(
  tx: Tx,
  usage: UsageKey,
  { key, now, reserved }: { key: string; now: number; reserved: boolean },
): Promise<void> {
  await tx("authorize_keys")
    .insert({ ...ofAgent(usage), key, reserved, at: now })
    .onConflict(["workspace_id", "agent_id", "key"])
    .merge();
}

/** Longest window of a ceiling, and a day. */
const keptMs = 32 * 24 * 3_600_000;

/** Removes use and keys that no ceiling looks at any more. */
export async function purgeUsage(db: Knex, now: number): Promise<void> {
  await db("agent_usage")
    .where("at", "<", now - keptMs)
    .delete();
  await db("decision_costs")
    .where("expires_at", "<", now - keptMs)
    .delete();
  await db("authorize_keys")
    .where("at", "<", now - keyedMs)
    .delete();
}
