import type { FirstDecision } from "@assay/contract/control/decisions/usage-rules";
import type { CostRecord } from "@assay/contract/control/decisions/settlement-rules";
import { limits } from "@assay/contract/platform/limits";
import type { Knex } from "knex";
import type { Tx } from "../../../platform/db/transaction.ts";
import { findApproval } from "../../approvals/approval-queries.ts";
import { findCostOfFirst } from "./usage-queries.ts";

/**
 * A first decision, and the cost that was reserved for it or for a repeated request; undefined if none was.
 */
export interface KnownFirst {
  first: FirstDecision;
  cost: Pick<CostRecord, "settledAt"> | undefined;
}

/** The position of a first decision in the log, and the key of its request. */
interface FirstRequest {
  seq: number;
  requestKey: string;
  isAsk: boolean;
}

/**
 * Lists first decisions with an idempotency key at positions after `after` that were received at `since` or
 * later. Reads only events after both limits, because they are in the order of their
 * positions and nearly in the order of their times.
 *
 * @returns `size`: number of committed events in the log.
 */
export async function listRequestsSince(
  db: Knex,
  workspaceId: string,
  { after, since }: { after: number; since: number },
): Promise<{ size: number; rows: FirstRequest[] }> {
  const { rows } = await db.raw<{
    rows: { size: number; seq: number | null; requestKey: string; isAsk: boolean }[];
  }>(
    `select l.size, e.seq, e."requestKey", e."isAsk" from event_logs l left join lateral (
        select seq, data ->> 'requestKey' as "requestKey", data ->> 'outcome' = 'ask' as "isAsk" from events
        where workspace_id = :workspaceId and type = 'policy_decision' and origin = 'server'
          and seq > coalesce((
            select seq from events where workspace_id = :workspaceId and seq > :after and received_at < :since
            order by seq desc limit 1), :after)
          and data ->> 'requestKey' is not null and data ->> 'replayOf' is null
      ) e on true
      where l.workspace_id = :workspaceId`,
    { workspaceId, after, since },
  );
  const found = rows.flatMap(({ seq, requestKey, isAsk }) =>
    seq === null ? [] : [{ seq, requestKey, isAsk }],
  );
  return { size: rows[0]?.size ?? 0, rows: found };
}

/** The members of the data of a first decision. */
interface DecisionRow {
  decisionId: string;
  evaluatedAt: number;
  outcome: string;
  approvalId: string | null;
}

/**
 * Returns the first decision at a position in the log; undefined if the event there has another request key.
 */
export async function findFirstDecision(
  tx: Tx,
  workspaceId: string,
  { seq, requestKey }: { seq: number; requestKey: string },
): Promise<KnownFirst | undefined> {
  const { rows } = await tx.raw<{ rows: DecisionRow[] }>(
    `select data ->> 'decisionId' as "decisionId", (data ->> 'evaluatedAt')::bigint as "evaluatedAt",
        data ->> 'outcome' as outcome, data ->> 'approvalId' as "approvalId"
      from events
      where workspace_id = ? and seq = ? and origin = 'server' and data ->> 'requestKey' = ?`,
    [workspaceId, seq, requestKey],
  );
  const [row] = rows;
  if (!row) return undefined;
  const { decisionId, evaluatedAt, outcome, approvalId } = row;
  const approval =
    outcome === "ask" && approvalId !== null ? await findApproval(tx, workspaceId, approvalId) : undefined;
  const expiresAt = approval?.expiresAt ?? evaluatedAt + limits.decisionSeconds * 1000;
  return { first: { decisionId, expiresAt }, cost: await findCostOfFirst(tx, workspaceId, decisionId) };
}
