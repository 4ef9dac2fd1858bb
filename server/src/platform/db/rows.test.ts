import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freshDatabase } from "../../../../test/support/database.ts";
import { postgresUrl } from "../../../../test/support/test-postgres.ts";
import type { Database } from "./connection/connect.ts";
import { insertRows, insertRowStream, type Row } from "./rows.ts";
import { inTransaction } from "./transaction.ts";

const withoutPostgres = (await postgresUrl()) === null;
const columns = ["position", "word", "amount", "exact", "flag", "document", "bytes", "at", "words", "grid"];
const target = { table: "kept values", columns };

// Any Unicode text without NUL, which Postgres cannot store. Characters that have a special meaning in text
// formats are generated more frequently.
const text = fc.oneof(
  fc.string({ unit: "binary" }).map((value) => value.replaceAll("\0", "")),
  fc.constantFrom(
    "",
    "\\",
    "\\.",
    "\\N",
    "NULL",
    "null",
    "\t",
    "\n",
    "\r\n",
    "a\tb\nc\\d",
    '"',
    "{}",
    '{"a"}',
    "'",
    "\u2028",
  ),
);
const orNull = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null });
const texts = fc.array(orNull(text), { maxLength: 4 });
const row = fc.tuple(
  orNull(text),
  orNull(fc.double({ noNaN: true })),
  orNull(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })),
  orNull(fc.boolean()),
  orNull(fc.jsonValue().map((value) => JSON.stringify(value).replaceAll(String.raw`\u0000`, ""))),
  orNull(fc.uint8Array({ maxLength: 20 })),
  orNull(fc.date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true })),
  orNull(texts),
  orNull(fc.tuple(fc.tuple(text, text), fc.tuple(orNull(text), text))),
);

/** Returns the value that the driver reads for a stored value. */
function readBack(value: unknown): unknown {
  if (typeof value === "bigint") return BigInt.asIntN(54, value) === value ? Number(value) : String(value);
  if (value instanceof Uint8Array) return Buffer.from(value);
  return Object.is(value, -0) ? -0 : value;
}

async function* rowsThatEndEarly(): AsyncGenerator<Row> {
  for (let position = 0; position < 4_000; position += 1) yield [position, "x".repeat(500)];
  throw new Error("the file ends in the middle of a line");
}

describe.each<{ engine: Database["engine"]; canCopy: boolean; missing: boolean }>([
  { engine: "embedded", canCopy: false, missing: false },
  { engine: "postgres", canCopy: false, missing: withoutPostgres },
  { engine: "postgres", canCopy: true, missing: withoutPostgres },
])("rows on the $engine database (copy: $canCopy)", ({ engine, canCopy, missing }) => {
  let database: Database;
  const way = { canCopy };
  beforeAll(async () => {
    if (missing) return;
    database = await freshDatabase(engine);
    await database.knex.raw(`create table "kept values" (
      position int primary key, word text, amount double precision, exact bigint, flag boolean,
      document json, bytes bytea, at timestamptz(3), words text[], grid text[][])`);
  });
  afterAll(() => database?.close());

  const stored = () =>
    database
      .knex("kept values")
      .orderBy("position")
      .select(columns.map((name) => (name === "document" ? database.knex.raw("document::text") : name)));
  const clear = () => database.knex("kept values").delete();

  test.skipIf(missing)("are read back unchanged", async () => {
    const property = fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 8 }), async (values) => {
      await clear();
      // 60 rows are sufficient to reach the code for large inserts.
      const rows = Array.from({ length: 60 }, (_, position) => [
        position,
        ...(values[position % values.length] ?? []),
      ]);
      const count = await inTransaction(database, (tx) => insertRows(tx, way, { ...target, rows }));
      expect(count).toBe(60);
      const expected = rows.map((given) =>
        Object.fromEntries(columns.map((name, index) => [name, readBack(given[index])])),
      );
      expect(await stored()).toEqual(expected);
    });
    await fc.assert(property, { numRuns: 40 });
  });

  test.skipIf(missing)("can be streamed, in small and large numbers", async () => {
    for (const count of [0, 1, 49, 50, 251, 1_000]) {
      await clear();
      const rows = async function* (): AsyncGenerator<Row> {
        for (let position = 0; position < count; position += 1) yield [position, `word ${position}`];
      };
      const written = await inTransaction(database, (tx) =>
        insertRowStream(tx, way, { table: "kept values", columns: ["position", "word"], rows: rows() }),
      );
      expect(written).toBe(count);
      expect(await database.knex("kept values").count()).toEqual([{ count }]);
    }
  });

  test.skipIf(missing)("are all stored, even if they are larger than a batch", async () => {
    await clear();
    const rows = Array.from({ length: 120 }, (_, position) => [position, "ü".repeat(40_000)]);
    await inTransaction(database, (tx) =>
      insertRows(tx, way, { table: "kept values", columns: ["position", "word"], rows }),
    );
    const { rows: sums } = await database.knex.raw('select sum(length(word)) as length from "kept values"');
    expect(sums).toEqual([{ length: 4_800_000 }]); // 120 × 40,000
  });

  test.skipIf(missing)(
    "that violate a key fail the insert, or are skipped with onConflict ignore",
    async () => {
      await clear();
      const rows = Array.from({ length: 300 }, (_, position) => [position % 200, null]);
      const narrow = { table: "kept values", columns: ["position", "word"], rows };
      await expect(inTransaction(database, (tx) => insertRows(tx, way, narrow))).rejects.toMatchObject({
        code: "23505",
      });
      expect(await stored()).toEqual([]);
      const count = await inTransaction(database, (tx) =>
        insertRows(tx, way, { ...narrow, onConflict: "ignore" }),
      );
      expect(count).toBe(200);
    },
  );

  test.skipIf(missing)("fail with the error of their source, and the connection stays usable", async () => {
    await clear();
    const narrow = { table: "kept values", columns: ["position", "word"], rows: rowsThatEndEarly() };
    const attempt = inTransaction(database, (tx) => insertRowStream(tx, way, narrow));
    await expect(attempt).rejects.toThrow("the file ends in the middle of a line");
    const { rows: alive } = await database.knex.raw("select 1 as one");
    expect(alive).toEqual([{ one: 1 }]);
  });

  test.skipIf(missing)("with an unsupported value are refused with the name of the column", async () => {
    const attempt = (value: unknown) =>
      inTransaction(database, (tx) =>
        insertRows(tx, way, { table: "kept values", columns: ["word"], rows: [[value]] }),
      );
    await expect(attempt({ a: 1 })).rejects.toThrow(
      'Column "word" of table kept values: An object cannot be stored in a column; JSON must be a string.',
    );
    await expect(attempt(undefined)).rejects.toThrow(
      "A value of type undefined cannot be stored in a column",
    );
    await expect(attempt(new Date(Number.NaN))).rejects.toThrow(
      "The date Invalid Date cannot be stored in a column",
    );
    await expect(attempt("nul \0 in text")).rejects.toMatchObject({ code: "22021" });
    const short = inTransaction(database, (tx) => insertRows(tx, way, { ...target, rows: [[1, "x"]] }));
    await expect(short).rejects.toThrow(
      "A row for table kept values has 2 values; its columns are position, word,",
    );
  });

  test.skipIf(missing)("are refused after the end of their transaction", async () => {
    const over = await inTransaction(database, async (tx) => ({ tx }));
    await expect(insertRows(over.tx, way, { ...target, rows: [] })).rejects.toThrow(
      "arrived after the end of their transaction",
    );
  });
});
