import { describe, expect, test } from "vitest";
import { context, dataset } from "../datasets/dataset-record.fixture.ts";
import {
  decideSamples,
  hashedTexts,
  requireSample,
  sameContent,
  sampleContent,
  versionShown,
} from "./sample-rules.ts";
import { sampleToWire, sampleToWireFor } from "./sample-wire.ts";

const hashes = { contentHash: "c", caseHash: "d" };
const contentOf = (externalId: string | null) => sampleContent({ external_id: externalId, input: 1 }, hashes);

describe("the stored form of a sample", () => {
  test("contains null, an empty object or an empty list in place of absent members", () => {
    expect(sampleContent({ input: 1, metadata: null }, hashes)).toEqual({
      externalId: null,
      input: 1,
      output: null,
      expected: null,
      metadata: {},
      tags: [],
      split: null,
      clusterId: null,
      ...hashes,
    });
  });

  test("is hashed in the canonical form, with and without the output", () => {
    expect(hashedTexts({ input: { b: 1, a: 2 } })).toEqual({
      content: '{"expected":null,"input":{"a":2,"b":1},"output":null}',
      case: '{"expected":null,"input":{"a":2,"b":1}}',
    });
  });

  test("is different if its hash, metadata, tags, split or cluster differs, but not if its external id differs", () => {
    const stored = contentOf("a");
    expect(sameContent(stored, contentOf("b"))).toBe(true);
    for (const other of [
      { contentHash: "x" },
      { metadata: { a: 1 } },
      { tags: ["a"] },
      { split: "test" },
      { clusterId: "p" },
    ])
      expect(sameContent(stored, { ...stored, ...other })).toBe(false);
  });
});

describe("decideSamples", () => {
  test("adds samples as one version", () => {
    const contents = [contentOf("a"), contentOf(null)];
    const { samples, version } = decideSamples({ dataset, taken: new Set() }, contents, context);
    expect(samples[0]).toEqual({ ...contentOf("a"), id: "sample_new", dataset: "ds_1", createdAt: 5000 });
    expect(version).toMatchObject({ version: 3, change: "samples", inserted: 2, sampleCount: 5 });
  });

  test("refuses existing or repeated external ids, and names each of them", () => {
    const contents = [contentOf("a"), contentOf("b"), contentOf("b")];
    const taken = new Set(["a"]);
    expect(() => decideSamples({ dataset, taken }, contents, context)).toThrow(
      expect.objectContaining({
        status: 409,
        errors: [
          expect.objectContaining({ path: "/samples/0/external_id", code: "conflict" }),
          expect.objectContaining({ path: "/samples/2/external_id", code: "repeated" }),
        ],
      }),
    );
  });
});

test("samples can be listed in the current version or an earlier version", () => {
  expect([versionShown(dataset, undefined), versionShown(dataset, 0)]).toEqual([2, 0]);
  expect(() => versionShown(dataset, 3)).toThrow(expect.objectContaining({ status: 400 }));
});

test("an unknown sample is refused", () => {
  expect(() => requireSample(undefined, "smp_1")).toThrow(expect.objectContaining({ status: 404 }));
});

test("a sample under blind review is returned without members that reveal the expected answer", () => {
  const sample = { ...contentOf("a"), expected: "x", id: "smp_1", dataset: "ds_1", createdAt: 0 };
  const hidden = { expected: null, content_hash: null, case_hash: null };
  const masks = (id: string) => new Map([[id, { metadata: null, fields: null }]]);
  expect(sampleToWireFor(masks("smp_1"))(sample)).toEqual({ ...sampleToWire(sample), ...hidden });
  expect(sampleToWireFor(masks("smp_2"))(sample)).toEqual(sampleToWire(sample));
});
