// Tests how the options of `assay run` describe files and standard input.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { AbortError } from "../../../errors/errors.ts";
import { CliError } from "../../cli-error.ts";
import { fileReading, type MappingOptions } from "./mapping-options.ts";
import { distinctPaths } from "./read-all.ts";
import { readSampleFile } from "./read-files.ts";

const folder = mkdtempSync(join(tmpdir(), "assay-mapped-files-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Reads a file that contains this text, as `assay run` reads it with these options. */
function read(name: string, text: string, options: MappingOptions = {}, config = {}) {
  const path = join(folder, name);
  writeFileSync(path, text);
  return readSampleFile(path, fileReading(options, [{ type: "triage_accuracy", config }]));
}
const refusal = async (reading: Promise<unknown>): Promise<string> =>
  reading.then(
    () => "",
    (error: unknown) => (error instanceof CliError ? error.message : String(error)),
  );

const mapped = { id: "question_id", map: ["question=input.question", "/answers/0=output.triage_level"] };

describe("the mapping options", () => {
  test("assign members to fields, and add other members to the metadata", async () => {
    const text = `{"question_id": 7, "question": "When?", "answers": ["urgent"], "topic": "fever"}\n`;
    const { rows } = await read("quiz.jsonl", text, mapped);
    expect(rows).toEqual([
      {
        line: 1,
        externalId: "7",
        sample: { input: { question: "When?" }, metadata: { topic: "fever" } },
        run: 1,
        output: { triage_level: "urgent" },
      },
    ]);
    const [dropped] = (await read("quiz.jsonl", text, { ...mapped, rest: "drop" })).rows;
    expect(dropped?.sample).toEqual({ input: { question: "When?" } });
    expect(await refusal(read("quiz.jsonl", text, { ...mapped, rest: "error" }))).toMatch(
      /quiz\.jsonl:1: .*topic.*\nNothing was sent\.$/,
    );
  });

  test("find the rows in a JSON document, by place or by keys", async () => {
    const items = [
      { input: "a", output: "urgent" },
      { input: "b", output: "routine" },
    ];
    const nested = await read("nested.json", JSON.stringify({ data: { items } }), { records: "/data/items" });
    expect(nested.rows.map(({ externalId }) => externalId)).toEqual(["nested:1", "nested:2"]);
    const keyed = await read("keyed.json", JSON.stringify({ x: items[0], y: items[1] }), { keyed: true });
    expect(keyed.rows.map(({ externalId, output }) => [externalId, output])).toEqual([
      ["x", "urgent"],
      ["y", "routine"],
    ]);
  });

  test.each<[string, MappingOptions, string]>([
    ["id,input,output\n", { map: ["input"] }, `--map is "input"; it must be SOURCE=TARGET`],
    ["id,input,output\n", { map: ["a=id"], id: "b" }, `--map is "b=id"; --map a=id already fills id`],
    ["id,input,output\n1,x,y\n", { id: "key" }, `--map key=id names the column "key"; the table has`],
    ["id,input,output\n", { records: "/a" }, `--records is "/a"; it applies only to one JSON document`],
    ["id,input,output\n", { keyed: true }, "--keyed is true; it applies only to one JSON document"],
  ])("that do not suit %j are refused as options: %j", async (text, options, message) => {
    expect(await refusal(read("wrong.csv", text, options))).toContain(`: ${message}`);
  });
});

describe("the cells of level columns", () => {
  const header = "id,input,expected.triage_level,output.triage_level,metadata.n";
  const levelsOf = async (...args: Parameters<typeof read>) =>
    (await read(...args)).rows.map(({ sample, output }) => [sample.expected, output, sample.metadata]);

  test("are text, so that no level becomes a number or a missing value", async () => {
    expect(await levelsOf("levels.csv", `${header}\na,x,1,null,1\n`)).toEqual([
      [{ triage_level: "1" }, { triage_level: "null" }, { n: 1 }],
    ]);
    const map = ["gold=expected.triage_level", "answer=output.triage_level"];
    expect(await levelsOf("levels.tsv", "id\tinput\tgold\tanswer\na\tx\ttrue\t2\n", { map })).toEqual([
      [{ triage_level: "true" }, { triage_level: "2" }, undefined],
    ]);
  });

  test("are at the paths of the evaluator", async () => {
    const config = { output_path: "/result/level", expected_path: "" };
    const text = "id,input,expected,output.result.level,output.triage_level\na,x,null,1,1\n";
    expect(await levelsOf("paths.csv", text, {}, config)).toEqual([
      ["null", { result: { level: "1" }, triage_level: 1 }, undefined],
    ]);
  });
});

describe("standard input", () => {
  const line = JSON.stringify({ id: "a", input: "x", output: "urgent" });
  const table = (delimiter: string): string =>
    ["id", "input", "output"].join(delimiter) + `\n${["a", "x", "urgent"].join(delimiter)}\n`;

  test.each([
    ["JSON Lines", `\n ${line}\n`],
    ["a JSON array", `\uFEFF[${line}]`],
    ["a table with commas", table(",")],
    ["a table with tabs", table("\t")],
    ["compressed JSON Lines", gzipSync(`${line}\n`)],
  ])("is recognized by its first character: %s", async (_, content) => {
    // One byte per chunk, as a slow pipe sends them.
    const stdin = Readable.from([...Buffer.from(content)].map((byte) => Buffer.from([byte])));
    const { system, path, rows } = await readSampleFile("-", { stdin });
    expect([system, path, rows.map(({ externalId, output }) => [externalId, output])]).toEqual([
      "stdin",
      "-",
      [["a", "urgent"]],
    ]);
  });

  test("has the format that --format states", async () => {
    const tabs = Readable.from([Buffer.from("id\tinput,\toutput\na\tx\turgent\n")]);
    const form = fileReading({ format: "tsv", map: ["input,=input"] }, []);
    const { rows } = await readSampleFile("-", { stdin: tabs, ...form });
    expect(rows).toMatchObject([{ externalId: "a", sample: { input: "x" }, output: "urgent" }]);
  });

  test("is read once, even if it is named twice", () => {
    expect(distinctPaths(["-", "a.jsonl", "-", "./-"])).toEqual(["-", "a.jsonl", "./-"]);
  });

  test("that stays open ends after an interruption", async () => {
    const interruption = new AbortController();
    const reading = readSampleFile("-", { stdin: new PassThrough(), signal: interruption.signal });
    interruption.abort();
    await expect(reading).rejects.toThrow(AbortError);
  });

  test("is named in messages", async () => {
    const stdin = Readable.from([Buffer.from(`{"id": "a"}\n`)]);
    expect(await refusal(readSampleFile("-", { stdin }))).toMatch(/^stdin:1: input is required/m);
  });
});
