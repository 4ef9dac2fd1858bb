import { formatId } from "@assay/contract/platform/ids";
import { describe, expect, test } from "vitest";
import { engines, useJobLab } from "../../../platform/jobs/job-lab.fixture.ts";
import { EvaluationLab } from "../evaluation-lab.fixture.ts";
import { type LabSample, mixed, triaged } from "../lab-samples.fixture.ts";

describe.each(engines)("running an evaluation on %s", (engine) => {
  const theLab = useJobLab(engine);
  const open = () => EvaluationLab.open(theLab());

  test("goes from pending to completed, with the figures worked out by hand", async () => {
    const lab = await open();
    // 100·(1 − min(1, w·d/3)), under-triage w = 2, over-triage w = 1: exact 100, one too low 33.3…, two too high 33.3…
    const samples = [
      triaged("urgent", "urgent"),
      triaged("emergent", "urgent"),
      triaged("semi_urgent", "emergent"),
      triaged("urgent", null),
    ];
    await lab.addSamples(samples);
    const created = await lab.create();
    expect(created).toMatchObject({
      status: "pending",
      total: 4,
      completed: 0,
      failed: 0,
      started_at: null,
      dataset_version: 1,
    });
    await lab.work();
    const ended = await lab.read(created.id);
    expect(ended).toMatchObject({ status: "completed", total: 4, completed: 4, failed: 0, error: null });
    expect(ended.results?.aggregate_score).toBeCloseTo((100 + 100 / 3 + 100 / 3) / 3, 10);
    expect(ended.results).toMatchObject({
      pass_rate: 100 / 3,
      sample_count: 3,
      flagged_samples: 1,
      coverage: { scored: 3, errored: 0, skipped: 1, total: 4 },
      distributions: { triage_accuracy: { correct: 1, under_triage: 1, over_triage: 1 } },
      triage: {
        total: 4,
        answered: 3,
        missing_output: 1,
        emergent_under_triage: { numerator: 1, denominator: 1 },
      },
    });
    expect(ended.started_at).toEqual(lab.jobs.instant);
    expect(ended.completed_at).toEqual(lab.jobs.instant);
  });

  test("cuts many samples into chunks and counts each of them once", async () => {
    const lab = await open();
    const samples = mixed(1203);
    const ids = await lab.addSamples(samples);
    const ended = await lab.evaluate({ fail_on_error: 1 });
    // Of 1,203 samples, 171 (every seventh: floor(1203 / 7)) error.
    expect(ended).toMatchObject({ status: "completed", completed: 1032, failed: 171, total: 1203 });
    const results = await lab.results(ended.id);
    expect(results.map(({ sample_id: id }) => id)).toEqual(ids);
    expect(await lab.rows("sample_scores", ended.id)).toHaveLength(1203);
    const jobs = await lab.jobs.jobs();
    // One plan, then 500 + 500 + 203.
    expect(jobs.map(({ kind, state }) => `${kind} ${state}`)).toEqual([
      "evaluation.plan done",
      ...Array<string>(3).fill("evaluation.chunk done"),
    ]);
  });

  test("announces its end in the outbox", async () => {
    const lab = await open();
    await lab.addSamples([triaged("urgent", "urgent")]);
    await lab.evaluate();
    expect(await lab.events()).toMatchObject([
      {
        event: "evaluation.completed",
        data: {
          status: "completed",
          project: lab.project,
          aggregate_score: 100,
          progress: { total: 1, completed: 1, failed: 0 },
        },
      },
    ]);
  });

  test("reads the dataset as it was when it was created, whatever is changed before it runs", async () => {
    const lab = await open();
    const [first] = await lab.addSamples([triaged("urgent", "urgent"), triaged("urgent", "urgent")]);
    const created = await lab.create();
    await lab.changeOutput(first ?? "", { triage_level: "routine" });
    await lab.addSamples([triaged("urgent", "routine")]);
    await lab.work();
    expect((await lab.read(created.id)).results).toMatchObject({ aggregate_score: 100, sample_count: 2 });
    expect((await lab.evaluate()).results).toMatchObject({
      sample_count: 3,
      distributions: { triage_accuracy: { correct: 1, under_triage: 2 } },
    });
  });

  test("judges a model's stored outputs at its version, and skips samples it has none for", async () => {
    const lab = await open();
    const [right, wrong, none] = await lab.addSamples([
      triaged("urgent", "routine"),
      triaged("urgent", "urgent"),
      triaged("urgent", "urgent"),
    ]);
    const model = await lab.addModel();
    await lab.addOutputs(
      model,
      new Map([
        [right ?? "", { triage_level: "urgent" }],
        [wrong ?? "", { triage_level: "routine" }],
      ]),
    );
    const created = await lab.create({ model: formatId("model", model) });
    await lab.addOutputs(
      model,
      new Map([
        [wrong ?? "", { triage_level: "urgent" }],
        [none ?? "", { triage_level: "urgent" }],
      ]),
    );
    await lab.work();
    const results = await lab.results(created.id);
    expect(
      results.map(({ status, score, reason }) => [status, score === null ? null : Math.round(score), reason]),
    ).toEqual([
      ["scored", 100, null],
      ["scored", 0, "under_triage"],
      ["skipped", null, "missing_output"],
    ]);
  });

  test("fails when more samples error than are allowed, and says how many", async () => {
    const lab = await open();
    const samples = [
      ...Array<LabSample>(8).fill(triaged("urgent", "urgent")),
      triaged("soon", "urgent"),
      triaged("soon", "urgent"),
    ];
    await lab.addSamples(samples);
    expect((await lab.evaluate({ fail_on_error: 0.2 })).status).toBe("completed");
    const failed = await lab.evaluate({ fail_on_error: 0.19 });
    expect(failed).toMatchObject({
      status: "failed",
      completed: 8,
      failed: 2,
      results: null,
      completed_at: null,
    });
    expect(failed.error).toContain("2 of 10 samples errored (20 %)");
    expect(await lab.rows("evaluation_scores", failed.id)).toEqual([]);
    expect((await lab.events()).map(({ event }) => event)).toEqual([
      "evaluation.completed",
      "evaluation.failed",
    ]);
  });

  test("fails when nothing could be scored, and says why", async () => {
    const lab = await open();
    await lab.addSamples([triaged("urgent", null), triaged("urgent", null)]);
    const failed = await lab.evaluate();
    expect(failed).toMatchObject({ status: "failed", completed: 2, failed: 0 });
    expect(failed.error).toContain("missing_output: 2");
  });
});
