import type { EventOrigin, EvidenceEvent, SealedEvent } from "@assay/contract/wire";
import type { Database } from "../../../platform/db/connection/connect.ts";
import type { Tx } from "../../../platform/db/transaction.ts";
import { boundTo, type EventKey, type IdempotencyMatch, refusalOf } from "../../events/event-key.ts";
import { eventToWire } from "../../events/event-wire.ts";
import { findEvents } from "../../events/event-queries.ts";
import { EventBatch } from "./event-batch.ts";
import { type EventKeyRow, findEventKeys, insertEventKeys, lockLog, type LogRow } from "../../log-queries.ts";
import { type Savepoint, savepointOf } from "./savepoint.ts";
import { storeEvents } from "./store-events.ts";

/** Something that happened, to be told in the log. */
export interface EventToAppend {
  type: string;
  session: string | null;
  /** Milliseconds since 1970. */
  ts: number;
  receivedAt: number;
  origin: EventOrigin;
  data: Record<string, unknown>;
  /** What follows in the same transaction once the event is in its place. A fault of it fails this event alone. */
  after?: (tx: Tx, event: EvidenceEvent) => Promise<void>;
}

/** What an event may depend on: the log is locked, so nothing of it changes until the event is written. */
export interface LockedLog {
  /** Events before this one. */
  size: number;
  /** What the events of one transaction share, so that they need not each ask for it; gone with the transaction. */
  shared: Map<string, unknown>;
  /**
   * Reads in the transaction that the event is written in: for nothing but reading, as it is not undone. A fault of the
   * database fails the whole transaction.
   */
  read: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  /**
   * Reads or writes in the transaction that the event is written in. What was written is undone when the event is
   * refused; a fault does not touch the events beside it.
   */
  query: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
}

/** Tells what happened. It may be called more than once, so it must do nothing that the transaction cannot undo. */
export type BuildEvent = (locked: LockedLog) => EventToAppend | Promise<EventToAppend>;

/** An event that waits to be appended. */
export interface AppendRequest {
  tell: BuildEvent;
  idempotency?: EventKey | undefined;
}

/** An event that is in the log. */
export interface AppendedEvent {
  event: EvidenceEvent;
  /** It was there already, under the same idempotency key. */
  replayed: boolean;
}

/** What came of a request. */
export type AppendOutcome = { ok: true; value: AppendedEvent } | { ok: false; error: unknown };

/** What came of some requests. */
export interface AppendedBatch {
  /** Of each, in their order. */
  outcomes: AppendOutcome[];
  /** The end of the log with them. */
  end: LogRow;
}

/** The present batch of one log that is locked. */
interface Batch {
  tx: Tx;
  shared: LockedLog["shared"];
  gathered: EventBatch;
  after: { work: NonNullable<EventToAppend["after"]>; event: EvidenceEvent }[];
  /** By key: those that the log has, and those of this batch. */
  keys: Map<string, IdempotencyMatch>;
  newKeys: EventKeyRow[];
}

/**
 * Appends events in one transaction: the log is locked once, the events are written together. One that is refused leaves
 * no gap and takes nobody with it.
 *
 * @param hasControlChanges whether events may be among them that tell of what decisions rest on. Decisions of the same
 *   batch would not see them, so those who write decisions refuse such events.
 * @returns what came of each request, in their order, and the log's end; it holds once the transaction has committed.
 * @throws {unknown} what the database throws: then nothing was appended.
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
    gathered: new EventBatch(log, hasControlChanges),
    after: [],
    keys: await knownKeys(tx, workspaceId, requests),
    newKeys: [],
  };
  const outcomes: AppendOutcome[] = [];
  for (const request of requests) {
    const outcome = outcomeOf(batch, request);
    // Most events ask for nothing: a promise for each of them costs as much as hashing it.
    outcomes.push(outcome instanceof Promise ? await outcome : outcome);
  }
  const end = batch.gathered.end();
  if (batch.gathered.events.length > 0) await write(batch, database, { workspaceId, end });
  return { outcomes, end };
}

async function write(
  { tx, gathered: { events }, newKeys, after }: Batch,
  database: Pick<Database, "canCopy">,
  { workspaceId, end }: { workspaceId: string; end: LogRow },
): Promise<void> {
  await storeEvents(tx, database, { workspaceId, events, end });
  if (newKeys.length > 0) await insertEventKeys(tx, workspaceId, newKeys);
  for (const { work, event } of after) {
    await work(tx, event).catch((cause: unknown) => {
      throw new FollowUpError(cause);
    });
  }
}

/** What was to follow an event in its transaction failed; the cause says why. */
export class FollowUpError extends Error {
  override readonly name = "FollowUpError";

  constructor(cause: unknown) {
    super("What was to follow an event in its transaction failed.", { cause });
  }
}

async function knownKeys(
  tx: Tx,
  workspaceId: string,
  requests: readonly AppendRequest[],
): Promise<Batch["keys"]> {
  const asked = new Set(requests.flatMap(({ idempotency }) => idempotency?.key ?? []));
  if (asked.size === 0) return new Map();
  const rows = await findEventKeys(tx, workspaceId, [...asked]);
  const events = await findEvents(
    tx,
    workspaceId,
    rows.map(({ seq }) => seq),
  );
  const bySeq = new Map(events.map((row) => [row.seq, row]));
  return new Map(
    rows.flatMap(({ key, seq, request_hash: boundHash }) => {
      const row = bySeq.get(seq);
      return row ? [[key, { event: eventToWire(row), salt: row.salt, boundHash }] as const] : [];
    }),
  );
}

/** What an event may depend on. */
const lockedOf = ({ tx, shared, gathered }: Batch, { query }: Savepoint): LockedLog => ({
  size: gathered.size,
  shared,
  read: (work) => work(tx),
  query,
});

function outcomeOf(batch: Batch, request: AppendRequest): AppendOutcome | Promise<AppendOutcome> {
  const { tell, idempotency } = request;
  const known = idempotency && batch.keys.get(idempotency.key);
  if (known) {
    const error = refusalOf(known, idempotency);
    return error ? { ok: false, error } : { ok: true, value: { event: known.event, replayed: true } };
  }
  const guard = savepointOf(batch.tx);
  try {
    const told = tell(lockedOf(batch, guard));
    if (told instanceof Promise) return outcomeOfAsking(batch, request, { told, guard });
    return { ok: true, value: take(batch, batch.gathered.seal(told), { after: told.after, idempotency }) };
  } catch (error) {
    return { ok: false, error };
  }
}

/** What comes of an event that may read or write in the transaction before it is told. */
async function outcomeOfAsking(
  batch: Batch,
  { idempotency }: AppendRequest,
  { told, guard }: { told: Promise<EventToAppend>; guard: Savepoint },
): Promise<AppendOutcome> {
  let sealed: SealedEvent;
  let after: EventToAppend["after"];
  try {
    const asked = await told;
    after = asked.after;
    sealed = batch.gathered.seal(asked);
  } catch (error) {
    await guard.undo();
    return { ok: false, error };
  }
  await guard.keep();
  return { ok: true, value: take(batch, sealed, { after, idempotency }) };
}

/** Takes an event into the batch. */
function take(
  batch: Batch,
  sealed: SealedEvent,
  { after, idempotency }: { after: EventToAppend["after"] | undefined; idempotency: EventKey | undefined },
): AppendedEvent {
  const { event, salt } = sealed;
  batch.gathered.take(sealed);
  if (after) batch.after.push({ work: after, event });
  if (idempotency) {
    const { key, requestHash } = idempotency;
    const boundHash = boundTo(salt, requestHash);
    batch.keys.set(key, { event, salt, boundHash });
    batch.newKeys.push({ key, seq: event.seq, request_hash: boundHash });
  }
  return { event, replayed: false };
}
