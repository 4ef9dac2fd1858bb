// Many reviewers override and withdraw scores concurrently. The final state must equal the state after some
// sequential order.
import { parseId } from "@assay/contract/platform/ids";
import { Assay, type Review } from "@assay/sdk";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../support/server.ts";
import { postgresUrl } from "../support/test-postgres.ts";

const engines =
  (await postgresUrl()) === null ? (["embedded"] as const) : (["embedded", "postgres"] as const);

const reviewers = 8;
const rounds = 6;

describe.each(engines)("concurrent overrides on %s", (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(engine);
  });
  afterAll(async () => {
    await server.close();
  });

  async function createSetup() {
    const key = await server.newWorkspace();
    const on = (apiKey: string) => new Assay({ baseUrl: server.url, apiKey, maxRetries: 0 });
    const assay = on(key);
    const { id: project } = await assay.projects.create({ name: "Storm" });
    const dataset = (await assay.datasets.create({ name: "Storm", project })).id;
    const answers = ["urgent", "routine", "emergent"].map((triage_level, index) => ({
      input: index,
      expected: { triage_level: "urgent" },
      output: { triage_level },
    }));
    const samples = (await assay.samples.create(dataset, { samples: answers })).data.map(({ id }) => id);
    const evaluators = [
      { type: "triage_accuracy" as const },
      { type: "triage_accuracy" as const, name: "again" },
    ];
    const body = { name: "Storm", project, dataset, evaluators, run_async: false };
    const evaluation = (await assay.evaluations.create(body)).id;
    const dimensions = [{ id: "ok", name: "OK?", type: "boolean" as const }];
    const rubric = (await assay.reviews.rubrics.create({ name: "Storm", project, dimensions })).id;
    const doctors = [];
    for (let index = 0; index < reviewers; index += 1) {
      const { id } = await assay.reviews.reviewers.create({ name: `R${index}`, credentials: ["MD"] });
      const { secret } = await assay.apiKeys.create({ name: "k", preset: "reviewer", reviewer: id });
      const assignment = { mode: "manual" as const, reviewer_id: id };
      const about = { project, samples, rubric, evaluation, assignment, reviews_required: 2, blind: false };
      doctors.push({ assay: on(secret), task: (await assay.reviews.tasks.create(about)).id });
    }
    return { assay, samples, evaluation, doctors };
  }

  test("leave the state of the latest submission, in any order of commits, and consistent figures", async () => {
    const { assay, samples, evaluation, doctors } = await createSetup();
    const before = (await assay.evaluations.get(evaluation)).results;
    const ofEvaluation = { evaluation_id: parseId("evaluation", evaluation) };
    const stored = async () =>
      server.deps.database
        .knex("evaluation_scores")
        .where(ofEvaluation)
        .orderBy("evaluator")
        .select("evaluator", "mean", "passed", "score_sum", "buckets", "effective_at");
    const rollup = await stored();
    const sample = samples[1] ?? "";
    const grades = { ok: { value: true } };
    for (let round = 0; round < rounds; round += 1) {
      const submitted: Review[] = await Promise.all(
        doctors.map(({ assay: mine, task }, index) => {
          const withdraws = (index + round) % 4 === 0;
          const value = withdraws
            ? {}
            : { override_ai_score: true, override_value: (10 * index + round) % 101 };
          const evaluator = index % 2 === 0 ? { evaluator: "again" } : {};
          return mine.reviews.submit(task, { sample, grades, ...value, ...evaluator });
        }),
      );
      const { data } = await assay.evaluations.results(evaluation, { evaluator: "again" });
      const row = data.find(({ sample_id: id }) => id === sample);
      const inForce = submitted.filter(({ evaluator, override_ai_score: on }) => on && evaluator === "again");
      const latest = inForce
        .map(({ submitted_at: at }) => at)
        .toSorted()
        .at(-1);
      const winners = inForce.filter(({ submitted_at: at }) => at === latest);
      expect(winners.map(({ id, override_value: value }) => [id, value])).toContainEqual([
        row?.overridden_by,
        row?.score,
      ]);
      const scores = data.map(({ score }) => score ?? 0);
      const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
      const { results } = await assay.evaluations.get(evaluation);
      expect(results?.by_evaluator["again"]).toBeCloseTo(mean, 9);
      const [combined, again] = await stored();
      expect([again.evaluator, again.mean]).toEqual(["again", results?.by_evaluator["again"]]);
      expect(combined.mean).toBe(results?.weighted_aggregate);
    }
    // After all overrides are withdrawn, all figures are as before, to the last digit.
    await Promise.all(doctors.map(({ assay: mine, task }) => mine.reviews.submit(task, { sample, grades })));
    expect((await assay.evaluations.get(evaluation)).results).toEqual(before);
    expect(await stored()).toEqual(rollup);
    const inForce = server.deps.database.knex("score_overrides").where(ofEvaluation).select("value");
    expect(await inForce).toEqual([]);
  });

  test("the history of a review is immutable, also in the database", async () => {
    const { samples, doctors } = await createSetup();
    const [doctor] = doctors;
    await doctor?.assay.reviews.submit(doctor.task, {
      sample: samples[0] ?? "",
      grades: { ok: { value: true } },
    });
    const { knex } = server.deps.database;
    await expect(knex("review_revisions").update({ notes: "other" })).rejects.toThrow(/never changed/);
    await expect(knex("review_revisions").delete()).rejects.toThrow(/never changed/);
  });
});
