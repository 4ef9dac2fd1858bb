import type { Knex } from "knex";
import { type EventRow, eventColumns } from "../events/event-queries.ts";

/** A state of a log that was signed. */
export interface SignedState {
  size: number;
  root: Uint8Array;
  note: string;
}

// One statement for all who ask at a time, as text: to plan it over the partitions takes longer than to run it.
const decisionColumns = eventColumns.map((name) => `e.${name}`).join(", ");
const itsDecision = `select * from events e
  where e.workspace_id = q.workspace_id and e.type = 'policy_decision' and e.origin = 'server'
    and e.data ->> 'decisionId' = q.decision_id
  limit 1`;

/** The event of a decision, and the largest state of the present log that a key has signed and that has it. */
export interface SealableDecision {
  row: EventRow;
  signed: SignedState | undefined;
}

/** A decision of a workspace by its id. */
export interface NamedDecision {
  workspaceId: string;
  decisionId: string;
}

/** The answers of a statement, each at the place of its question. */
function inOrder<Row extends { place: number }>(rows: readonly Row[], length: number): (Row | undefined)[] {
  const byPlace = new Map(rows.map((row) => [row.place, row]));
  // Postgres counts from 1.
  return Array.from({ length }, (_, index) => byPlace.get(index + 1));
}

/** What is sealed of decisions of the server's own, in their order; undefined where there is none, or it was erased. */
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
      cross join lateral (${itsDecision}) e
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

/** What a record says of the log. */
export interface RecordClaim {
  workspaceId: string;
  /** The decision that it names; undefined: none. */
  decisionId: string | undefined;
  /** The state that its proof leads to. */
  state: { generation: number; size: number; root: Buffer };
}

/** What the log says of a record. */
export interface RecordEvidenceRow {
  /** The event of the decision that it names. */
  decision: EventRow | undefined;
  /** When the state that its proof leads to was first signed; undefined: never. */
  signedAt: Date | undefined;
}

/** What the logs say of decisions, and of states that they are said to have been in, in their order. */
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
      left join lateral (${itsDecision}) e on true`,
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
    // With its place a row has all columns of an event.
    return { decision: decision as EventRow | undefined, signedAt: row?.signed_at ?? undefined };
  });
}
