import type { Knex } from "knex";
import { type EventRow, eventColumns } from "../events/event-queries.ts";

/** A signed state of a log. */
export interface SignedState {
  size: number;
  root: Uint8Array;
  note: string;
}

// One statement serves a batch of requests, because planning the statement over all partitions takes longer
// than running it.
const decisionColumns = eventColumns.map((name) => `e.${name}`).join(", ");
const decisionEvent = `select * from events e
  where e.workspace_id = q.workspace_id and e.type = 'policy_decision' and e.origin = 'server'
    and e.data ->> 'decisionId' = q.decision_id
  limit 1`;

/**
 * The event that records a decision, and a signed state of the log that includes the event. Of the states
 * that the given key signed in the log's current generation, this is the largest.
 */
export interface SealableDecision {
  row: EventRow;
  signed: SignedState | undefined;
}

/** Identifies a decision by its workspace and its id. */
export interface NamedDecision {
  workspaceId: string;
  decisionId: string;
}

/** Returns the rows of a statement in the order of the statement's inputs. */
function inOrder<Row extends { place: number }>(rows: readonly Row[], length: number): (Row | undefined)[] {
  const byPlace = new Map(rows.map((row) => [row.place, row]));
  // Positions in Postgres start at 1.
  return Array.from({ length }, (_, index) => byPlace.get(index + 1));
}

/**
 * Returns the logged decisions with these ids, in order; undefined for decisions that do not exist or were
 * erased.
 */
export async function findSealable(
  db: Knex,
  decisions: readonly NamedDecision[],
  kid: string,
): Promise<(SealableDecision | undefined)[]> {
  if (decisions.length === 0) return [];
  const { rows } = await db.raw<{
    rows: (EventRow & { place: number; size: number | null; root: Buffer; note: string })[];
  }>(
    `select q.place, ${decisionColumns}, s.size, s.root, s.note
      from unnest(?::uuid[], ?::text[]) with ordinality q (workspace_id, decision_id, place)
      join event_logs l on l.workspace_id = q.workspace_id
      cross join lateral (${decisionEvent}) e
      left join lateral (
        select c.size, c.root, c.note from checkpoints c
        where c.workspace_id = e.workspace_id and c.generation = l.generation and c.kid = ? and c.size >= e.seq
        order by c.size desc limit 1
      ) s on true`,
    [decisions.map(({ workspaceId }) => workspaceId), decisions.map(({ decisionId }) => decisionId), kid],
  );
  return inOrder(rows, decisions.length).map((row) => {
    if (!row) return undefined;
    const { size, root, note } = row;
    return { row, signed: size === null ? undefined : { size, root, note } };
  });
}

/** The claims of a record about the log. */
export interface RecordClaim {
  workspaceId: string;
  /** The id of the record's decision; undefined if the decision has no id. */
  decisionId: string | undefined;
  /** The state that the record's proof refers to. */
  state: { generation: number; size: number; root: Buffer };
}

/** The data in the log that is needed to verify a record. */
export interface RecordEvidenceRow {
  /** The event that records the decision. */
  decision: EventRow | undefined;
  /** The time at which the proof's state was first signed; undefined if it was never signed. */
  signedAt: Date | undefined;
}

/** Returns the data in the logs that is needed to verify the given claims, in the order of the claims. */
export async function findRecordEvidence(
  db: Knex,
  claims: readonly RecordClaim[],
): Promise<RecordEvidenceRow[]> {
  const { rows } = await db.raw<{
    rows: (Partial<EventRow> & { place: number; signed_at: Date | null })[];
  }>(
    `select q.place, ${decisionColumns}, w.signed_at
      from unnest(?::uuid[], ?::text[], ?::int[], ?::bigint[], ?::bytea[])
        with ordinality q (workspace_id, decision_id, generation, size, root, place)
      cross join lateral (
        select min(c.created_at) as signed_at from checkpoints c
        where c.workspace_id = q.workspace_id and c.generation = q.generation and c.size = q.size and c.root = q.root
      ) w
      left join lateral (${decisionEvent}) e on true`,
    [
      claims.map(({ workspaceId }) => workspaceId),
      claims.map(({ decisionId }) => decisionId ?? ""),
      claims.map(({ state }) => state.generation),
      claims.map(({ state }) => state.size),
      claims.map(({ state }) => state.root),
    ],
  );
  return inOrder(rows, claims.length).map((row) => {
    const decision = typeof row?.seq === "number" ? row : undefined;
    // If `seq` is set, the row has all columns of an event.
    return { decision: decision as EventRow | undefined, signedAt: row?.signed_at ?? undefined };
  });
}
