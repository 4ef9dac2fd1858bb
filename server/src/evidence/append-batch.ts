import { randomFillSync } from "node:crypto";
import { idempotencyConflict } from "@assay/contract";
import {
  type EventOrigin,
  type EvidenceEvent,
  MerkleFrontier,
  saltLength,
  type SealedEvent,
  sealEvent,
} from "@assay/contract/wire";
import type { Database } from "../db/connect.ts";
import type { Tx } from "../db/transaction.ts";
import { eventToWire } from "./event-wire.ts";
import { findEvents } from "./event-queries.ts";
import {
  type EventKeyRow,
  findEventKeys,
  insertEventKeys,
  insertEvents,
  lockLog,
  type NewEvent,
  updateLog,
} from "./log-queries.ts";

/** Something that happened, to be told in the log. */
export interface ToldEvent {
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
export type TellEvent = (locked: LockedLog) => ToldEvent | Promise<ToldEvent>;

/** What makes an event safe to send again. */
export interface EventKey {
  key: string;
  /** Of what was sent. */
  requestHash: Buffer;
}

/** An event that waits to be appended. */
export interface AppendRequest {
  tell: TellEvent;
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

/** The present batch of one log. */
interface Batch {
  tx: Tx;
  shared: LockedLog["shared"];
  frontier: MerkleFrontier;
  events: NewEvent[];
  after: { work: NonNullable<ToldEvent["after"]>; event: EvidenceEvent }[];
  /** By key: those that the log has, and those of this batch. */
  keys: Map<string, { requestHash: Buffer; event: EvidenceEvent }>;
  newKeys: EventKeyRow[];
}

/**
 * Appends events in one transaction: the log is locked once, the events are written together. One that is refused leaves
 * no gap and takes nobody with it.
 *
 * @returns what came of each request, in their order; it holds once the transaction has committed.
 * @throws what the database throws: then nothing was appended.
 */
export async function appendBatch(
  tx: Tx,
  database: Pick<Database, "canCopy">,
  { workspaceId, requests }: { workspaceId: string; requests: readonly AppendRequest[] },
): Promise<AppendOutcome[]> {
  const log = await lockLog(tx, workspaceId);
  const batch: Batch = {
    tx,
    shared: new Map(),
    frontier: new MerkleFrontier(log.size, log.frontier),
    events: [],
    after: [],
    keys: await knownKeys(tx, workspaceId, requests),
    newKeys: [],
  };
  const outcomes: AppendOutcome[] = [];
  for (const request of requests) outcomes.push(await outcomeOf(batch, request));
  if (batch.events.length > 0) await write(batch, database, workspaceId);
  return outcomes;
}

async function write(
  { tx, frontier, events, newKeys, after }: Batch,
  database: Pick<Database, "canCopy">,
  workspaceId: string,
): Promise<void> {
  await insertEvents(tx, database, { workspaceId, events });
  if (newKeys.length > 0) await insertEventKeys(tx, workspaceId, newKeys);
  const end = { size: frontier.size, frontier: frontier.toBytes(), root: frontier.root() };
  await updateLog(tx, workspaceId, end);
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
  const bySeq = new Map(events.map((row) => [row.seq, eventToWire(row)]));
  return new Map(
    rows.flatMap(({ key, seq, request_hash: requestHash }) => {
      const event = bySeq.get(seq);
      return event ? [[key, { requestHash, event }] as const] : [];
    }),
  );
}

async function outcomeOf(batch: Batch, { tell, idempotency }: AppendRequest): Promise<AppendOutcome> {
  const { tx, keys } = batch;
  const known = idempotency && keys.get(idempotency.key);
  if (known) {
    return known.requestHash.equals(idempotency.requestHash)
      ? { ok: true, value: { event: known.event, replayed: true } }
      : { ok: false, error: idempotencyConflict(idempotency.key) };
  }
  const guard = savepointOf(tx);
  let sealed: SealedEvent;
  try {
    const { after, ...told } = await tell({
      size: batch.frontier.size,
      shared: batch.shared,
      read: (work) => work(tx),
      query: guard.query,
    });
    sealed = seal(batch, told);
    if (after) batch.after.push({ work: after, event: sealed.event });
  } catch (error) {
    await guard.undo();
    return { ok: false, error };
  }
  await guard.keep();
  batch.events.push({ ...sealed, nodes: batch.frontier.append(sealed.leaf) });
  if (idempotency) {
    const { key, requestHash } = idempotency;
    keys.set(key, { requestHash, event: sealed.event });
    batch.newKeys.push({ key, seq: sealed.event.seq, request_hash: requestHash });
  }
  return { ok: true, value: { event: sealed.event, replayed: false } };
}

// Drawn in blocks: a call for each salt costs as much as hashing an event.
const salts = Buffer.alloc(saltLength * 256);
let usedSalts = salts.length;

function newSalt(): Uint8Array {
  if (usedSalts === salts.length) {
    randomFillSync(salts);
    usedSalts = 0;
  }
  usedSalts += saltLength;
  return Uint8Array.from(salts.subarray(usedSalts - saltLength, usedSalts));
}

/** @throws TypeError for a text that the database cannot hold: it must not fail the events beside it. */
function seal({ frontier }: Batch, told: Omit<ToldEvent, "after">): SealedEvent {
  const { type, session, ts, receivedAt, origin, data } = told;
  if (`${type}${session ?? ""}`.includes("\u0000")) throw new TypeError("type and session hold no U+0000.");
  const members = { seq: frontier.size + 1, ts, receivedAt, session, type, origin, data };
  return sealEvent(members, newSalt());
}

/** A part of the transaction that can be undone alone; it costs nothing until its first query. */
function savepointOf(tx: Tx): {
  query: LockedLog["query"];
  undo: () => Promise<void>;
  keep: () => Promise<void>;
} {
  let begun = false;
  const end = async (statement: string): Promise<void> => {
    if (begun) await tx.raw(statement);
  };
  return {
    query: async (work) => {
      if (!begun) await tx.raw("savepoint told_event");
      begun = true;
      return work(tx);
    },
    undo: async () => {
      await end("rollback to savepoint told_event");
      await end("release savepoint told_event");
    },
    keep: () => end("release savepoint told_event"),
  };
}
