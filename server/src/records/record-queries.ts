import type { Knex } from "knex";
import { type EventRow, eventColumns } from "../evidence/event-queries.ts";

/** A state of a log that was signed. */
export interface SignedState {
  size: number;
  root: Uint8Array;
  note: string;
}

// One statement for each request, as text: building them took longer than running them.
const decisionColumns = eventColumns.map((name) => `e.${name}`).join(", ");
const theDecision = `e.workspace_id = :workspaceId and e.type = 'policy_decision' and e.origin = 'server'
  and e.data ->> 'decisionId' = :decisionId`;

/** The event of a decision, and the largest state of the present log that a key has signed and that has it. */
export interface SealableDecision {
  row: EventRow;
  signed: SignedState | undefined;
}

/** What is sealed of a decision of the server's own; undefined when there is none, or it was erased. */
export async function findSealable(
  db: Knex,
  workspaceId: string,
  { decisionId, kid }: { decisionId: string; kid: string },
): Promise<SealableDecision | undefined> {
  const { rows } = await db.raw<{ rows: (EventRow & { size: number | null; root: Buffer; note: string })[] }>(
    `select ${decisionColumns}, s.size, s.root, s.note from events e
      join event_logs l on l.workspace_id = e.workspace_id
      left join lateral (
        select c.size, c.root, c.note from checkpoints c
        where c.workspace_id = e.workspace_id and c.generation = l.generation and c.kid = :kid and c.size >= e.seq
        order by c.size desc limit 1
      ) s on true
      where ${theDecision} limit 1`,
    { workspaceId, decisionId, kid },
  );
  const [row] = rows;
  if (!row) return undefined;
  const { size, root, note } = row;
  return { row, signed: size === null ? undefined : { size, root, note } };
}

/** What the log says of a record. */
export interface RecordEvidenceRow {
  /** The event of the decision that it names. */
  decision: EventRow | undefined;
  /** When the state that its proof leads to was first signed; undefined: never. */
  signedAt: Date | undefined;
}

/** What the log says of a decision, and of a state that it is said to have been in. */
export async function findRecordEvidence(
  db: Knex,
  workspaceId: string,
  {
    decisionId,
    state,
  }: { decisionId: string | undefined; state: { generation: number; size: number; root: Buffer } },
): Promise<RecordEvidenceRow> {
  const { rows } = await db.raw<{ rows: (Partial<EventRow> & { signed_at: Date | null })[] }>(
    `select ${decisionColumns}, w.signed_at from
      (select min(c.created_at) as signed_at from checkpoints c
        where c.workspace_id = :workspaceId and c.generation = :generation and c.size = :size and c.root = :root) w
      left join lateral (select * from events e where ${theDecision} limit 1) e on true`,
    { workspaceId, decisionId: decisionId ?? "", ...state },
  );
  const [row] = rows;
  const decision = typeof row?.seq === "number" ? row : undefined;
  // With its place a row has all columns of an event.
  return { decision: decision as EventRow | undefined, signedAt: row?.signed_at ?? undefined };
}
