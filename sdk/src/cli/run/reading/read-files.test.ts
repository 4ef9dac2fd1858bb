import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { gzipSync } from "node:zlib";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { AbortError } from "../../../errors/errors.ts";
import { CliError } from "../../cli-error.ts";
import { mergeFiles } from "../merge-files.ts";
import { readSampleFile } from "./read-files.ts";

const folder = mkdtempSync(join(tmpdir(), "assay-cli-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, text: string | Uint8Array): string {
  const path = join(folder, name);
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, text);
  return path;
}
const row = (id: string, expected = "urgent", output: unknown = { triage_level: "urgent" }): string =>
  JSON.stringify({ id, input: { text: id }, expected: { triage_level: expected }, output });

describe("a file of samples", () => {
  test("is read as JSON Lines, or as one JSON array with any name", async () => {
    const lines = await readSampleFile(file("lines.jsonl", `\uFEFF${row("a")}\r\n\r\n${row("b")}`));
    const array = await readSampleFile(file("array.jsonl", `[${row("a")},\n${row("b")}]`));
    expect(lines.rows.map(({ externalId, line }) => [externalId, line])).toEqual([
      ["a", 1],
      ["b", 3],
    ]);
    expect(array.rows.map(({ externalId, line }) => [externalId, line])).toEqual([
      ["a", 1],
      ["b", 2],
    ]);
    expect(lines.system).toBe("lines");
  });

  test.each(["human.jsonl.gz", "human.json"])("can be compressed with gzip: %s", async (name) => {
    const text = `${row("a")}\n${row("b")}\n`;
    const path = file(name, gzipSync(text));
    const plain = await readSampleFile(file("plain/human.jsonl", text));
    const { folder: _folder, path: _path, ...read } = await readSampleFile(path);
    expect(read).toEqual({ system: "human", label: "human", digest: plain.digest, rows: plain.rows });
  });

  test("with damaged gzip data is refused", async () => {
    const whole = gzipSync(`${row("a")}\n`.repeat(100));
    for (const damaged of [
      whole.subarray(0, 30),
      Buffer.concat([whole.subarray(0, 12), Buffer.alloc(40, 255)]),
    ]) {
      const path = file("damaged.jsonl.gz", damaged);
      await expect(readSampleFile(path)).rejects.toThrow(
        new CliError(
          `Cannot read ${path}: its gzip data are damaged or incomplete; compress the file again.`,
        ),
      );
    }
  });

  test("that expands by a factor of more than 200 beyond 10 MiB is refused", async () => {
    const path = file("bomb.jsonl.gz", gzipSync(Buffer.alloc(12 * 1024 * 1024, " ")));
    await expect(readSampleFile(path)).rejects.toThrow(
      new CliError(
        `${path} is compressed by a factor of more than 200, the limit of an import. Decompress it first.`,
      ),
    );
  });

  test("can be a table, separated by commas, semicolons or tabs", async () => {
    const sheet = (delimiter: string): string =>
      ["id", "input.text", "expected.triage_level", "output.triage_level"].join(delimiter) +
      `\r\n${["01", '"pain, ""bad""\nnow"', "urgent", "routine"].join(delimiter)}\r\n`;
    for (const [name, delimiter] of [
      ["a.csv", ","],
      ["b.CSV", ";"],
      ["c.tsv", "\t"],
    ] as const) {
      const read = await readSampleFile(file(name, `\uFEFF${sheet(delimiter)}`));
      expect(read.rows).toEqual([
        {
          line: 2,
          externalId: "01",
          sample: { input: { text: 'pain, "bad"\nnow' }, expected: { triage_level: "urgent" } },
          run: 1,
          output: { triage_level: "routine" },
        },
      ]);
    }
    const broken = file("broken.csv", 'id,input,output\nx,1,{"triage_level": "urgent"}\n');
    await expect(readSampleFile(broken)).rejects.toThrow(
      /^\S+broken\.csv:2: Found a quote at line 2, column 6 .* "\{""triage_level"": ""urgent""\}"[^]*Nothing was sent/,
    );
  });

  test("without outputs is refused with the reason", async () => {
    const path = file(
      "gold.jsonl",
      `${row("a", "urgent", null)}\n${JSON.stringify({ id: "b", input: {} })}\n`,
    );
    await expect(readSampleFile(path)).rejects.toThrow(/has no outputs: none of its 2 rows/);
  });

  test("with invalid lines is refused completely, naming each line", async () => {
    const path = file(
      "broken.jsonl",
      `${row("a")}\n{"id": "b", "input": {}\n${row("c")}\n{"id": "d", "inputs": {}}\n`,
    );
    await expect(readSampleFile(path)).rejects.toThrow(
      /broken\.jsonl:2: .*[\s\S]*broken\.jsonl:4: [\s\S]*Nothing was sent/,
    );
  });

  test.each([
    ["one JSON object over several lines", JSON.stringify({ samples: [{ id: "a", input: {} }] }, null, 2)],
    ["one JSON object around all samples", JSON.stringify({ samples: [{ id: "a", input: {} }] })],
    [
      "one JSON object with ids as keys",
      JSON.stringify({ 21645374: { input: {} }, 16418930: { input: {} } }),
    ],
    ["a table", "id,input\na,x\n"],
  ])("that is %s starts its error with the accepted formats", async (_, text) => {
    const path = file("form.jsonl", text);
    await expect(readSampleFile(path)).rejects.toThrow(
      /^\S+form\.jsonl: the file must contain one JSON object \(a sample\) per line, or be one JSON array of samples\. If the file is an object that contains an array of samples, name the place of the array with --records\. If the file is an object whose keys are ids, add --keyed\. If the file is a table, rename it to end in \.csv or \.tsv, or set --format\.\n\S+form\.jsonl:1: /,
    );
  });

  test("is not read further after an interruption", async () => {
    const path = file(
      "long.jsonl",
      `${Array.from({ length: 20_000 }, (_, at) => row(`${at}`)).join("\n")}\n`,
    );
    const interruption = new AbortController();
    const read: number[] = [];
    const reading = readSampleFile(path, {
      signal: interruption.signal,
      onProgress: (bytes, total) => {
        read.push(bytes / total);
        interruption.abort();
      },
    });
    await expect(reading).rejects.toThrow(AbortError);
    expect(read).toHaveLength(1);
    expect(read[0]).toBeLessThan(0.5);
  });

  test("with a repeated id is refused: a system has one output per sample", async () => {
    const path = file("twice.jsonl", `${row("a")}\n${row("a")}\n`);
    await expect(readSampleFile(path)).rejects.toThrow(
      /twice\.jsonl:2: id is "a", but line 1 already has this id/,
    );
  });

  test("can have a row for each run of a sample", async () => {
    const runs = [1, 2, 3].map((run) => JSON.stringify({ id: "a", run, input: 1, output: `${run}` }));
    const read = await readSampleFile(file("runs.jsonl", runs.join("\n")));
    expect(read.rows.map(({ externalId, run, output }) => [externalId, run, output])).toEqual([
      ["a", 1, "1"],
      ["a", 2, "2"],
      ["a", 3, "3"],
    ]);
    expect(mergeFiles([read])[0]?.samples).toHaveLength(1);
    const table = await readSampleFile(file("runs.csv", "id,run,input,output\na,1,x,y\na,2,x,z\n"));
    expect(table.rows.map(({ run }) => run)).toEqual([1, 2]);
    const twice = file("twice-runs.jsonl", `${runs[1]}\n${runs[1]}\n`);
    await expect(readSampleFile(twice)).rejects.toThrow(
      /:2: id is "a", but line 1 already has this id with run 2\./,
    );
    const nameless = file("nameless.jsonl", '{"run": 2, "input": 1, "output": 1}\n');
    await expect(readSampleFile(nameless)).rejects.toThrow(
      /:1: .*run is 2; it must be 1 in a row without an id/,
    );
  });

  test("never rounds a number: a number that a double cannot represent is refused", async () => {
    const path = file("big.jsonl", `{"id": "a", "input": 9007199254740993, "output": {}}\n`);
    await expect(readSampleFile(path)).rejects.toThrow(/9007199254740993/);
  });

  test("that is missing, empty or a folder is reported as such", async () => {
    await expect(readSampleFile(join(folder, "none.jsonl"))).rejects.toThrow(/file not found/);
    await expect(readSampleFile(file("empty.jsonl", ""))).rejects.toThrow(/has no rows/);
    await expect(readSampleFile(folder)).rejects.toThrow(/it is a folder/);
  });
});

describe("files of one folder", () => {
  test("share samples by id; files of another folder do not", async () => {
    const paths = [
      file("m/a.jsonl", `${row("x")}\n${row("y")}`),
      file("m/b.jsonl", `${row("y")}\n${row("z")}`),
      file("n/c.jsonl", row("x")),
    ];
    const files = [];
    for (const path of paths) files.push(await readSampleFile(path));
    expect(mergeFiles(files).map(({ samples }) => samples.map(({ externalId }) => externalId))).toEqual([
      ["x", "y", "z"],
      ["x"],
    ]);
  });

  test("must agree on input and expected answer of a shared id", async () => {
    const one = await readSampleFile(file("k/a.jsonl", row("x", "urgent")));
    const other = await readSampleFile(file("k/b.jsonl", row("x", "routine")));
    expect(() => mergeFiles([one, other])).toThrow(
      /b\.jsonl:1 and .*a\.jsonl:1 both have the id "x" but differ .* move them to different folders\.$/,
    );
  });

  test("with several runs of a sample must agree on its input and expected answer", async () => {
    const [first, second] = [
      { id: "x", run: 1, input: "It hurts.", output: 1 },
      { id: "x", run: 2 },
    ];
    const path = file(
      "r/a.jsonl",
      `${JSON.stringify(first)}\n${JSON.stringify({ ...first, ...second, input: 2 })}`,
    );
    const runs = await readSampleFile(path);
    expect(() => mergeFiles([runs])).toThrow(
      new CliError(
        `${path}:2 and ${path}:1 both have the id "x" but differ in input or expected. Rows with one id are runs of the same sample, so only run and output may differ. If the rows are different samples, give them different ids.`,
      ),
    );
  });
});
