import { formatId } from "@assay/contract/platform/ids";
import { type FilterableSample, matchesFilter, pickSubset } from "@assay/contract/domain";
import { describe, expect, test } from "vitest";
import { engines, useJobHarness } from "../../platform/jobs/job-harness.fixture.ts";
import { EvaluationHarness } from "./evaluation-harness.fixture.ts";
import { type HarnessSample, mixed, triaged } from "./harness-samples.fixture.ts";
import {
  countSamples,
  readCases,
  type SampleFilter,
  sampleIds,
  type SampleSource,
} from "./evaluation-samples.ts";

const sourceOf = (harness: EvaluationHarness): SampleSource => ({
  workspaceId: harness.jobs.workspaceId,
  datasetId: harness.datasetId,
  version: harness.version,
});

async function idsOf(
  harness: EvaluationHarness,
  filter: SampleFilter | null,
  pageSize = 3,
): Promise<string[]> {
  const ids: string[] = [];
  for await (const page of sampleIds(harness.jobs.database.knex, sourceOf(harness), { filter, pageSize }))
    ids.push(...page);
  return ids;
}

/** Samples with metadata of every JSON type, under names that are special in SQL, Knex or JavaScript. */
const samples: HarnessSample[] = [
  { external_id: "a", tags: ["cardiac"], split: "test", metadata: { age: 1, "it's": true } },
  { external_id: "b", tags: ["cardiac", "night"], split: "dev", metadata: { age: "1", unit: null } },
  { external_id: "a?", tags: ["it's", '{"quoted"}', "a,b"], metadata: { age: 1.5, "a?b": "x" } },
  { tags: [], split: "test", metadata: { age: [1], unit: {} } },
  { external_id: "e", tags: ["Cardiac"], metadata: { age: 1, unit: "null", constructor: "x" } },
  { external_id: "f", split: "Test", metadata: {} },
];

const conditions = (ids: readonly string[]): SampleFilter[] => [
  {},
  {
    ids: [
      ids[4] ?? "",
      ids[0] ?? "",
      "smp_unknown",
      formatId("sample", "00000000-0000-7000-8000-000000000000"),
    ],
  },
  { ids: ["smp_unknown"] },
  { external_ids: ["a", "a?", "nobody"] },
  { tags_any: ["cardiac"] },
  { tags_any: ["it's", "night"] },
  { tags_any: ['{"quoted"}'] },
  { tags_any: ["a,b"] },
  { split: "test" },
  { metadata: { age: 1 } },
  { metadata: { age: "1" } },
  { metadata: { unit: null } },
  { metadata: { "it's": true } },
  { metadata: { "a?b": "x" } },
  { metadata: { constructor: "x" } },
  { metadata: { toString: "x" } },
  { metadata: { age: 1 }, split: "test", tags_any: ["cardiac", "night"], external_ids: ["a", "b"] },
];

describe.each(engines)("the samples of an evaluation on %s", (engine) => {
  const theHarness = useJobHarness(engine);
  const open = () => EvaluationHarness.open(theHarness());

  test("match the filter by the domain's rule", async () => {
    const harness = await open();
    const ids = await harness.addSamples(samples);
    const inMemory = samples.map((sample, index): FilterableSample & { uuid: string } => ({
      id: formatId("sample", ids[index] ?? ""),
      uuid: ids[index] ?? "",
      external_id: sample.external_id ?? null,
      tags: sample.tags ?? [],
      split: sample.split ?? null,
      metadata: sample.metadata ?? {},
    }));
    for (const filter of conditions(inMemory.map(({ id }) => id))) {
      const expected = inMemory.filter((sample) => matchesFilter(sample, filter)).map(({ uuid }) => uuid);
      expect({ filter, ids: await idsOf(harness, filter) }).toEqual({ filter, ids: expected });
      expect(await countSamples(harness.jobs.database.knex, sourceOf(harness), filter)).toBe(expected.length);
    }
  });

  test("are the domain's random subset if the number is limited, with any page size", async () => {
    const harness = await open();
    const ids = await harness.addSamples(mixed(40));
    for (const [limit, seed] of [
      [7, 0],
      [7, 1],
      [1, 4_294_967_295],
      [39, 3],
      [40, 3],
      [1000, 3],
    ] as const) {
      const expected = pickSubset(ids, limit, seed);
      for (const pageSize of [1, 7, 40, 100])
        expect(await idsOf(harness, { limit, seed }, pageSize)).toEqual(expected);
      expect(await countSamples(harness.jobs.database.knex, sourceOf(harness), { limit, seed })).toBe(
        expected.length,
      );
    }
    expect(await idsOf(harness, { limit: 5 })).toEqual(pickSubset(ids, 5, 0));
  });

  test("are read in the version of the dataset, each once", async () => {
    const harness = await open();
    const [first = "", second = ""] = await harness.addSamples([
      triaged("urgent", "urgent"),
      triaged("routine", "routine"),
    ]);
    const before = sourceOf(harness);
    await harness.changeOutput(first, { triage_level: "routine" });
    await harness.changeOutput(first, null);
    const { knex } = harness.jobs.database;
    const read = (source: SampleSource) =>
      readCases(knex, source, { modelId: null, runs: 1, ids: [second, first], withInput: true });
    expect(await read(before)).toEqual([
      {
        id: first,
        input: {},
        external_id: null,
        metadata: {},
        output: { triage_level: "urgent" },
        expected: { triage_level: "urgent" },
        sample_version: 1,
        output_version: null,
        run: 1,
      },
      {
        id: second,
        input: {},
        external_id: null,
        metadata: {},
        output: { triage_level: "routine" },
        expected: { triage_level: "routine" },
        sample_version: 1,
        output_version: null,
        run: 1,
      },
    ]);
    const after = await read(sourceOf(harness));
    expect(after.map(({ output, sample_version: version }) => [output, version])).toEqual([
      [null, 3],
      [{ triage_level: "routine" }, 1],
    ]);
  });

  test("are read without inputs if no evaluator uses them", async () => {
    const harness = await open();
    const ids = await harness.addSamples([
      { ...triaged("urgent", "urgent"), input: { text: "long" }, external_id: "a", metadata: { long: 1 } },
    ]);
    const { knex } = harness.jobs.database;
    const [row] = await readCases(knex, sourceOf(harness), { modelId: null, runs: 1, ids, withInput: false });
    expect(row).toMatchObject({
      input: null,
      external_id: null,
      metadata: null,
      output: { triage_level: "urgent" },
    });
  });
});
