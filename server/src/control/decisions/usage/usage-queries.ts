import type { CostRecord } from "@assay/contract/control/decisions/settlement-rules";
import { formatId, parseId } from "@assay/contract/platform/ids";
import { limits } from "@assay/contract/platform/limits";
import type { UsageSlice } from "@assay/contract/domain";
import type { Knex } from "knex";
import { columnValues, type RecordColumns, uuidOf } from "../../../platform/db/record-columns.ts";
import type { Tx } from "../../../platform/db/transaction.ts";

/** Identifies the usage of an agent. */
export interface UsageKey {
  workspaceId: string;
  agentId: string;
}

const ofAgent = ({ workspaceId, agentId }: UsageKey) => ({ workspace_id: workspaceId, agent_id: agentId });

/** Returns the slices of an agent's usage since a given time, oldest first. */
export async function findUsage(tx: Tx, key: UsageKey, since: number): Promise<UsageSlice[]> {
  const rows: { kind: UsageSlice["kind"]; at: number; amount: string }[] = await tx("agent_usage")
    .where(ofAgent(key))
    .where("at", ">", since)
    .orderBy("at")
    .select("kind", "at", "amount");
  return rows.map(({ kind, at, amount }) => ({ kind, at, amount: Number(amount) }));
}

/** Adds amounts to the usage of agents. A negative amount cancels a reservation. The log must be locked. */
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
  firstId: "first_id",
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
    first_id: uuidOf("decision", cost.firstId),
  }));
  await tx("decision_costs").insert(rows);
}

/**
 * Returns the cost that a decision reserved or, if it repeats an earlier decision, shares with that decision;
 * undefined if there is no cost.
 */
export async function findCost(tx: Tx, workspaceId: string, id: string): Promise<CostRecord | undefined> {
  if (parseId("decision", id) === undefined) return undefined;
  const found = await findCostOfFirst(tx, workspaceId, id);
  if (found) return found;
  const firstId = await findFirstId(tx, workspaceId, id);
  return firstId === undefined ? undefined : findCostOfFirst(tx, workspaceId, firstId);
}

/**
 * Returns the id of the first decision if the given decision repeats one, otherwise the decision's own id;
 * undefined if the decision is not in the log.
 */
async function findFirstId(tx: Tx, workspaceId: string, decisionId: string): Promise<string | undefined> {
  const { rows } = await tx.raw<{ rows: { id: string }[] }>(
    `select coalesce(data ->> 'replayOf', data ->> 'decisionId') as id from events
      where workspace_id = ? and type = 'policy_decision' and origin = 'server' and data ->> 'decisionId' = ?
      limit 1`,
    [workspaceId, decisionId],
  );
  return rows[0]?.id;
}

/**
 * Returns the cost that was reserved for a first decision or for a request that repeats it; undefined if no
 * cost was reserved.
 */
export async function findCostOfFirst(
  tx: Tx,
  workspaceId: string,
  firstId: string,
): Promise<CostRecord | undefined> {
  const uuid = uuidOf("decision", firstId);
  const row: StoredCost | undefined = await tx("decision_costs")
    .where({ workspace_id: workspaceId })
    .whereRaw("(decision_id = ? or first_id = ?)", [uuid, uuid])
    .first(costColumns);
  if (!row) return undefined;
  const cost = row.cost === null ? null : Number(row.cost);
  const id = formatId("decision", row.id);
  // If an earlier version reserved the cost, the row does not name the first decision.
  const first = row.firstId === null ? id : formatId("decision", row.firstId);
  return { ...row, id, firstId: first, reserved: Number(row.reserved), cost };
}

/** A cost as stored. In the database, ids are UUIDs and decimals are texts. */
interface StoredCost extends Omit<CostRecord, "firstId" | "reserved" | "cost"> {
  firstId: string | null;
  reserved: string;
  cost: string | null;
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

/** The longest window of a ceiling plus one day (milliseconds). */
const retentionMs = 32 * 24 * 3_600_000;

/**
 * Deletes usage, costs and request keys that are older than any ceiling's window or the lifetime of a key.
 */
export async function purgeUsage(db: Knex, now: number): Promise<void> {
  await db("agent_usage")
    .where("at", "<", now - retentionMs)
    .delete();
  await db("decision_costs")
    .where("expires_at", "<", now - retentionMs)
    .delete();
  // Only the previous release of the server adds rows to this table, and it counts requests for 24 hours.
  await db("authorize_keys")
    .where("at", "<", now - keyedMs)
    .delete();
}
