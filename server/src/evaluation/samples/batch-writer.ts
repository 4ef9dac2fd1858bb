import { insertRows, type Row } from "../../platform/db/rows.ts";
import { inTransaction } from "../../platform/db/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";

/** Number of rows per batch. */
const batchRows = 2500;
/** Number of batches that are written concurrently while the next batch is read. */
const writesAtOnce = 2;

/**
 * Writes rows to a table in batches, each in a short transaction, while the rows of the next batch are read.
 */
export class BatchWriter {
  readonly #deps: Pick<PlatformDeps, "database">;
  readonly #target: { table: string; columns: readonly string[] };
  readonly #writing: Promise<unknown>[] = [];
  #batch: Row[] = [];

  constructor(deps: Pick<PlatformDeps, "database">, target: { table: string; columns: readonly string[] }) {
    this.#deps = deps;
    this.#target = target;
  }

  /** Adds a row. @returns whether the batch is full and should be flushed. */
  add(row: Row): boolean {
    return this.#batch.push(row) >= batchRows;
  }

  /** Writes the remaining rows. @throws {unknown} the error of a failed write. */
  async end(): Promise<void> {
    if (this.#batch.length > 0) await this.flush();
    await Promise.all(this.#writing);
  }

  /** Waits until all writes have succeeded or failed. */
  async settle(): Promise<void> {
    await Promise.allSettled(this.#writing);
  }

  /** Starts to write the batch. Waits only if two other batches are already being written. */
  async flush(): Promise<void> {
    const rows = this.#batch;
    this.#batch = [];
    if (this.#writing.length === writesAtOnce) await this.#writing.shift();
    const { database } = this.#deps;
    const write = inTransaction(database, (tx) => insertRows(tx, database, { ...this.#target, rows }));
    // Awaited by a later call of `flush` or by `end`. Until then, a failure must not count as an unhandled
    // rejection.
    write.catch(() => {});
    this.#writing.push(write);
  }
}
