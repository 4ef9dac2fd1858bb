// Reads exports with DuckDB: all three formats contain the same values with their types.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exportColumns } from "@assay/contract/export-files";
import { DuckDBInstance } from "@duckdb/node-api";
import { Assay, type Evaluation } from "@assay/sdk";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../support/server.ts";

const levels = ["emergent", "urgent", "semi_urgent", "routine"];
const awkward = [
  "=1+1",
  "'=1",
  "a,b",
  'say "hi"',
  "line\nbreak",
  "carriage\rreturn",
  " padded ",
  "é🩺\u2028",
  "-1",
  "NULL",
];
const count = 1200;

/**
 * Samples with every kind of value. Every tenth sample has no output. The number is so high that the server
 * exports the samples in a separate thread.
 */
const samples = Array.from({ length: count }, (_, index) => ({
  external_id: `${awkward[index % awkward.length]}${index}`,
  input: { text: awkward[index % awkward.length], n: index, ratio: index / 7, none: null },
  expected: { triage_level: levels[index % 4] },
  ...(index % 10 !== 0 && { output: { triage_level: levels[(index * 3 + 1) % 4] } }),
  tags: index % 3 === 0 ? [] : ["cardiac", `${awkward[index % awkward.length]}`],
  metadata: { clinic: awkward[index % awkward.length] },
}));

const folder = mkdtempSync(join(tmpdir(), "assay-duckdb-"));
let server: TestServer;
let assay: Assay;
let evaluation: Evaluation;
beforeAll(async () => {
  server = await startTestServer("embedded");
  assay = new Assay({ apiKey: await server.newWorkspace(), baseUrl: server.url });
  const project = await assay.projects.create({ name: "DuckDB" });
  const dataset = await assay.datasets.create({ name: "DuckDB", project: project.id });
  await assay.datasets.importFile(dataset.id, samples);
  evaluation = await assay.evaluations.create({
    name: 'Nightly, "quoted"',
    project: project.id,
    dataset: dataset.id,
    evaluators: [{ type: "triage_accuracy" }],
    // Samples without output then have no score, so the export contains nulls.
    missing_output: "skip",
    run_async: false,
  });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function fileOf(format: "csv" | "json" | "parquet"): Promise<string> {
  const path = join(folder, `scores.${format}`);
  const { id } = await assay.exports.create({ project: evaluation.project, format, include_samples: true });
  await assay.exports.wait(id, { pollIntervalMs: 20 });
  expect((await assay.exports.download(id, path)).row_count).toBe(count);
  return path;
}

async function query(sql: string): Promise<Record<string, unknown>[]> {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  await connection.run("set timezone = 'UTC'");
  const reader = await connection.runAndReadAll(sql);
  return reader.getRowObjectsJson();
}

/** Column types for the formats that do not state types. They prevent DuckDB from guessing. */
const kinds = {
  text: "varchar",
  number: "double",
  integer: "integer",
  boolean: "boolean",
  instant: "timestamptz",
  json: "json",
  texts: "varchar",
};
const typed = exportColumns(true)
  .map(({ name, kind }) => `'${name}': '${kinds[kind]}'`)
  .join(", ");
const sources = {
  csv: (path: string) =>
    `read_csv('${path}', header = true, quote = '"', escape = '"', auto_detect = false, columns = {${typed}})`,
  json: (path: string) =>
    `read_json('${path}', format = 'array', columns = {${typed.replace("'tags': 'varchar'", "'tags': 'json'")}})`,
  parquet: (path: string) => `read_parquet('${path}')`,
};
/**
 * Returns SQL columns with values in canonical JSON. For a table, the SQL removes the guard before texts, as
 * an import does.
 */
const comparable = (isTable: boolean): string =>
  exportColumns(true)
    .map(({ name, kind }) => {
      if (name === "tags") return "to_json(tags)::json as tags";
      if (kind === "json") return `json(${name})::varchar as ${name}`;
      return isTable && kind === "text"
        ? `regexp_replace(${name}, '^''(''*[=+@\\t\\r-])', '\\1') as ${name}`
        : name;
    })
    .join(", ");

describe("an export in DuckDB", () => {
  test("has the types of a table in Parquet", async () => {
    const path = await fileOf("parquet");
    const described = await query(`describe select * from read_parquet('${path}')`);
    const types = Object.fromEntries(described.map((row) => [row["column_name"], row["column_type"]]));
    expect(Object.keys(types)).toEqual(exportColumns(true).map(({ name }) => name));
    expect(types).toMatchObject({
      dataset_version: "INTEGER",
      score: "DOUBLE",
      passed: "BOOLEAN",
      flagged: "BOOLEAN",
      details: "JSON",
      tags: "VARCHAR[]",
      metadata: "JSON",
      created_at: "TIMESTAMP WITH TIME ZONE",
      input: "JSON",
    });
  });

  test("has the scores that the API returns", async () => {
    const path = await fileOf("parquet");
    const shown: Record<string, unknown>[] = [];
    for await (const result of assay.evaluations.results(evaluation.id, { limit: 100 })) {
      const { sample_id, external_id, status, score, passed, flagged } = result;
      shown.push({ sample: sample_id, external_id, status, score, passed, flagged });
    }
    const columns = "sample, external_id, status, score, passed, flagged";
    expect(await query(`select ${columns} from read_parquet('${path}')`)).toEqual(shown);
    const [sums] = await query(
      `select count(distinct sample)::integer as samples, avg(combined_score) as mean, count(score)::integer as scored from read_parquet('${path}')`,
    );
    // Of 1,200 samples, every tenth has no output.
    expect(sums).toMatchObject({ samples: count, scored: 1080 });
    expect(sums?.["mean"]).toBeCloseTo(evaluation.results?.aggregate_score ?? Number.NaN, 9);
  });

  test("has equal contents in CSV, JSON and Parquet", async () => {
    const rows = new Map<string, Record<string, unknown>[]>();
    for (const format of ["csv", "json", "parquet"] as const) {
      const from = sources[format](await fileOf(format));
      rows.set(format, await query(`select ${comparable(format === "csv")} from ${from}`));
    }
    expect(rows.get("parquet")).toHaveLength(count);
    expect(rows.get("json")).toEqual(rows.get("parquet"));
    // In the CSV table, tags are JSON text. All other values equal those in Parquet.
    const unwrapped = rows.get("csv")?.map((row) => ({ ...row, tags: JSON.parse(String(row["tags"])) }));
    expect(unwrapped).toEqual(rows.get("parquet"));
  });
});
