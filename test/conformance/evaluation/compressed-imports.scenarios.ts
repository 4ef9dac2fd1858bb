// Files that are compressed with gzip.
import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import { fileEmpty } from "@assay/contract/evaluation/samples/import-rules";
import { limits } from "@assay/contract/platform/limits";
import { bodyNotGzip, compressionTooHigh, unsupportedEncoding } from "@assay/contract/platform/refusals";
import { expect } from "vitest";
import { all, filledDataset, newDataset } from "../harness/arrange.ts";
import { expectBody, expectRefusal } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";
import { fileTypes, sendFile } from "../harness/send-file.ts";

const encoding = "gzip";

/** A line of 1,024 blanks, of which `freeLines` have the size that a file may expand to at any ratio. */
const blankLine = `${" ".repeat(1023)}\n`;
const freeLines = limits.freelyCompressedBytes / blankLine.length;

export const compressedImportScenarios = [
  engineScenario(
    "importSamples",
    201,
    "reads compressed files of each format, also of several parts",
    async (context) => {
      const { id } = await newDataset(context);
      const files = [
        { type: fileTypes.lines, file: gzipSync('{"id":1,"input":1}\n{"id":2,"input":1}') },
        { type: fileTypes.array, file: gzipSync('[{"id":1,"input":1},{"id":2,"input":1}]') },
        { type: fileTypes.table, file: gzipSync("id,input\n1,1\n2,1\n") },
        { type: fileTypes.tabTable, file: gzipSync("id\tinput\n1\t1\n2\t1\n") },
      ];
      const query = "?mode=append";
      for (const [index, file] of files.entries()) {
        const body = expectBody(await sendFile(context, id, { ...file, encoding, query }), 201);
        expect([body["inserted"], body["unchanged"]], file.type).toEqual(index === 0 ? [2, 0] : [0, 2]);
      }
    },
  ),
  scenario("createOutputs", 201, "reads a compressed file of outputs", async (context) => {
    const { dataset } = await filledDataset(context);
    const { id } = await context.assay.models.create({ name: "mercury", version: "1" });
    const answer = await context.request("POST", `/v1/datasets/${dataset.id}/outputs?model=${id}`, {
      body: new Uint8Array(gzipSync("external_id,output\ncall-1,1\n")),
      headers: { "content-type": fileTypes.table, "content-encoding": encoding },
    });
    expect(expectBody(answer, 201)).toMatchObject({ inserted: 1 });
  }),
  scenario(
    "importSamples",
    400,
    "refuses damaged and incomplete gzip, even after an unreadable row",
    async (context) => {
      const { id } = await newDataset(context);
      const packed = gzipSync('{"id":"a","input":1}\n'.repeat(1000));
      const damaged = Buffer.from(packed);
      damaged.writeUInt32LE(1, damaged.length - 8);
      const unreadable = gzipSync(Buffer.alloc(100_000)).subarray(0, -1);
      for (const file of [packed.subarray(0, -9), damaged, Buffer.from('{"id":"a","input":1}'), unreadable])
        expectRefusal(
          await sendFile(context, id, { file, encoding, query: "?on_error=skip" }),
          bodyNotGzip(),
        );
      expectRefusal(await sendFile(context, id, { file: gzipSync("\n\n"), encoding }), fileEmpty(2));
      expect(await all(context.assay.samples.list(id))).toEqual([]);
    },
  ),
  scenario("importSamples", 413, "refuses a file that expands more than 200 times", async (context) => {
    const { id } = await newDataset(context);
    const file = gzipSync(Buffer.alloc(limits.freelyCompressedBytes + 1_000_000, " "));
    for (const type of [fileTypes.lines, fileTypes.table])
      expectRefusal(await sendFile(context, id, { file, type, encoding }), compressionTooHigh(200));
    const allowed = gzipSync(`{"input":1}\n${blankLine.repeat(freeLines - 1)}`);
    expectBody(await sendFile(context, id, { file: allowed, encoding }), 201);
  }),
  scenario(
    "importSamples",
    201,
    "accepts a file whose first rows expand more than 200 times, if the whole file does not",
    async (context) => {
      const { id } = await newDataset(context);
      // The blank lines expand 1000 times. The random text expands less than twice.
      const text = randomBytes(250_000).toString("hex");
      const content = `${blankLine.repeat(4 * freeLines)}{"input":"${text}"}\n`;
      const file = gzipSync(content);
      expect(file.length * limits.compressionRatio).toBeGreaterThan(content.length);
      expectBody(await sendFile(context, id, { file, encoding }), 201);
    },
  ),
  scenario("importSamples", 415, "names the accepted encoding for any other one", async (context) => {
    const { id } = await newDataset(context);
    const answer = await sendFile(context, id, { file: "x", encoding: "br" });
    expectRefusal(answer, unsupportedEncoding("br"));
    expect(answer.headers.get("accept-encoding")).toBe("gzip");
  }),
];
