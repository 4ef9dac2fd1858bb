import { setImmediate } from "node:timers/promises";
import type { EventOrigin, EvidenceEvent, SealedEvent } from "@assay/contract/wire";
import type { Knex } from "knex";
import type { Database } from "../../../platform/db/connection/connect.ts";
import type { Tx } from "../../../platform/db/transaction.ts";
import { boundTo, type EventKey, type IdempotencyMatch, refusalOf } from "../../events/event-key.ts";
import { EventBatch } from "./event-batch.ts";
import { type EventKeyRow, insertEventKeys, lockLog, type LogRow } from "../../log-queries.ts";
import { findKeyMatches } from "./key-matches.ts";
import { type Savepoint, savepointOf } from "./savepoint.ts";
import { storeEvents } from "./store-events.ts";

/** Time for which events are built before other work of the process gets a turn (milliseconds). */
const sliceMs = 2;

/** An event to append to the log. */
export interface EventToAppend {
  type: string;
  session: string | null;
  /** Time of the event in milliseconds since 1970. */
  ts: number;
  receivedAt: number;
  origin: EventOrigin;
  data: Record<string, unknown>;
  /** Runs in the same transaction after the event is stored. If it fails, only this event fails. */
  after?: (tx: Tx, event: EvidenceEvent) => Promise<void>;
  /** Events that this event causes. They are appended directly after this event, in the same transaction. */
  followers?: readonly Omit<EventToAppend, "after" | "followers">[];
}

/**
 * The state that an event may depend on. The log is locked, so this state does not change until the event is
 * written.
 */
export interface LockedLog {
  /** Number of events in the log before this event. */
  size: number;
  /**
   * Data that the events in one transaction share, so that it is read only once. It is discarded when the
   * transaction ends.
   */
  shared: Map<string, unknown>;
  /**
   * Reads in the transaction that stores the event. The work must not write, because it is not rolled back
   * separately. A database error makes the whole transaction fail.
   */
  read: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  /**
   * Reads state that is only changed in transactions that append to the log. This needs no lock, because the event is
   * only appended if the log has not grown since.
   */
  readState: <T>(work: (db: Knex) => Promise<T>) => Promise<T>;
  /**
   * Reads or writes in the transaction that stores the event. If the event is refused, its writes are rolled
   * back. An error does not affect other events.
   */
  query: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
}

/**
 * Builds an event. This function may be called more than once for the same event, so it must only have
 * effects that the transaction can roll back.
 */
export type BuildEvent = (locked: LockedLog) => EventToAppend | Promise<EventToAppend>;

/** A request to append an event. */
export interface AppendRequest {
  build: BuildEvent;
  idempotency?: EventKey | undefined;
}

/** An event that is in the log. */
export interface AppendedEvent {
  event: EvidenceEvent;
  /** Whether the log already contained this event under the same idempotency key. */
  replayed: boolean;
}

/** The outcome of a request to append an event. */
export type AppendOutcome = { ok: true; value: AppendedEvent } | { ok: false; error: unknown };

/** The outcomes of several requests. */
export interface AppendedBatch {
  /** One outcome for each request, in the order of the requests. */
  outcomes: AppendOutcome[];
  /** The end of the log after the batch. */
  end: LogRow;
}

/** The batch that is being built while the log is locked. */
interface Batch {
  tx: Tx;
  shared: LockedLog["shared"];
  events: EventBatch;
  after: { work: NonNullable<EventToAppend["after"]>; event: EvidenceEvent }[];
  /** The events in the log or in this batch that match the requests' idempotency keys, by key. */
  keys: Map<string, IdempotencyMatch>;
  newKeys: EventKeyRow[];
}

/**
 * Appends events in one transaction. The log is locked once, and the events are written together. A refused
 * event leaves no gap in the log and does not affect the other events.
 *
 * @param hasControlChanges whether the events may include control changes. Batches of decisions reject
 * control changes, because decisions in the same batch would not take them into account.
 * @returns the outcome of each request, in order, and the end of the log. Both are valid only after the
 * transaction has committed.
 * @throws {unknown} errors of the database. In that case, no event was appended.
 */
export async function appendBatch(
  tx: Tx,
  database: Pick<Database, "canCopy">,
  {
    workspaceId,
    requests,
    hasControlChanges = false,
  }: { workspaceId: string; requests: readonly AppendRequest[]; hasControlChanges?: boolean },
): Promise<AppendedBatch> {
  const log = await lockLog(tx, workspaceId);
  const batch: Batch = {
    tx,
    shared: new Map(),
    events: new EventBatch(log, hasControlChanges),
    after: [],
    keys: await findKeyMatches(tx, workspaceId, requests),
    newKeys: [],
  };
  const outcomes = await buildEvents(batch, requests);
  const end = batch.events.end();
  if (batch.events.list.length > 0) await write(batch, database, { workspaceId, end });
  return { outcomes, end };
}

/** Builds the events. Other work of the process runs after each slice. */
async function buildEvents(batch: Batch, requests: readonly AppendRequest[]): Promise<AppendOutcome[]> {
  const outcomes: AppendOutcome[] = [];
  let sliceStart = performance.now();
  for (const request of requests) {
    if (performance.now() - sliceStart >= sliceMs) {
      await setImmediate();
      sliceStart = performance.now();
    }
    const outcome = outcomeOf(batch, request);
    // Most events require no query, and creating a promise for each event would cost as much as hashing it.
    outcomes.push(outcome instanceof Promise ? await outcome : outcome);
  }
  return outcomes;
}

async function write(
  { tx, events, newKeys, after }: Batch,
  database: Pick<Database, "canCopy">,
  { workspaceId, end }: { workspaceId: string; end: LogRow },
): Promise<void> {
  await storeEvents(tx, database, { workspaceId, events: events.list, end });
  if (newKeys.length > 0) await insertEventKeys(tx, workspaceId, newKeys);
  for (const { work, event } of after) {
    await work(tx, event).catch((cause: unknown) => {
      throw new FollowUpError(cause);
    });
  }
}

/** The error that is thrown if an event's follow-up work (`after`) failed; `cause` is the original error. */
export class FollowUpError extends Error {
  override readonly name = "FollowUpError";

  constructor(cause: unknown) {
    super("The follow-up work of an event failed.", { cause });
  }
}

const lockedOf = ({ tx, shared, events }: Batch, { query }: Savepoint): LockedLog => ({
  size: events.size,
  shared,
  read: (work) => work(tx),
  readState: (work) => work(tx),
  query,
});

function outcomeOf(batch: Batch, request: AppendRequest): AppendOutcome | Promise<AppendOutcome> {
  const { build, idempotency } = request;
  const match = idempotency && batch.keys.get(idempotency.key);
  if (match) {
    const error = refusalOf(match, idempotency);
    return error ? { ok: false, error } : { ok: true, value: { event: match.event, replayed: true } };
  }
  const savepoint = savepointOf(batch.tx);
  try {
    const event = build(lockedOf(batch, savepoint));
    if (event instanceof Promise) return asyncOutcomeOf(batch, request, { event, savepoint });
    return { ok: true, value: add(batch, batch.events.seal(event), { ...event, idempotency }) };
  } catch (error) {
    return { ok: false, error };
  }
}

/** Returns the outcome for an event that may read or write in the transaction while it is built. */
async function asyncOutcomeOf(
  batch: Batch,
  { idempotency }: AppendRequest,
  { event, savepoint }: { event: Promise<EventToAppend>; savepoint: Savepoint },
): Promise<AppendOutcome> {
  let sealed: SealedEvent;
  let built: EventToAppend;
  try {
    built = await event;
    sealed = batch.events.seal(built);
  } catch (error) {
    await savepoint.rollBack();
    return { ok: false, error };
  }
  await savepoint.release();
  return { ok: true, value: add(batch, sealed, { ...built, idempotency }) };
}

/** Adds an event and its followers to the batch. */
function add(
  batch: Batch,
  sealed: SealedEvent,
  {
    after,
    followers = [],
    idempotency,
  }: Pick<EventToAppend, "after" | "followers"> & { idempotency: EventKey | undefined },
): AppendedEvent {
  const { event, salt } = sealed;
  batch.events.add(sealed);
  for (const follower of followers) batch.events.add(batch.events.seal(follower));
  if (after) batch.after.push({ work: after, event });
  if (idempotency) {
    const { key, requestHash } = idempotency;
    const boundHash = boundTo(salt, requestHash);
    batch.keys.set(key, { event, salt, boundHash });
    batch.newKeys.push({ key, seq: event.seq, request_hash: boundHash });
  }
  return { event, replayed: false };
}
