import type { CostRecord } from "@assay/contract/control/decisions/settlement-rules";
import type { CountedRequest } from "@assay/contract/control/decisions/usage-rules";
import { formatId, parseId } from "@assay/contract/platform/ids";
import { limits } from "@assay/contract/platform/limits";
import type { UsageSlice } from "@assay/contract/domain";
import type { Knex } from "knex";
import { columnValues, type RecordColumns, uuidOf } from "../../platform/db/record-columns.ts";
import type { Tx } from "../../platform/db/transaction.ts";

/** Identifies the usage of an agent. */
export interface UsageKey {
  workspaceId: string;
  agentId: string;
}

const ofAgent = ({ workspaceId, agentId }: UsageKey) => ({ workspace_id: workspaceId, agent_id: agentId });

/** The usage of an agent since a time, in slices, the oldest first. */
export async function findUsage(tx: Tx, key: UsageKey, since: number): Promise<UsageSlice[]> {
  const rows: { kind: UsageSlice["kind"]; at: number; amount: string }[] = await tx("agent_usage")
    .where(ofAgent(key))
    .where("at", ">", since)
    .orderBy("at")
    .select("kind", "at", "amount");
  return rows.map(({ kind, at, amount }) => ({ kind, at, amount: Number(amount) }));
}

/** Adds to the usage of agents; the log must be locked. A negative amount returns a reservation. */
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

const costColumns = {
  id: "decision_id",
  agentId: "agent_id",
  reserved: "reserved",
  cost: "cost",
  at: "at",
  expiresAt: "expires_at",
  settledAt: "settled_at",
} satisfies RecordColumns<CostRecord>;

/** Stores the reserved costs of decisions. */
export async function insertCosts(tx: Tx, workspaceId: string, costs: readonly CostRecord[]): Promise<void> {
  if (costs.length === 0) return;
  const rows = costs.map((cost) => ({
    ...columnValues<CostRecord>(costColumns, cost),
    workspace_id: workspaceId,
    decision_id: uuidOf("decision", cost.id),
  }));
  await tx("decision_costs").insert(rows);
}

/** The reserved cost of a decision; undefined if none was reserved. */
export async function findCost(tx: Tx, workspaceId: string, id: string): Promise<CostRecord | undefined> {
  const uuid = parseId("decision", id);
  if (uuid === undefined) return undefined;
  const row: (Omit<CostRecord, "reserved" | "cost"> & { reserved: string; cost: string | null }) | undefined =
    await tx("decision_costs").where({ workspace_id: workspaceId, decision_id: uuid }).first(costColumns);
  if (!row) return undefined;
  const cost = row.cost === null ? null : Number(row.cost);
  return { ...row, id: formatId("decision", row.id), reserved: Number(row.reserved), cost };
}

/** Updates the cost of a decision. */
export async function updateCost(
  tx: Tx,
  { workspaceId, id }: { workspaceId: string; id: string },
  set: Partial<CostRecord>,
): Promise<void> {
  await tx("decision_costs")
    .where({ workspace_id: workspaceId, decision_id: uuidOf("decision", id) })
    .update(columnValues<CostRecord>(costColumns, set));
}

const keyedMs = limits.idempotencyHours * 3_600_000;

/** A request that was counted before, and whether its cost was reserved; undefined if it was not counted. */
export async function findCountedRequest(
  tx: Tx,
  usage: UsageKey,
  { key, now }: { key: string; now: number },
): Promise<CountedRequest | undefined> {
  return tx("authorize_keys")
    .where({ ...ofAgent(usage), key })
    .where("at", ">", now - keyedMs)
    .first("reserved");
}

/** Records that a request of an agent was counted. */
export async function recordCountedRequest(
  tx: Tx,
  usage: UsageKey,
  { key, now, reserved }: { key: string; now: number; reserved: boolean },
): Promise<void> {
  await tx("authorize_keys")
    .insert({ ...ofAgent(usage), key, reserved, at: now })
    .onConflict(["workspace_id", "agent_id", "key"])
    .merge();
}

/** The maximum window of a ceiling, plus a day. */
const retentionMs = 32 * 24 * 3_600_000;

/** Deletes usage and keys that are older than the window of any ceiling. */
export async function purgeUsage(db: Knex, now: number): Promise<void> {
  await db("agent_usage")
    .where("at", "<", now - retentionMs)
    .delete();
  await db("decision_costs")
    .where("expires_at", "<", now - retentionMs)
    .delete();
  await db("authorize_keys")
    .where("at", "<", now - keyedMs)
    .delete();
}
