import { expect, test } from "vitest";
import { dataset } from "../datasets/dataset-record.fixture.ts";
import {
  chosenSamples,
  emptyContents,
  namedSample,
  outputsBy,
  presentOutputs,
  presentRow,
  samplesAt,
  type VersionedDataset,
  withNext,
} from "./dataset-contents.ts";
import { outputKey } from "./output-rules.ts";
import type { SampleRecord } from "./sample-rules.ts";

const sampleOf = (id: string, tags: readonly string[] = []): SampleRecord => ({
  id,
  dataset: "ds_1",
  createdAt: 0,
  externalId: `external ${id}`,
  input: "in",
  output: null,
  expected: null,
  metadata: {},
  tags,
  split: null,
  clusterId: null,
  contentHash: "content",
  caseHash: "case",
});

/** The version that the given change follows. */
const after = (version: number) => ({ version });
const replaced = withNext<SampleRecord>(
  withNext<SampleRecord>([], sampleOf("smp_1"), after(0)),
  sampleOf("smp_1", ["urgent"]),
  after(1),
);
const filled: VersionedDataset = {
  ...dataset,
  ...emptyContents(),
  samples: new Map([
    ["smp_1", replaced],
    ["smp_2", withNext<SampleRecord>([], sampleOf("smp_2", ["urgent"]), after(1))],
  ]),
  externalIds: new Map([["external smp_2", "smp_2"]]),
  outputs: new Map([["mdl_1", new Map([[outputKey("smp_1", 2), withNext([], { output: "b" }, after(1))]])]]),
};

test("new contents end the current row with the next version", () => {
  expect(replaced.map(({ tags, validFrom, validUntil }) => ({ tags, validFrom, validUntil }))).toEqual([
    { tags: [], validFrom: 1, validUntil: 2 },
    { tags: ["urgent"], validFrom: 2, validUntil: null },
  ]);
  expect(presentRow(replaced)?.tags).toEqual(["urgent"]);
});

test("each version of a dataset has its own samples", () => {
  expect(samplesAt(filled, 1).map(({ id, tags }) => [id, tags])).toEqual([["smp_1", []]]);
  expect(samplesAt(filled, 2).map(({ id }) => id)).toEqual(["smp_1", "smp_2"]);
});

test("a sample is named by its id or by its external id", () => {
  expect(namedSample(filled, { sample: "smp_1", externalId: "external smp_2" })?.id).toBe("smp_1");
  expect(namedSample(filled, { externalId: "external smp_2" })?.id).toBe("smp_2");
  expect(namedSample(filled, { externalId: null })).toBeUndefined();
});

test("an evaluation uses the current samples that match its filter, up to its limit", () => {
  const idsOf = (filter: Parameters<typeof chosenSamples>[1]) =>
    chosenSamples(filled, filter).map(({ id }) => id);
  expect(idsOf(null)).toEqual(["smp_1", "smp_2"]);
  expect(idsOf({ external_ids: ["external smp_2"] })).toEqual(["smp_2"]);
  expect(idsOf({ tags_any: ["urgent"], limit: 1 })).toHaveLength(1);
});

test("a run without a stored output has the output null", () => {
  expect(outputsBy(filled, { model: "mdl_1", sample: "smp_1", runs: 2 })).toEqual([null, "b"]);
  expect([...presentOutputs(filled, "mdl_1")]).toEqual([[outputKey("smp_1", 2), "b"]]);
  expect([...presentOutputs(filled, "mdl_2")]).toEqual([]);
});
