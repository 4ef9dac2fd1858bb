import { describe, expect, test } from "vitest";
import { engines, useJobLab } from "../../platform/jobs/job-lab.fixture.ts";
import { readScoredSamples } from "./compare-queries.ts";
import { EvaluationLab } from "../evaluations/evaluation-lab.fixture.ts";
import { evaluator, triaged } from "../evaluations/lab-samples.fixture.ts";

describe.each(engines)("the samples of an evaluation on %s", (engine) => {
  const jobs = useJobLab(engine);

  test("are all read, each once and in order, over the edge of a page", async () => {
    const lab = await EvaluationLab.open(jobs());
    // One page holds 5,000; the second is full, too, so that a third one is asked for and empty.
    const ids = await lab.addSamples(Array.from({ length: 10_000 }, () => triaged("urgent", "urgent")));
    const { id } = await lab.evaluate({ evaluators: [evaluator(), evaluator({ name: "again", weight: 0 })] });
    const read: string[] = [];
    for await (const row of readScoredSamples(lab.jobs.database.knex, await lab.read(id))) {
      expect(row).toMatchObject({ automated: 100, effective: 100, scores: [100, 100], cluster: null });
      read.push(row.sampleId);
    }
    expect(read).toEqual(ids);
  });
});
