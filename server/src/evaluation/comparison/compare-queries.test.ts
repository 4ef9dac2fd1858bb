import { describe, expect, test } from "vitest";
import { engines, useJobHarness } from "../../platform/jobs/job-harness.fixture.ts";
import { readScoredSamples } from "./compare-queries.ts";
import { EvaluationHarness } from "../evaluations/evaluation-harness.fixture.ts";
import { evaluator, triaged } from "../evaluations/harness-samples.fixture.ts";
import { unpackSamples } from "./thread/packed-samples.ts";

const scored = { automated: 100, effective: 100, scores: [100, 100], cluster: null };

describe.each(engines)("the samples of an evaluation on %s", (engine) => {
  const jobs = useJobHarness(engine);

  test("are all read once and in order across pages", async () => {
    const harness = await EvaluationHarness.open(jobs());
    // Each page has 5,000 samples. The second page is full, so the query also reads a third page, which is
    // empty.
    const ids = await harness.addSamples(Array.from({ length: 10_000 }, () => triaged("urgent", "urgent")));
    const { id } = await harness.evaluate({
      evaluators: [evaluator(), evaluator({ name: "again", weight: 0 })],
    });
    const read: string[] = [];
    const parts = { checked: [], withNames: false };
    for await (const piece of readScoredSamples(harness.jobs.database.knex, await harness.read(id), parts))
      for (const sample of unpackSamples(piece, [])) {
        const { automated, effective, scores, cluster } = sample;
        expect({ automated, effective, scores: [scores.at(0), scores.at(1)], cluster }).toEqual(scored);
        read.push(sample.sampleId);
      }
    expect(read).toEqual(ids);
  });
});
