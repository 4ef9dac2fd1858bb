import { ApiError } from "@assay/contract/platform/errors";
import { logBusy } from "@assay/contract/evidence/log/evidence-refusals";
import { unavailable } from "@assay/contract/platform/refusals";
import type { Database } from "../../../platform/db/connection/connect.ts";
import { inTransaction, outsideTransaction, sqlState } from "../../../platform/db/transaction.ts";
import type { Logger } from "../../../platform/log.ts";
import { activeSpan, inSpan, type Span, traced } from "../../../platform/tracing/span.ts";
import { logFailure } from "../../../platform/http/server/log-failure.ts";
import {
  appendBatch,
  type AppendedEvent,
  type AppendOutcome,
  type AppendRequest,
  FollowUpError,
  type BuildEvent,
} from "./append-batch.ts";
import { appendAtEnd } from "./append-at-end.ts";
import type { EventKey } from "../../events/event-key.ts";
import { LogEndCache } from "./log-end-cache.ts";

/** Most events of one transaction. */
const batchSize = 512;
/** Most events of one workspace that wait; those that come on top are told to come again. */
const mostWaiting = 10_000;

interface Waiting extends AppendRequest {
  /** The work that waits for it, when that is traced. */
  span: Span | undefined;
  resolve: (appended: AppendedEvent) => void;
  reject: (error: unknown) => void;
}

/** What the writer works with. */
export interface WriterParts {
  database: Database;
  log: Logger;
  /** Told of each workspace whose log has grown. */
  onAppended: (workspaceId: string) => void;
}

/**
 * Appends to the logs of workspaces. Events that come while others are being written are written together next: the log
 * is locked, and the disk waited for, once for all of them (a lock for each event measured 123 events a second against
 * 4,228). Several processes may append to one log; each waits for the lock in turn.
 */
export class EvidenceWriter {
  readonly #parts: WriterParts;
  readonly #waiting = new Map<string, Waiting[]>();
  readonly #flushing = new Set<Promise<void>>();
  readonly #ends = new LogEndCache();

  constructor(parts: WriterParts) {
    this.#parts = parts;
  }

  /**
   * Appends an event. Never to be awaited inside a transaction: it has its own.
   *
   * @param tell is called with the log locked, so that the event can depend on what is read then.
   * @param idempotency with a key that an event of the workspace has, that event is given, and `tell` is not called.
   * @returns the event, once it is on the disk.
   * @throws {unknown} what `tell` throws; ApiError 409 for another request under the same key; 503 when too many wait, or the
   * database cannot be written to: whether the event was appended is then unknown.
   */
  append(workspaceId: string, tell: BuildEvent, idempotency?: EventKey): Promise<AppendedEvent> {
    return traced(appendSpan, () => this.#enqueue(workspaceId, { tell, idempotency }));
  }

  #enqueue(workspaceId: string, asked: AppendRequest): Promise<AppendedEvent> {
    const waiting = this.#waiting.get(workspaceId);
    if (waiting && waiting.length >= mostWaiting) return Promise.reject(logBusy(waiting.length));
    return new Promise((resolve, reject) => {
      const request = { ...asked, span: activeSpan(), resolve, reject };
      if (waiting) waiting.push(request);
      else this.#start(workspaceId, request);
    });
  }

  /** Waits until nothing waits to be written. */
  async idle(): Promise<void> {
    while (this.#flushing.size > 0) await Promise.all(this.#flushing);
  }

  #start(workspaceId: string, first: Waiting): void {
    this.#waiting.set(workspaceId, [first]);
    const flushing = outsideTransaction(() => this.#flush(workspaceId)).finally(() =>
      this.#flushing.delete(flushing),
    );
    this.#flushing.add(flushing);
  }

  async #flush(workspaceId: string): Promise<void> {
    const waiting = this.#waiting.get(workspaceId) ?? [];
    // Requests that were read in the same round come along.
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0) await this.#write(workspaceId, waiting.splice(0, batchSize));
    this.#waiting.delete(workspaceId);
  }

  async #write(workspaceId: string, requests: readonly Waiting[]): Promise<void> {
    const { log, onAppended } = this.#parts;
    let outcomes: AppendOutcome[];
    try {
      outcomes = await asCommit(
        requests,
        async () =>
          (await this.#appendAtEnd(workspaceId, requests)) ?? (await this.#append(workspaceId, requests)),
      );
    } catch (error) {
      this.#ends.forget(workspaceId);
      const isOnes = error instanceof FollowUpError || isFaultOfData(error);
      if (requests.length > 1 && isOnes) return this.#writeHalves(workspaceId, requests);
      logFailure(log, error, "events could not be appended", { events: requests.length });
      const refusal =
        error instanceof FollowUpError && error.cause instanceof ApiError ? error.cause : unavailable(1);
      for (const { reject } of requests) reject(refusal);
      return;
    }
    for (const [index, { resolve, reject }] of requests.entries()) {
      const outcome = outcomes[index];
      if (outcome?.ok) resolve(outcome.value);
      else reject(outcome?.error);
    }
    if (outcomes.some(({ ok }) => ok)) onAppended(workspaceId);
  }

  /** Appends without a lock, where this process knows the log's end and nothing is asked for; undefined: it cannot. */
  async #appendAtEnd(
    workspaceId: string,
    requests: readonly Waiting[],
  ): Promise<AppendOutcome[] | undefined> {
    const known = this.#ends.get(workspaceId);
    const appended =
      known && (await appendAtEnd(this.#parts.database, { workspaceId, end: known, requests }));
    if (appended === "moved") this.#ends.missed(workspaceId);
    if (!appended || appended === "moved") return undefined;
    this.#ends.learn(workspaceId, appended.end, "known");
    return appended.outcomes;
  }

  async #append(workspaceId: string, requests: readonly Waiting[]): Promise<AppendOutcome[]> {
    const { database } = this.#parts;
    const { outcomes, end } = await inTransaction(database, (tx) =>
      appendBatch(tx, database, { workspaceId, requests }),
    );
    this.#ends.learn(workspaceId, end, "locked");
    return outcomes;
  }

  /** Something of one of them is at fault: the others must not suffer for it. */
  async #writeHalves(workspaceId: string, requests: readonly Waiting[]): Promise<void> {
    const half = Math.ceil(requests.length / 2);
    await this.#write(workspaceId, requests.slice(0, half));
    await this.#write(workspaceId, requests.slice(half));
  }
}

const appendSpan = () => ({ name: "evidence append" });

/** A span has no more links than these. */
const mostLinks = 127;

/** One commit is the work of all who wait for it: a part of the first, linked to the others. */
function asCommit<T>(requests: readonly Waiting[], work: () => Promise<T>): Promise<T> {
  const [first, ...others] = requests.flatMap(({ span }) => span ?? []);
  if (!first) return work();
  const links = others.slice(0, mostLinks).map(({ context }) => context);
  const attributes = { "assay.evidence.events": requests.length };
  return inSpan(first.child({ name: "evidence commit", attributes, links }), work);
}

/** Data exceptions, broken constraints, and values beyond the database's limits. */
const isFaultOfData = (error: unknown): boolean => /^(22|23|54)/.test(sqlState(error) ?? "");
