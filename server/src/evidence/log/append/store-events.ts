import { createHash } from "node:crypto";
import type { SealedEvent } from "@assay/contract/wire";
import type { Client } from "pg";
import { bytesArray, textArray } from "../../../platform/db/binary-array.ts";
import type { Database } from "../../../platform/db/connection/connect.ts";
import { connectionOf, sqlState, type Tx } from "../../../platform/db/transaction.ts";
import type { LogRow } from "../../log-queries.ts";

/** An event to store, with the inner tree nodes that it completes. */
export interface NewEvent extends SealedEvent {
  nodes: readonly Uint8Array[];
}

/** Events to append to a log, and the end of the log after them. */
export interface Appended {
  workspaceId: string;
  events: readonly NewEvent[];
  end: LogRow;
}

/**
 * Maximum number of characters of data in one statement. The database server needs a multiple of this size in
 * memory.
 */
const maxCharacters = 4 * 1024 * 1024;

const columns =
  "seq, event_id, ts, received_at, session, type, origin, agent_id, outcome, data, salt, data_commit, leaf_hash, nodes";
const given = `unnest($5::bigint[], $6::uuid[], $7::bigint[], $8::bigint[], $9::text[], $10::text[], $11::text[],
    $12::text[], $13::text[], $14::json[], $15::bytea[], $16::bytea[], $17::bytea[], $18::bytea[]) as given (${columns})`;

const storeText = `
  with stored as (
    insert into events (workspace_id, ${columns}) select $1::uuid, ${columns} from ${given}
  )
  update event_logs set size = $2, frontier = $3, root = $4 where workspace_id = $1::uuid`;

const appendText = `
  with moved as (
    update event_logs set size = $2, frontier = $3, root = $4
    where workspace_id = $1::uuid and size = $19 and root = $20 and generation = $21 returning workspace_id
  )
  insert into events (workspace_id, ${columns}) select moved.workspace_id, given.* from moved, ${given}`;

/**
 * Stores events at the end of a locked log and updates the end, in one statement with the rows as binary
 * arrays. This takes a third of the process time that a `copy` of the rows and an update would take.
 */
export async function storeEvents(
  tx: Tx,
  { canCopy }: Pick<Database, "canCopy">,
  { workspaceId, events, end }: Appended,
): Promise<void> {
  const connection = await connectionOf(tx);
  // The statement is named only on the embedded database, because a connection pooler in front of a server
  // may not preserve prepared statements.
  const statement = { text: storeText, ...(!canCopy && { name: "store_events" }) };
  for (const part of partsOf(events)) {
    await connection.query({ ...statement, values: valuesOf({ workspaceId, events: part, end }) });
  }
}

/** Whether the given events fit into one statement. */
export const fitInOne = (events: readonly NewEvent[]): boolean =>
  events.reduce((sum, { canonicalData }) => sum + canonicalData.length, 0) < maxCharacters;

/**
 * Appends events to a log whose end is cached, in one statement without a separate transaction. The statement
 * waits for the log's lock, and does nothing if the log's end has changed.
 *
 * @param from the cached end of the log.
 * @param pooled whether the connection leads to a transaction pooler, which keeps no prepared statement.
 * @returns whether the log still had this end, so that the events were appended.
 */
export async function appendFrom(
  { connection, pooled }: { connection: Client; pooled: boolean },
  from: LogRow,
  appended: Appended,
): Promise<boolean> {
  const values = [...valuesOf(appended), from.size, from.root, from.generation];
  const statement = { text: appendText, values };
  const { rowCount } = await (pooled ? connection.query(statement) : prepared(connection, values));
  return rowCount === appended.events.length;
}

// The name depends on the text, because a pooler may reuse a connection on which another version of Assay
// prepared its own statement.
const appendName = `assay_append_${createHash("sha256").update(appendText).digest("hex").slice(0, 16)}`;

/** Connections through poolers that do not preserve prepared statements. */
const withoutPrepared = new WeakSet<Client>();

/** Runs a prepared statement, because preparing it each time takes Postgres as long as storing ten events. */
async function prepared(connection: Client, values: unknown[]): Promise<{ rowCount: number | null }> {
  const statement = { text: appendText, values };
  if (withoutPrepared.has(connection)) return connection.query(statement);
  try {
    return await connection.query({ ...statement, name: appendName });
  } catch (error) {
    // The statement does not exist (26000) or already exists (42P05). In both cases, nothing was appended.
    if (!["26000", "42P05"].includes(sqlState(error) ?? "")) throw error;
    withoutPrepared.add(connection);
    return connection.query(statement);
  }
}

/** Maximum number of characters of data in one part of a batch, because sending a part blocks the process. */
const maxPartCharacters = 256 * 1024;

function* partsOf(events: readonly NewEvent[]): Generator<NewEvent[], void, undefined> {
  let part: NewEvent[] = [];
  let characters = 0;
  for (const event of events) {
    part.push(event);
    characters += event.canonicalData.length;
    if (characters < maxPartCharacters) continue;
    yield part;
    [part, characters] = [[], 0];
  }
  if (part.length > 0) yield part;
}

function valuesOf({ workspaceId, events, end }: Appended): unknown[] {
  const sealed = events.map(({ event }) => event);
  return [
    workspaceId,
    end.size,
    end.frontier,
    end.root,
    plainArray(sealed.map(({ seq }) => seq)),
    plainArray(events.map(({ uuid }) => uuid)),
    plainArray(sealed.map(({ ts }) => ts)),
    plainArray(sealed.map(({ receivedAt }) => receivedAt)),
    textArray(sealed.map(({ session }) => session)),
    textArray(sealed.map(({ type }) => type)),
    textArray(sealed.map(({ origin }) => origin)),
    textArray(sealed.map(({ data }) => shortText(data["agentId"]))),
    textArray(sealed.map(({ data }) => shortText(data["outcome"]))),
    textArray(
      events.map(({ canonicalData }) => canonicalData),
      "json",
    ),
    bytesArray(events.map(({ salt }) => [salt])),
    bytesArray(events.map(({ dataCommit }) => [dataCommit])),
    bytesArray(events.map(({ leaf }) => [leaf])),
    bytesArray(events.map(({ nodes }) => nodes)),
  ];
}

/** Returns the text of an array whose items are numbers or ids, which need no quotes. */
const plainArray = (items: readonly (number | string)[]): string => `{${items.join(",")}}`;

/**
 * Returns the value to store in a filter column. Returns null for a string that is empty, is too long to be
 * an id, or contains U+0000, which the database cannot store.
 */
const shortText = (value: unknown): string | null =>
  typeof value === "string" && value !== "" && value.length <= 128 && !value.includes("\u0000")
    ? value
    : null;
