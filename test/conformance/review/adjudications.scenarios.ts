import { expect } from "vitest";
import { all } from "../harness/arrange.ts";
import { disputed, newAdjudicator } from "../harness/arrange-adjudication.ts";
import { newTask } from "../harness/arrange-reviews.ts";
import { anId, anInstant, expectBody, expectFaults } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

const path = "/v1/reviews/adjudications";
const correct = { accuracy: { value: "correct" } };

/** Scenarios for adjudications that are accepted, and how they are read. */
export const adjudicationScenarios = [
  scenario(
    "createAdjudication",
    201,
    "stores the grades with the reviews they are based on",
    async (context) => {
      const { project, rubric, task, sample, reviews } = await disputed(context);
      const cleo = await newAdjudicator(context);
      const grades = { accuracy: { value: "too_high", confidence: "high", why: "Chest pain." } };
      const body = { task, sample, grades, notes: "Emergent." };
      const answer = expectBody(await context.request("POST", path, { body, key: cleo.key }), 201);
      expect(answer).toEqual({
        id: anId("adj"),
        object: "adjudication",
        project,
        task,
        sample,
        rubric,
        adjudicator: { id: cleo.id, name: "Dr Cleo Marsh", credentials: ["MD"] },
        grades,
        notes: "Emergent.",
        basis: reviews.map((review) => ({ review, revision: 1 })),
        supersedes: null,
        superseded_by: null,
        created_at: anInstant,
      });
      expect(await context.assay.reviews.adjudications.get(String(answer["id"]))).toEqual(answer);
      const { disagreements } = context.assay.reviews;
      const decided = await all(disagreements.list({ project, adjudicated: true }));
      expect(decided).toMatchObject([{ dimension: "accuracy", adjudication: answer["id"] }]);
      const open = await all(disagreements.list({ project, adjudicated: false }));
      expect(open).toMatchObject([{ dimension: "clarity", adjudication: null }]);
    },
  ),
  scenario(
    "createAdjudication",
    201,
    "supersedes the present one, and keeps the grades that it does not repeat",
    async (context) => {
      const { task, sample, reviews } = await disputed(context);
      const cleo = await newAdjudicator(context);
      const dan = await newAdjudicator(context, { name: "Dr Dan Osei" });
      const first = await cleo.assay.reviews.adjudications.create({ task, sample, grades: correct });
      context.target.advance(2);
      const second = await dan.assay.reviews.adjudications.create({
        task,
        sample,
        grades: { clarity: { value: 2 } },
        basis: reviews.slice(1),
        supersedes: first.id,
      });
      expect(second).toMatchObject({
        grades: { ...correct, clarity: { value: 2 } },
        basis: [{ review: reviews[1], revision: 1 }],
        supersedes: first.id,
        superseded_by: null,
      });
      const { adjudications } = context.assay.reviews;
      expect(await adjudications.get(first.id)).toEqual({ ...first, superseded_by: second.id });
      context.target.advance(2);
      const third = await cleo.assay.reviews.adjudications.create({
        task,
        sample,
        grades: { accuracy: { value: null, not_assessable: true } },
        supersedes: second.id,
      });
      expect(third.grades).toEqual({
        accuracy: { value: null, not_assessable: true },
        clarity: { value: 2 },
      });
    },
  ),
  engineScenario("listAdjudications", 200, "lists newest first, by every filter", async (context) => {
    const { project, rubric, task, sample } = await disputed(context);
    const cleo = await newAdjudicator(context);
    const first = await cleo.assay.reviews.adjudications.create({ task, sample, grades: correct });
    context.target.advance(2);
    const dan = await newAdjudicator(context, { name: "Dr Dan Osei" });
    const grades = { clarity: { value: 2 } };
    const second = await dan.assay.reviews.adjudications.create({
      task,
      sample,
      grades,
      supersedes: first.id,
    });
    const { adjudications } = context.assay.reviews;
    const ids = async (query: Parameters<typeof adjudications.list>[0]) =>
      (await all(adjudications.list(query))).map(({ id }) => id);
    const both = [second.id, first.id];
    expect(await ids({})).toEqual(both);
    expect(await ids({ limit: 1, project, rubric, task, sample })).toEqual(both);
    expect(await ids({ adjudicator: cleo.id })).toEqual([first.id]);
    expect(await ids({ current: true })).toEqual([second.id]);
    expect(await ids({ current: false })).toEqual([first.id]);
  }),
  scenario(
    "createAdjudication",
    201,
    "changes no agreement, no review and no score, and not the task",
    async (context) => {
      const { project, rubric, task, sample, setup, reviewers } = await disputed(context);
      for (const { assay } of reviewers)
        await assay.reviews.submit(task, { sample: setup.samples[1] ?? "", grades: correct });
      const read = async () => {
        const { request } = context;
        const body = { project, rubric, dimension: "accuracy" };
        const answers = [
          await request("POST", "/v1/reviews/reliability", { body }),
          await request("GET", `/v1/reviews?task=${task}`),
          await request("GET", `/v1/reviews/tasks/${task}`),
          await request("GET", `/v1/scores/samples/${sample}?project=${project}`),
          await request("GET", `/v1/reviews/reviewers/${reviewers[0]?.id}/statistics`),
        ];
        return JSON.stringify(answers.map((answer) => answer.body));
      };
      const before = await read();
      const { assay } = await newAdjudicator(context);
      await assay.reviews.adjudications.create({ task, sample, grades: { accuracy: { value: "too_high" } } });
      const withoutIds = (text: string) => text.replaceAll(/req_[0-9a-z]{26}/g, "");
      expect(withoutIds(await read())).toBe(withoutIds(before));
    },
  ),
  scenario(
    "getAdjudication",
    200,
    "is readable with the scope of reviews, in its project",
    async (context) => {
      const { task, sample, project } = await disputed(context);
      const { assay } = await newAdjudicator(context);
      const created = await assay.reviews.adjudications.create({ task, sample, grades: correct });
      const reader = context.client(await context.newKey({ scopes: ["reviews:read"], projects: [project] }));
      expect(await reader.reviews.adjudications.get(created.id)).toEqual(created);
    },
  ),
  scenario("listAdjudications", 400, "refuses a filter that is not a flag", async ({ request }) => {
    expectFaults(await request("GET", `${path}?current=yes`), [
      "query/current",
      "invalid_type",
      'current is "yes"; it must be true or false.',
    ]);
  }),
  scenario(
    "listReviewTasks",
    200,
    "offers no task with the rubric and the sample to its adjudicator",
    async (context) => {
      const { task, sample, setup, rubric, project } = await disputed(context);
      const cleo = await newAdjudicator(context);
      const claimable = async () => {
        const rows = await all(cleo.assay.reviews.tasks.list({ claimable: true }));
        return rows.map(({ id }) => id).toSorted();
      };
      const samples = [sample, setup.samples[1] ?? ""];
      const earlier = await context.assay.reviews.tasks.create({ project, rubric, samples });
      const held = await context.assay.reviews.tasks.create({ project, rubric, samples });
      await cleo.assay.reviews.tasks.claim(held.id);
      expect(await claimable()).toEqual([earlier.id].toSorted());
      await cleo.assay.reviews.adjudications.create({ task, sample, grades: correct });
      // The adjudicator lost the task that they could no longer complete.
      expect(await context.assay.reviews.tasks.get(held.id)).toMatchObject({
        status: "pending",
        assignments: [],
      });
      const later = await context.assay.reviews.tasks.create({
        project,
        rubric,
        samples: [sample],
        assignment: { mode: "auto" },
      });
      expect(later.assignments.map(({ reviewer }) => reviewer.id)).not.toContain(cleo.id);
      const other = await context.assay.reviews.tasks.create({ project, rubric, samples: samples.slice(1) });
      const otherRubric = await newTask(context, { ...setup, task: { ...setup.task, project } }, {});
      expect(await claimable()).toEqual([other.id, otherRubric.id].toSorted());
    },
  ),
];
