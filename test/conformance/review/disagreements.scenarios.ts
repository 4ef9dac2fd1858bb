import { insufficientScope, notFound } from "@assay/contract/platform/refusals";
import { expect } from "vitest";
import { all } from "../harness/arrange.ts";
import { rate, ratedTask } from "../harness/arrange-adjudication.ts";
import { importedRatings, ratedDataset } from "../harness/arrange-ratings.ts";
import { actingReviewer, newReviewer } from "../harness/arrange-reviews.ts";
import { anInstant, expectFaults, expectRejected } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

/** Scenarios for grades of one sample that differ. */
export const disagreementScenarios = [
  scenario("listDisagreements", 200, "returns the grades that differ, with their spread", async (context) => {
    const rated = await ratedTask(context, 3);
    const { setup, task, reviewers } = rated;
    const [one = "", two = "", three = ""] = setup.samples;
    const reviews = await rate(context, rated, {
      sample: one,
      dimension: "accuracy",
      values: ["correct", null, "too_low"],
    });
    await rate(context, rated, { sample: two, dimension: "accuracy", values: ["correct", "correct"] });
    await rate(context, rated, { sample: three, dimension: "accuracy", values: ["correct"] });
    const { project, rubric } = setup;
    const [row, ...others] = await all(context.assay.reviews.disagreements.list({ project }));
    expect(others).toEqual([]);
    const grade = (index: number, value: string) => ({
      review: reviews[index],
      revision: 1,
      reviewer: { id: reviewers[index]?.id, name: `Reviewer ${index + 1}`, credentials: ["MD"] },
      value,
      confidence: null,
      submitted_at: anInstant,
    });
    expect(row).toEqual({
      object: "disagreement",
      project,
      task,
      sample: one,
      external_id: (await context.assay.samples.get(one)).external_id,
      rubric,
      dimension: "accuracy",
      spread: 0.5,
      n: 2,
      not_assessable: 1,
      grades: [grade(0, "correct"), grade(2, "too_low")],
      adjudication: null,
    });
  }),
  engineScenario(
    "listDisagreements",
    200,
    "measures the spread of every type of dimension, and sorts the greatest first",
    async (context) => {
      const rated = await ratedTask(context, 3);
      const { project, rubric, dataset } = rated.setup;
      const [one = "", two = ""] = rated.setup.samples;
      // 1 − 2/3; (5 − 1) / (5 − 1); 1 − 2/3; 1 − 1/3, because the order of a selection does not matter.
      await rate(context, rated, {
        sample: one,
        dimension: "accuracy",
        values: ["correct", "correct", "too_low"],
      });
      await rate(context, rated, { sample: two, dimension: "clarity", values: [1, 3, 5] });
      const [three = "", four = ""] = rated.setup.samples.slice(2);
      await rate(context, rated, { sample: three, dimension: "safe", values: [true, false, false] });
      await rate(context, rated, {
        sample: four,
        dimension: "harms",
        values: [["delay", "dose"], ["dose"], []],
      });
      expect(dataset.sample_count).toBe(4);
      const { disagreements } = context.assay.reviews;
      const rows = await all(disagreements.list({ project, rubric }));
      const seen = rows.map(({ sample, dimension, spread, n }) => [sample, dimension, spread, n]);
      expect(seen).toEqual([
        [two, "clarity", 1, 3],
        [four, "harms", 2 / 3, 3],
        [one, "accuracy", 1 / 3, 3],
        [three, "safe", 1 / 3, 3],
      ]);
      expect(await all(disagreements.list({ project, rubric, limit: 1 }))).toEqual(rows);
      expect(await all(disagreements.list({ project, min_spread: 0.5 }))).toEqual(rows.slice(0, 2));
      expect(await all(disagreements.list({ project, dimension: "safe" }))).toEqual(rows.slice(3));
    },
  ),
  scenario(
    "listDisagreements",
    200,
    "counts grades of tasks that are not blind only with include_unblinded, and follows corrections",
    async (context) => {
      const rated = await ratedTask(context, 2, { blind: false });
      const { project } = rated.setup;
      const [sample = ""] = rated.setup.samples;
      await rate(context, rated, { sample, dimension: "clarity", values: [1, 5] });
      const { disagreements } = context.assay.reviews;
      expect(await all(disagreements.list({ project }))).toEqual([]);
      const [row] = await all(disagreements.list({ project, include_unblinded: true }));
      expect(row).toMatchObject({ spread: 1, task: rated.task });
      await rate(context, rated, { sample, dimension: "clarity", values: [4] });
      const [corrected] = await all(disagreements.list({ project, include_unblinded: true }));
      expect(corrected).toMatchObject({ spread: 0.25, grades: [{ value: 5 }, { value: 4, revision: 2 }] });
      await rate(context, rated, { sample, dimension: "clarity", values: [5] });
      expect(await all(disagreements.list({ project, include_unblinded: true }))).toEqual([]);
    },
  ),
  scenario("listDisagreements", 200, "selects the samples and the rubric of a task", async (context) => {
    const rated = await ratedTask(context, 2);
    const { project, rubric, samples } = rated.setup;
    const [one = "", two = ""] = samples;
    for (const sample of [one, two])
      await rate(context, rated, { sample, dimension: "safe", values: [true, false] });
    const { reviews } = context.assay;
    const other = await reviews.tasks.create({ project, rubric, samples: [two] });
    const ofTask = async (task: string) =>
      (await all(reviews.disagreements.list({ project, task }))).map(({ sample }) => sample);
    expect(await ofTask(rated.task)).toEqual([one, two].toSorted());
    expect(await ofTask(other.id)).toEqual([two]);
  }),
  engineScenario(
    "listDisagreements",
    200,
    "contains imported ratings, and their corrections",
    async (context) => {
      const setup = await ratedDataset(context, 3);
      const { project } = setup;
      const row = (sample: string, rater: string, value: string) => ({
        external_id: sample,
        rater,
        dimension: "accuracy",
        value,
      });
      const query = { create_reviewers: "true", blind: "true" };
      const file = [
        row("r1", "Ada", "correct"),
        row("r1", "Ben", "too_low"),
        row("r2", "Ada", "correct"),
        row("r2", "Ben", "correct"),
      ];
      await importedRatings(context, setup, { file, query });
      const { disagreements } = context.assay.reviews;
      const rows = await all(disagreements.list({ project }));
      expect(rows).toMatchObject([{ external_id: "r1", spread: 0.5, n: 2 }]);
      const corrected = [row("r1", "Ben", "correct"), row("r2", "Ben", "too_low")];
      await importedRatings(context, setup, { file: corrected, query: { ...query, mode: "update" } });
      expect(await all(disagreements.list({ project }))).toMatchObject([{ external_id: "r2", spread: 0.5 }]);
    },
  ),
  scenario(
    "listDisagreements",
    200,
    "omits samples that the caller has yet to review blind",
    async (context) => {
      const rated = await ratedTask(context, 2);
      const { project, rubric, samples } = rated.setup;
      const [one = "", two = ""] = samples;
      for (const sample of [one, two])
        await rate(context, rated, { sample, dimension: "safe", values: [true, false] });
      const { assay, newKey, client } = context;
      const { id: reviewer } = await newReviewer(context, { name: "Lead" });
      const lead = client(await newKey({ preset: "lead", reviewer }));
      const other = await assay.reviews.tasks.create({ project, rubric, samples: [two], blind: true });
      await lead.reviews.tasks.claim(other.id);
      const seen = await all(lead.reviews.disagreements.list({ project }));
      expect(seen.map(({ sample }) => sample)).toEqual([one]);
      const outside = client(
        await newKey({
          scopes: ["reviews:read"],
          projects: [(await assay.projects.create({ name: "Other" })).id],
        }),
      );
      await expectRejected(outside.reviews.disagreements.list({ project }), notFound("project", project));
    },
  ),
  scenario(
    "listDisagreements",
    403,
    "refuses a reviewer who neither manages nor adjudicates reviews",
    async (context) => {
      const { setup } = await ratedTask(context, 1);
      const { project } = setup;
      const { assay } = await actingReviewer(context);
      await expectRejected(
        assay.reviews.disagreements.list({ project }),
        insufficientScope("reviews:adjudicate"),
      );
      const { client, newKey } = context;
      const { id: reviewer } = await newReviewer(context);
      const scopes = ["reviews:read", "reviews:adjudicate"] as const;
      const adjudicator = client(await newKey({ scopes: [...scopes], reviewer }));
      expect(await all(adjudicator.reviews.disagreements.list({ project }))).toEqual([]);
      const reader = client(await newKey({ scopes: ["reviews:read"] }));
      expect(await all(reader.reviews.disagreements.list({ project }))).toEqual([]);
    },
  ),
  scenario("listDisagreements", 400, "requires a project, and a spread from 0 to 1", async ({ request }) => {
    const answer = await request("GET", "/v1/reviews/disagreements?min_spread=1.5");
    expectFaults(
      answer,
      ["query/project", "required", "project is required: it must be a string."],
      ["query/min_spread", "too_big", "min_spread is 1.5; it must be at most 1."],
    );
  }),
];
