import { describe, expect, test } from "vitest";
import {
  changedOutputs,
  modelOfFile,
  outputKey,
  outputsToWire,
  placedOutputs,
  refuseFaultyFile,
  refuseFileOptions,
  refuseOutputRows,
  refuseOutputs,
  repeatedRow,
  resolveSamples,
  unknownRow,
} from "./output-rules.ts";

const samples = { ids: new Set(["smp_1", "smp_2"]), byExternalId: new Map([["a", "smp_1"]]) };
const status = (code: number) => expect.objectContaining({ status: code });
const none = { total: 0, errors: [] };

describe("the samples of outputs", () => {
  test("are identified by id or by external id", () => {
    const outputs = placedOutputs([{ external_id: "a" }, { sample: "smp_2" }]);
    expect(resolveSamples(samples, outputs)).toEqual({
      sampleIds: ["smp_1", "smp_2"],
      unknown: [],
      repeated: [],
    });
  });

  test("are refused if they are unknown, before repeated samples are refused", () => {
    const outputs = placedOutputs([{ external_id: "a" }, { sample: "smp_1" }, { sample: "smp_3" }]);
    const { unknown, repeated } = resolveSamples(samples, outputs);
    expect(unknown).toEqual([expect.objectContaining({ path: "/outputs/2/sample" })]);
    expect(repeated).toEqual([
      expect.objectContaining({ path: "/outputs/1/sample", message: expect.stringContaining("/outputs/0") }),
    ]);
    expect(() => refuseOutputs({ unknown, repeated })).toThrow(status(422));
    expect(() => refuseOutputs({ unknown: [], repeated })).toThrow(status(400));
  });

  test("may have several outputs, one for each run", () => {
    const outputs = placedOutputs([
      { external_id: "a" },
      { sample: "smp_1", run: 2 },
      { external_id: "a", run: 2 },
    ]);
    const { sampleIds, repeated } = resolveSamples(samples, outputs);
    expect(sampleIds).toEqual(["smp_1", "smp_1", "smp_1"]);
    expect(repeated).toEqual([
      {
        path: "/outputs/2/external_id",
        code: "repeated",
        message:
          "external_id names the same sample as /outputs/1, and run is 2 in both; each sample must occur only once per run.",
      },
    ]);
  });

  test("are refused with their lines if the outputs are in a file", () => {
    const unknown = { total: 1, errors: [unknownRow({ line: 2, sample: null, externalId: "x" })] };
    const repeated = {
      total: 1,
      errors: [repeatedRow({ line: 3, sample: "smp_1", externalId: null, firstLine: 1, run: 2 })],
    };
    expect(unknown.errors).toEqual([expect.objectContaining({ path: "/external_id", line: 2 })]);
    expect(repeated.errors).toEqual([expect.objectContaining({ path: "/sample", line: 3 })]);
    expect(() => refuseOutputRows({ unknown, repeated }, 3)).toThrow(status(422));
    expect(() => refuseOutputRows({ unknown: none, repeated }, 3)).toThrow(status(400));
    expect(() => refuseOutputRows({ unknown: none, repeated: none }, 3)).not.toThrow();
  });
});

test("only outputs that differ are stored", () => {
  const stored = new Map<string, unknown>([
    [outputKey("smp_1"), { a: 1, b: 2 }],
    [outputKey("smp_2"), null],
    [outputKey("smp_2", 2), 7],
  ]);
  const outputs = [
    { output: { b: 2, a: 1 } },
    { output: 7 },
    {},
    { run: 2, output: 7 },
    { run: 3, output: 7 },
  ];
  expect(changedOutputs(stored, outputs, ["smp_1", "smp_2", "smp_3", "smp_2", "smp_2"])).toEqual([
    { sample: "smp_2", run: 1, output: 7, replaces: true },
    { sample: "smp_3", run: 1, output: null, replaces: false },
    { sample: "smp_2", run: 3, output: 7, replaces: false },
  ]);
  const result = { dataset: "ds_1", model: "mdl_1", sent: 3, inserted: 1, updated: 1, version: 4 };
  expect(outputsToWire(result)).toMatchObject({ unchanged: 1, dataset_version: 4 });
});

test("a file requires valid rows and a model in the query; a JSON body excludes the options of files", () => {
  expect(modelOfFile("mdl_1")).toBe("mdl_1");
  expect(() => modelOfFile(undefined)).toThrow(status(400));
  expect(() => refuseFileOptions({ delimiter: "auto" })).not.toThrow();
  expect(() => refuseFileOptions({ model: "mdl_1" })).toThrow(status(400));
  expect(() => refuseFileOptions({ map: ["a=output"] })).toThrow(
    expect.objectContaining({ errors: [expect.objectContaining({ path: "query/map" })] }),
  );
  const error = { path: "/output", code: "required", message: "output is missing.", line: 1 };
  expect(() => refuseFaultyFile({ bytes: 9, rows: 1, failed: 1, errors: [error], broken: false })).toThrow(
    status(400),
  );
  expect(() => refuseFaultyFile({ bytes: 9, rows: 1, failed: 0, errors: [], broken: false })).not.toThrow();
});
