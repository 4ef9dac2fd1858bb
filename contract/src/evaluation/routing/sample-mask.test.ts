import { describe, expect, test } from "vitest";
import { masked, masksBySample, type SampleMask } from "./sample-mask.ts";
import { isListed } from "../samples/sample-wire.ts";

const sample = {
  id: "smp_1",
  input: "It hurts.",
  external_id: "call-1",
  metadata: { site: "north", note: "x" },
  tags: ["a"],
  split: "test",
  cluster_id: "c1",
  expected: "emergent",
  content_hash: "aa",
  case_hash: "bb",
};
const always = { expected: null, content_hash: null, case_hash: null };
const everything = { metadata: null, fields: null };

describe("a masked sample", () => {
  test("has only the shown members, and never the expected answer and its hashes", () => {
    expect(masked(sample, everything)).toEqual({ ...sample, ...always });
    expect(masked(sample, { metadata: ["site", "absent"], fields: ["tags"] })).toEqual({
      ...sample,
      ...always,
      metadata: { site: "north" },
      external_id: null,
      split: null,
      cluster_id: null,
    });
    const nothing = { metadata: {}, tags: [], external_id: null, split: null, cluster_id: null };
    expect(masked(sample, { metadata: [], fields: [] })).toEqual({ ...sample, ...always, ...nothing });
  });

  test("shows only what all masks show", () => {
    const of = (...masks: SampleMask[]) =>
      masksBySample(masks.map((mask) => ({ sample: "smp_1", mask }))).get("smp_1");
    const one: SampleMask = { metadata: ["site", "note"], fields: null };
    const other: SampleMask = { metadata: ["note", "age"], fields: ["split"] };
    expect(of(one, other)).toEqual({ metadata: ["note"], fields: ["split"] });
    expect(of(everything, one)).toEqual(one);
    expect(of()).toBeUndefined();
  });

  test("is not found by its external id, unless the mask shows it", () => {
    const row = { id: "smp_1", externalId: "call-1" };
    const found = (mask: SampleMask | undefined, externalId: string | undefined = "call-1") =>
      isListed(row, externalId, new Map(mask ? [["smp_1", mask]] : []));
    expect(found({ metadata: null, fields: ["tags"] })).toBe(false);
    expect(found({ metadata: [], fields: ["external_id"] })).toBe(true);
    expect(found(everything)).toBe(true);
    expect([found(undefined), found(undefined, "call-2")]).toEqual([true, false]);
    expect(isListed(row, undefined, new Map([["smp_1", { metadata: [], fields: [] }]]))).toBe(true);
  });
});
