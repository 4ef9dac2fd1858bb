import { expect, test } from "vitest";
import type { SampleRecord } from "../../evaluation/samples/sample-rules.ts";
import { limits } from "../../platform/limits.ts";
import { ReferenceApplication } from "./reference-application.ts";
import { maxSkipped } from "./references.ts";

const sample = (id: string, expected: unknown, input: unknown = "Hello"): SampleRecord => ({
  id,
  dataset: "ds_1",
  externalId: null,
  input,
  output: null,
  expected,
  metadata: {},
  tags: [],
  split: null,
  clusterId: null,
  contentHash: "",
  caseHash: "",
  createdAt: 0,
});

test("labels replace a member of the expected answer, unless it has the label or the path is no object", () => {
  const application = new ReferenceApplication("/a~1b/level");
  const samples = [
    sample("smp_1", { "a/b": { level: 1, other: true } }),
    sample("smp_2", { "a/b": { level: 3 } }),
    sample("smp_3", { "a/b": [] }),
    sample("smp_4", null),
  ];
  expect(application.add(samples.map((one) => ({ sample: one, value: 3 })))).toEqual([
    { sample: samples[0], expected: { "a/b": { level: 3, other: true } } },
    { sample: samples[3], expected: { "a/b": { level: 3 } } },
  ]);
  expect(application.updated).toBe(2);
  expect(application.toWire(4)).toEqual({
    updated: 2,
    unchanged: 1,
    skipped: [{ sample: "smp_3", reason: "path_not_object" }],
    skipped_count: 1,
    dataset_version: 4,
  });
});

test("samples that would become too large are skipped, and only the first skipped samples are listed", () => {
  const application = new ReferenceApplication("/level");
  const large = sample("smp_1", null, "x".repeat(limits.sampleBytes - 60));
  expect(application.add([{ sample: large, value: "x".repeat(100) }])).toEqual([]);
  const others = Array.from({ length: maxSkipped }, (_, index) => sample(`smp_${index + 2}`, []));
  application.add(others.map((one) => ({ sample: one, value: 1 })));
  const { skipped, skipped_count: count } = application.toWire(1);
  expect(skipped[0]).toEqual({ sample: "smp_1", reason: "sample_too_large" });
  expect([skipped.length, count]).toEqual([maxSkipped, maxSkipped + 1]);
});
