import { ApiError } from "@assay/contract/platform/errors";
import { logBusy } from "@assay/contract/evidence/log/evidence-refusals";
import { unavailable } from "@assay/contract/platform/refusals";
import { tooBusy } from "@assay/contract/platform/requests/load-refusals";
import type { Database } from "../../../platform/db/connection/connect.ts";
import { inPoolLane, PoolExhausted } from "../../../platform/db/connection/pool-lanes.ts";
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
import { findLog } from "../../log-queries.ts";
import { LogEndCache } from "./log-end-cache.ts";

/** Maximum number of events in one transaction. */
const batchSize = 512;
/** Maximum number of waiting events in one workspace; further requests are refused with 503. */
const maxWaiting = 10_000;

interface Waiting extends AppendRequest {
  /** The span that is active while the request waits for its event, if the request is traced. */
  span: Span | undefined;
  resolve: (appended: AppendedEvent) => void;
  reject: (error: unknown) => void;
}

/** The dependencies of the writer. */
export interface WriterParts {
  database: Database;
  log: Logger;
  /** Is called for each workspace whose log has grown. */
  onAppended: (workspaceId: string) => void;
}

/**
 * Appends events to the logs of workspaces. Events that arrive during a write form the next batch, which
 * requires only one lock and one disk flush. (A measurement found 4,228 events per second with batches, and
 * 123 if each event took the lock separately.) Several processes may append to the same log. Each of them
 * waits for the lock.
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
   * Appends an event in a separate transaction. Do not await the result inside another transaction.
   *
   * @param build builds the event while the log is locked, so that the event can depend on data that it
   * reads.
   * @param idempotency the event's idempotency key. If an event in the workspace already has this key, that
   * event is returned and `build` is not called.
   * @returns the event, as soon as it is stored on disk.
   * @throws {unknown} errors of `build`; ApiError 409 if the idempotency key was used for a different
   * request; 503 if too many events are waiting, or if the database cannot be written. In the last case, the
   * event may have been appended.
   */
  append(workspaceId: string, build: BuildEvent, idempotency?: EventKey): Promise<AppendedEvent> {
    return traced(appendSpan, () => this.#enqueue(workspaceId, { build, idempotency }));
  }

  #enqueue(workspaceId: string, append: AppendRequest): Promise<AppendedEvent> {
    const waiting = this.#waiting.get(workspaceId);
    if (waiting && waiting.length >= maxWaiting) return Promise.reject(logBusy(waiting.length));
    return new Promise((resolve, reject) => {
      const request = { ...append, span: activeSpan(), resolve, reject };
      if (waiting) waiting.push(request);
      else this.#start(workspaceId, request);
    });
  }

  /** Resolves as soon as all waiting events are written. */
  async idle(): Promise<void> {
    while (this.#flushing.size > 0) await Promise.all(this.#flushing);
  }

  #start(workspaceId: string, first: Waiting): void {
    this.#waiting.set(workspaceId, [first]);
    const flushing = inPoolLane("priority", () => outsideTransaction(() => this.#flush(workspaceId))).finally(
      () => this.#flushing.delete(flushing),
    );
    this.#flushing.add(flushing);
  }

  async #flush(workspaceId: string): Promise<void> {
    const waiting = this.#waiting.get(workspaceId) ?? [];
    // Waits for further requests that arrive in the same turn of the event loop.
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
      this.#ends.invalidate(workspaceId);
      const isCausedByEvent = error instanceof FollowUpError || isDataError(error);
      if (requests.length > 1 && isCausedByEvent) return this.#writeHalves(workspaceId, requests);
      logFailure(log, error, "evidence append failed", { events: requests.length });
      const refusal = refusalOf(error);
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

  /**
   * Appends without a lock if the log's end is cached and no event requires a query; otherwise returns
   * undefined. If the end has changed, it is read and the append is repeated once, because locking the log takes longer.
   */
  async #appendAtEnd(
    workspaceId: string,
    requests: readonly Waiting[],
  ): Promise<AppendOutcome[] | undefined> {
    const { database } = this.#parts;
    const cached = this.#ends.get(workspaceId);
    if (!cached) return undefined;
    let appended = await appendAtEnd(database, { workspaceId, end: cached, requests });
    const end = appended === "moved" ? await findLog(database.knex, workspaceId) : undefined;
    if (end) appended = await appendAtEnd(database, { workspaceId, end, requests });
    if (appended === "moved") this.#ends.recordMiss(workspaceId);
    if (!appended || appended === "moved") return undefined;
    this.#ends.set(workspaceId, appended.end, "cached");
    return appended.outcomes;
  }

  async #append(workspaceId: string, requests: readonly Waiting[]): Promise<AppendOutcome[]> {
    const { database } = this.#parts;
    const { outcomes, end } = await inTransaction(database, (tx) =>
      appendBatch(tx, database, { workspaceId, requests }),
    );
    this.#ends.set(workspaceId, end, "locked");
    return outcomes;
  }

  /** Writes each half separately, because one faulty event must not make the others fail. */
  async #writeHalves(workspaceId: string, requests: readonly Waiting[]): Promise<void> {
    const half = Math.ceil(requests.length / 2);
    await this.#write(workspaceId, requests.slice(0, half));
    await this.#write(workspaceId, requests.slice(half));
  }
}

function refusalOf(error: unknown): ApiError {
  if (error instanceof FollowUpError && error.cause instanceof ApiError) return error.cause;
  return error instanceof PoolExhausted ? tooBusy("A database connection", 1) : unavailable(1);
}

const appendSpan = () => ({ name: "evidence append" });

/** Maximum number of links in a span. */
const maxLinks = 127;

/** Traces a commit as a child of the first request's span, with links to the spans of the other requests. */
function asCommit<T>(requests: readonly Waiting[], work: () => Promise<T>): Promise<T> {
  const [first, ...others] = requests.flatMap(({ span }) => span ?? []);
  if (!first) return work();
  const links = others.slice(0, maxLinks).map(({ context }) => context);
  const attributes = { "assay.evidence.events": requests.length };
  return inSpan(first.child({ name: "evidence commit", attributes, links }), work);
}

/**
 * Whether an error is a data exception, a constraint violation or a value that exceeds a limit of the
 * database.
 */
const isDataError = (error: unknown): boolean => /^(22|23|54)/.test(sqlState(error) ?? "");
