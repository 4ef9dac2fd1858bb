import { formatId } from "@assay/contract/platform/ids";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { engines, useJobHarness } from "../../../platform/jobs/job-harness.fixture.ts";
import { EvaluationHarness } from "../evaluation-harness.fixture.ts";
import { evaluator, type HarnessSample, mixed, triaged } from "../harness-samples.fixture.ts";

describe.each(engines)("running an evaluation on %s", (engine) => {
  const theHarness = useJobHarness(engine);
  const open = () => EvaluationHarness.open(theHarness());

  test("changes its state from pending to completed, and returns the figures computed by hand", async () => {
    const harness = await open();
    // The score is 100·(1 − min(1, w·d/3)) with w = 2 for under-triage and w = 1 for over-triage: exact
    // 100, one level too low 33.3…, two levels too high 33.3….
    const samples = [
      triaged("urgent", "urgent"),
      triaged("emergent", "urgent"),
      triaged("semi_urgent", "emergent"),
      triaged("urgent", null),
    ];
    await harness.addSamples(samples);
    const created = await harness.create({ missing_output: "skip" });
    expect(created).toMatchObject({
      status: "pending",
      missing_output: "skip",
      total: 4,
      completed: 0,
      failed: 0,
      started_at: null,
      dataset_version: 1,
    });
    await harness.work();
    const ended = await harness.read(created.id);
    expect(ended).toMatchObject({ status: "completed", total: 4, completed: 4, failed: 0, error: null });
    expect(ended.results?.aggregate_score).toBeCloseTo((100 + 100 / 3 + 100 / 3) / 3, 10);
    expect(ended.results).toMatchObject({
      pass_rate: 100 / 3,
      sample_count: 3,
      flagged_samples: 1,
      coverage: { scored: 3, errored: 0, skipped: 1, total: 4, missing_output: 1, not_applicable: 0 },
      distributions: { triage_accuracy: { correct: 1, under_triage: 1, over_triage: 1 } },
      triage: {
        total: 4,
        answered: 3,
        missing_output: 1,
        emergent_under_triage: { numerator: 1, denominator: 1 },
      },
    });
    expect(ended.started_at).toEqual(harness.jobs.instant);
    expect(ended.completed_at).toEqual(harness.jobs.instant);
  });

  test("splits samples into chunks and counts each once", async () => {
    const harness = await open();
    const samples = mixed(1203);
    // A clock that stands still: on a busy machine, a chunk could otherwise take so long that it is split.
    const clock = vi.spyOn(performance, "now").mockReturnValue(performance.now());
    onTestFinished(() => clock.mockRestore());
    const ids = await harness.addSamples(samples);
    const ended = await harness.evaluate({ fail_on_error: 1 });
    // Of 1,203 samples, every seventh errored: floor(1203 / 7) = 171.
    expect(ended).toMatchObject({ status: "completed", completed: 1032, failed: 171, total: 1203 });
    const results = await harness.results(ended.id);
    expect(results.map(({ sample_id: id }) => id)).toEqual(ids);
    expect(await harness.rows("sample_scores", ended.id)).toHaveLength(1203);
    const jobs = await harness.jobs.jobs();
    // One job plans the evaluation; the others evaluate 500, 500 and 203 samples.
    expect(jobs.map(({ kind, state }) => `${kind} ${state}`)).toEqual([
      "evaluation.plan done",
      ...Array<string>(3).fill("evaluation.chunk done"),
    ]);
  });

  test("hands the rest of a chunk over to another job after a second of busy time", async () => {
    const harness = await open();
    const ids = await harness.addSamples(mixed(130));
    const created = await harness.create({ fail_on_error: 1 });
    // Each look at the clock takes 20 ms, so each sample seems to take at least 20 ms. Whole milliseconds: the sum of
    // 50 rounded differences could otherwise be less than a second.
    let now = Math.ceil(performance.now());
    const clock = vi.spyOn(performance, "now").mockImplementation(() => (now += 20));
    onTestFinished(() => clock.mockRestore());
    await harness.work();
    const ended = await harness.read(created.id);
    expect(ended).toMatchObject({ status: "completed", completed: 112, failed: 18, total: 130 });
    const results = await harness.results(ended.id);
    expect(results.map(({ sample_id: id }) => id)).toEqual(ids);
    const { knex } = harness.jobs.database;
    const chunks = await knex("jobs").where({ kind: "evaluation.chunk" }).orderBy("id").select("payload");
    const sizes = chunks.map(({ payload }) => payload.samples.length);
    expect(chunks.map(({ payload }) => payload.samples)).toEqual(sizes.map((size) => ids.slice(130 - size)));
    // Other code reads the clock too, so a job may end some samples earlier than after 50 samples, and never later.
    const samplesOfJobs = sizes.map((size, index) => size - (sizes[index + 1] ?? 0));
    expect(Math.max(...samplesOfJobs)).toBeLessThanOrEqual(50);
    expect(sizes.length).toBeLessThan(10);
  });

  test("emits its completion event", async () => {
    const harness = await open();
    await harness.addSamples([triaged("urgent", "urgent")]);
    await harness.evaluate();
    expect(await harness.events()).toMatchObject([
      {
        event: "evaluation.completed",
        data: {
          status: "completed",
          project: harness.project,
          aggregate_score: 100,
          progress: { total: 1, completed: 1, failed: 0 },
        },
      },
    ]);
  });

  test("reads the dataset version that was current at its creation", async () => {
    const harness = await open();
    const [first] = await harness.addSamples([triaged("urgent", "urgent"), triaged("urgent", "urgent")]);
    const created = await harness.create();
    await harness.changeOutput(first ?? "", { triage_level: "routine" });
    await harness.addSamples([triaged("urgent", "routine")]);
    await harness.work();
    expect((await harness.read(created.id)).results).toMatchObject({ aggregate_score: 100, sample_count: 2 });
    expect((await harness.evaluate()).results).toMatchObject({
      sample_count: 3,
      distributions: { triage_accuracy: { correct: 1, under_triage: 2 } },
    });
  });

  test("evaluates the stored outputs of a model in its dataset version, and scores samples without an output 0", async () => {
    const harness = await open();
    const [right, wrong, none] = await harness.addSamples([
      triaged("urgent", "routine"),
      triaged("urgent", "urgent"),
      triaged("urgent", "urgent"),
    ]);
    const model = await harness.addModel();
    await harness.addOutputs(
      model,
      new Map([
        [right ?? "", { triage_level: "urgent" }],
        [wrong ?? "", { triage_level: "routine" }],
      ]),
    );
    const created = await harness.create({ model: formatId("model", model) });
    await harness.addOutputs(
      model,
      new Map([
        [wrong ?? "", { triage_level: "urgent" }],
        [none ?? "", { triage_level: "urgent" }],
      ]),
    );
    await harness.work();
    const results = await harness.results(created.id);
    expect(
      results.map(({ status, score, reason }) => [status, score === null ? null : Math.round(score), reason]),
    ).toEqual([
      ["scored", 100, null],
      ["scored", 0, "under_triage"],
      ["scored", 0, "no_answer"],
    ]);
  });

  test("fails if too many samples are errored, and reports their number", async () => {
    const harness = await open();
    const samples = [
      ...Array<HarnessSample>(8).fill(triaged("urgent", "urgent")),
      triaged("soon", "urgent"),
      triaged("soon", "urgent"),
    ];
    await harness.addSamples(samples);
    expect((await harness.evaluate({ fail_on_error: 0.2 })).status).toBe("completed");
    const failed = await harness.evaluate({ fail_on_error: 0.19 });
    expect(failed).toMatchObject({
      status: "failed",
      completed: 8,
      failed: 2,
      results: null,
      completed_at: null,
    });
    expect(failed.error).toContain("2 of 10 samples errored (20 %)");
    expect(await harness.rows("evaluation_scores", failed.id)).toEqual([]);
    expect((await harness.events()).map(({ event }) => event)).toEqual([
      "evaluation.completed",
      "evaluation.failed",
    ]);
  });

  test("fails if no sample was scored, and reports the reason", async () => {
    const harness = await open();
    await harness.addSamples([{ output: "urgent" }, triaged("urgent", null), { output: "urgent" }]);
    const evaluators = [evaluator({ config: { require_expected: false } })];
    const failed = await harness.evaluate({ evaluators, missing_output: "skip" });
    expect(failed).toMatchObject({ status: "failed", completed: 3, failed: 0 });
    expect(failed.error).toMatch(
      /reasons: missing_expected \(2 results, for example \S+\); missing_output \(1 result, for example \S+\)\.$/,
    );
  });
});
