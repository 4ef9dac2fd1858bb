// Imports real texts that break naive table formats, evaluates them, exports them as a table, and imports
// this table.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Assay, type Sample } from "@assay/sdk";
import Papa from "papaparse";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { casesDir, haveCases } from "../support/cases.ts";
import { startTestServer, type TestServer } from "../support/server.ts";

const listIn = (name: string, key: string): string[] =>
  haveCases ? JSON.parse(readFileSync(join(casesDir, "F-files", name), "utf8"))[key] : [];

// Omit the empty text and texts with U+0000, because an id cannot contain them. The import tests check that
// the server refuses both.
const texts = [
  ...new Set([...listIn("naughty-strings.json", "strings"), ...listIn("formula-injection.json", "payloads")]),
].filter((text) => text !== "" && !text.includes("\0"));
const risky = /^[=+\-@\t\r]/;
const answer = { triage_level: "urgent" };

let server: TestServer;
let assay: Assay;
beforeAll(async () => {
  server = await startTestServer("embedded");
  assay = new Assay({ apiKey: await server.newWorkspace(), baseUrl: server.url });
});
afterAll(() => server.close());

async function samplesOf(dataset: string): Promise<Partial<Sample>[]> {
  const found: Partial<Sample>[] = [];
  for await (const sample of assay.samples.list(dataset, { limit: 100 })) {
    const { external_id, input, output, expected, tags, metadata } = sample;
    found.push({ external_id, input, output, expected, tags, metadata });
  }
  return found;
}

describe.skipIf(!haveCases)("texts that could break a table", () => {
  test(`are unchanged after the export and import of a table (all ${texts.length}), and no cell is a formula`, async () => {
    const { id: project } = await assay.projects.create({ name: "Awkward" });
    const dataset = await assay.datasets.create({ name: "Awkward", project });
    // Ids have at most 200 characters, and tags at most 100.
    const ids = texts.map((text, index) => (text.length <= 200 ? text : `long-${index}`));
    const rows = texts.map((text, index) => ({
      external_id: ids[index],
      input: text,
      output: { ...answer, note: text },
      expected: answer,
      tags: text.length <= 100 ? [text] : [],
      metadata: { note: text },
    }));
    await assay.datasets.importFile(dataset.id, rows);
    const evaluators = [{ type: "triage_accuracy" as const }];
    await assay.evaluations.create({
      name: "=1+1",
      project,
      dataset: dataset.id,
      evaluators,
      run_async: false,
    });
    const { id } = await assay.exports.create({ project, format: "csv", include_samples: true });
    await assay.exports.wait(id, { pollIntervalMs: 20 });
    const table = await new Response(await assay.exports.stream(id)).text();
    const { data, errors } = Papa.parse<Record<string, string>>(table, {
      header: true,
      skipEmptyLines: "greedy",
      newline: "\r\n",
    });
    expect(errors).toEqual([]);
    expect(data).toHaveLength(texts.length);
    for (const row of data) {
      for (const cell of Object.values(row)) expect(cell).not.toMatch(risky);
      // Only texts get a guard (a leading apostrophe); numbers do not.
      expect([row["score"], row["dataset_version"]]).toEqual(["100", "1"]);
      expect(row["evaluation_name"]).toBe("'=1+1");
    }
    // This is the command in the documentation that extracts samples from an export.
    const names = ["external_id", "input", "output", "expected", "tags", "metadata"];
    const file = Papa.unparse(
      data.map((row) => Object.fromEntries(names.map((name) => [name, row[name]]))),
      { quotes: true },
    );
    const second = await assay.datasets.create({ name: "Again", project });
    const imported = await assay.datasets.importFile(second.id, new File([file], "again.csv"));
    expect(imported).toMatchObject({ inserted: texts.length, failed: 0 });
    expect(await samplesOf(second.id)).toEqual(await samplesOf(dataset.id));
    expect((await samplesOf(second.id)).map(({ external_id: one }) => one)).toEqual(ids);
  });
});
