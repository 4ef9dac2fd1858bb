import type { Knex } from "knex";
import { type EventRow, eventColumns } from "../evidence/event-queries.ts";

/** A state of a log that was signed. */
export interface SignedState {
  size: number;
  root: Uint8Array;
  note: string;
}

/** The event of a decision of the server's own; undefined when there is none, or it was erased. */
export async function findDecisionEvent(
  db: Knex,
  workspaceId: string,
  decisionId: string,
): Promise<EventRow | undefined> {
  return db("events")
    .where({ workspace_id: workspaceId, type: "policy_decision", origin: "server" })
    .whereRaw("data ->> 'decisionId' = ?", [decisionId])
    .first(eventColumns);
}

/** The largest state of the present log that a key has signed and that has an event in it; undefined when there is none. */
export async function findSignedState(
  db: Knex,
  workspaceId: string,
  { kid, seq }: { kid: string; seq: number },
): Promise<SignedState | undefined> {
  return db("checkpoints as c")
    .join("event_logs as l", (on) =>
      on.on("l.workspace_id", "c.workspace_id").andOn("l.generation", "c.generation"),
    )
    .where({ "c.workspace_id": workspaceId, "c.kid": kid })
    .where("c.size", ">=", seq)
    .orderBy("c.size", "desc")
    .first("c.size", "c.root", "c.note");
}

/** When a state of a log was first signed; undefined when it never was. */
export async function findFirstSigned(
  db: Knex,
  workspaceId: string,
  state: { generation: number; size: number; root: Buffer },
): Promise<Date | undefined> {
  const row: { created_at: Date } | undefined = await db("checkpoints")
    .where({ workspace_id: workspaceId, ...state })
    .orderBy("created_at")
    .first("created_at");
  return row?.created_at;
}
