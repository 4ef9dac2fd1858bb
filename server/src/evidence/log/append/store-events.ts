import { createHash } from "node:crypto";
import type { SealedEvent } from "@assay/contract/wire";
import type { Client } from "pg";
import { bytesArray, textArray } from "../../../platform/db/binary-array.ts";
import type { Database } from "../../../platform/db/connection/connect.ts";
import { connectionOf, sqlState, type Tx } from "../../../platform/db/transaction.ts";
import type { LogRow } from "../../log-queries.ts";

/** An event to be stored, with the inner nodes that it made whole. */
export interface NewEvent extends SealedEvent {
  nodes: readonly Uint8Array[];
}

/** Events to be appended to a log, and its end afterwards. */
export interface Appended {
  workspaceId: string;
  events: readonly NewEvent[];
  end: LogRow;
}

/** Most characters of data that one statement carries: longer ones cost the server memory by the multiple. */
const mostCharacters = 4 * 1024 * 1024;

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
 * Stores events at the end of a log that is locked, and moves the end: one statement, its rows arrays in binary form. Against
 * a `copy` of the rows and an update this takes a third of the time of the process.
 */
export async function storeEvents(
  tx: Tx,
  { canCopy }: Pick<Database, "canCopy">,
  { workspaceId, events, end }: Appended,
): Promise<void> {
  const connection = await connectionOf(tx);
  // A pooler between us and a server may not keep what is prepared.
  const statement = { text: storeText, ...(!canCopy && { name: "store_events" }) };
  for (const part of partsOf(events)) {
    await connection.query({ ...statement, values: valuesOf({ workspaceId, events: part, end }) });
  }
}

/** Whether one statement can carry these events. */
export const fitInOne = (events: readonly NewEvent[]): boolean =>
  events.reduce((sum, { canonicalData }) => sum + canonicalData.length, 0) < mostCharacters;

/**
 * Appends events to a log whose end is known, without a transaction: the one statement is all of it, and does nothing where
 * the log's end is another one by now. Whoever holds the log's lock is waited for.
 *
 * @param from the end that the events go on from.
 * @returns whether the log ended there.
 */
export async function appendFrom(connection: Client, from: LogRow, appended: Appended): Promise<boolean> {
  const values = [...valuesOf(appended), from.size, from.root, from.generation];
  const { rowCount } = await prepared(connection, values);
  return rowCount === appended.events.length;
}

// Named by its text: a pooler may hand on a connection for which another version of this program prepared its own.
const appendName = `assay_append_${createHash("sha256").update(appendText).digest("hex").slice(0, 16)}`;

/** Poolers that do not keep what is prepared, as they have said of themselves. */
const forgetful = new WeakSet<Client>();

/** Preparing it takes Postgres as long as storing ten events. */
async function prepared(connection: Client, values: unknown[]): Promise<{ rowCount: number | null }> {
  const statement = { text: appendText, values };
  if (forgetful.has(connection)) return connection.query(statement);
  try {
    return await connection.query({ ...statement, name: appendName });
  } catch (error) {
    // Said before anything was done: there is no such statement, or there is one already.
    if (!["26000", "42P05"].includes(sqlState(error) ?? "")) throw error;
    forgetful.add(connection);
    return connection.query(statement);
  }
}

function* partsOf(events: readonly NewEvent[]): Generator<NewEvent[], void, undefined> {
  let part: NewEvent[] = [];
  let characters = 0;
  for (const event of events) {
    part.push(event);
    characters += event.canonicalData.length;
    if (characters < mostCharacters) continue;
    yield part;
    [part, characters] = [[], 0];
  }
  if (part.length > 0) yield part;
}

function valuesOf({ workspaceId, events, end }: Appended): unknown[] {
  const told = events.map(({ event }) => event);
  return [
    workspaceId,
    end.size,
    end.frontier,
    end.root,
    plainArray(told.map(({ seq }) => seq)),
    plainArray(events.map(({ uuid }) => uuid)),
    plainArray(told.map(({ ts }) => ts)),
    plainArray(told.map(({ receivedAt }) => receivedAt)),
    textArray(told.map(({ session }) => session)),
    textArray(told.map(({ type }) => type)),
    textArray(told.map(({ origin }) => origin)),
    textArray(told.map(({ data }) => shortText(data["agentId"]))),
    textArray(told.map(({ data }) => shortText(data["outcome"]))),
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

/** Numbers and ids need no quotes in an array's text. */
const plainArray = (items: readonly (number | string)[]): string => `{${items.join(",")}}`;

/** What filters look for; longer texts are no ids, and the database holds none with U+0000. */
const shortText = (value: unknown): string | null =>
  typeof value === "string" && value !== "" && value.length <= 128 && !value.includes("\u0000")
    ? value
    : null;
