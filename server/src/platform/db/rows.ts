import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { counted } from "@assay/contract/domain";
import { type Client, escapeIdentifier } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { columnText, copyLine } from "./column-text.ts";
import { traced } from "../tracing/span.ts";
import type { Database } from "./connection/database.ts";
import { insertStatement } from "./insert-statement.ts";
import { connectionOf, type Tx } from "./transaction.ts";

/** The table and the columns into which rows are inserted. */
export interface RowTarget {
  readonly table: string;
  /** The columns in the order of the values in each row. All other columns get their default values. */
  readonly columns: readonly string[];
  /**
   * "ignore" skips rows that violate a unique key, and does not count them. By default, such rows cause an
   * error.
   */
  readonly onConflict?: "ignore";
  /** "given" inserts the rows' values into identity columns, as a restore requires. */
  readonly identity?: "given";
}

/** One value per column, in a form that {@link columnText} accepts. JSON must be passed as text. */
export type Row = readonly unknown[];

type Source = Iterable<readonly Row[]> | AsyncIterable<readonly Row[]>;
type Texts = (string | null)[];

/**
 * Number of rows from which `copy` is faster than a single `insert` on a server. (Measured with 8 columns on
 * Postgres 15 with two cores: 1.1 ms instead of 1.5 ms for 50 rows, 2.6 ms instead of 6.3 ms for 200 rows.)
 */
const minCopiedRows = 50;

/**
 * Maximum number of rows in a batch, which is one `insert` statement or one piece of a `copy`. Larger batches
 * take longer to parse (measured with 100 to 7,000 rows).
 */
const maxRows = 250;
/** Maximum number of characters in a batch, which limits its memory. */
const maxCharacters = 1024 * 1024;
/** Maximum number of values in a statement, which Postgres counts in 16 bits. */
const maxValues = 60_000;

/**
 * Inserts rows in a transaction, with the fastest method that the engine supports.
 *
 * @returns the number of inserted rows.
 * @throws {TypeError} if a value is not accepted for any type of column. Errors of the database are passed
 * on.
 */
export async function insertRows(
  tx: Tx,
  database: Pick<Database, "canCopy">,
  { rows, ...target }: RowTarget & { readonly rows: readonly Row[] },
): Promise<number> {
  return writeRows(tx, database, { target, source: [rows] });
}

/**
 * Inserts rows from a source, a few hundred at a time; see {@link insertRows}. The transaction waits for the
 * source, so the source must not wait for the network.
 *
 * @throws {unknown} also the errors that `rows` throws. The transaction must then be rolled back.
 */
export async function insertRowStream(
  tx: Tx,
  database: Pick<Database, "canCopy">,
  { rows, ...target }: RowTarget & { readonly rows: AsyncIterable<Row> },
): Promise<number> {
  const one = async function* () {
    for await (const row of rows) yield [row];
  };
  return writeRows(tx, database, { target, source: one() });
}

async function writeRows(
  tx: Tx,
  database: Pick<Database, "canCopy">,
  { target, source }: { target: RowTarget; source: Source },
): Promise<number> {
  if (tx.isCompleted())
    throw new Error(`Rows for table ${target.table} arrived after the end of their transaction.`);
  const connection = await connectionOf(tx);
  const batches = batchesOf(target, source);
  const first = await batches.next();
  if (first.done) return 0;
  const all = prepend(first.value, batches);
  const copies = database.canCopy && target.onConflict === undefined && first.value.length >= minCopiedRows;
  const summary = `${copies ? "copy" : "insert"} ${target.table}`;
  return traced(
    () => ({
      name: summary,
      kind: "client",
      attributes: { "db.system.name": "postgresql", "db.query.summary": summary },
    }),
    () =>
      copies
        ? copy(connection, target, all)
        : insert(connection, target, { batches: all, named: !database.canCopy }),
  );
}

async function insert(
  connection: Client,
  target: RowTarget,
  { batches, named }: { batches: AsyncIterable<Texts[]>; named: boolean },
): Promise<number> {
  let count = 0;
  for await (const batch of batches) {
    const { text, name } = insertStatement(target, batch.length);
    // A prepared statement makes a full batch a third faster. Statements without a name also work with
    // poolers that do not preserve prepared statements.
    const statement = named && batch.length === fullBatch(target) ? { text, name } : { text };
    const { rowCount } = await connection.query({ ...statement, values: batch.flat() });
    count += rowCount ?? 0;
  }
  return count;
}

async function copy(connection: Client, target: RowTarget, batches: AsyncIterable<Texts[]>): Promise<number> {
  const columns = target.columns.map(escapeIdentifier).join(", ");
  const sink = connection.query(copyFrom(`copy ${escapeIdentifier(target.table)} (${columns}) from stdin`));
  const lines = async function* () {
    for await (const batch of batches) yield batch.map(copyLine).join("");
  };
  await pipeline(Readable.from(lines(), { highWaterMark: 2 }), sink);
  return sink.rowCount;
}

async function* batchesOf(target: RowTarget, source: Source): AsyncGenerator<Texts[], void, undefined> {
  const full = fullBatch(target);
  let batch: Texts[] = [];
  let characters = 0;
  for await (const rows of source) {
    for (const row of rows) {
      const texts = textsOf(row, target);
      batch.push(texts);
      for (const text of texts) characters += text?.length ?? 0;
      if (batch.length < full && characters < maxCharacters) continue;
      yield batch;
      batch = [];
      characters = 0;
    }
  }
  if (batch.length > 0) yield batch;
}

function textsOf(row: Row, { table, columns }: RowTarget): Texts {
  if (row.length !== columns.length) {
    throw new TypeError(
      `A row for table ${table} has ${counted(row.length, "value")}; its columns are ${columns.join(", ")}.`,
    );
  }
  return row.map((value, index) => {
    try {
      return columnText(value);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new TypeError(`Column "${columns[index]}" of table ${table}: ${reason}`, { cause: error });
    }
  });
}

function fullBatch({ columns }: RowTarget): number {
  return Math.max(1, Math.min(maxRows, Math.floor(maxValues / columns.length)));
}

async function* prepend<T>(first: T, rest: AsyncIterable<T>): AsyncGenerator<T, void, undefined> {
  yield first;
  yield* rest;
}
