import { validationFailed } from "@assay/contract/platform/validation/validation";
import { expect } from "vitest";
import { all } from "../harness/arrange.ts";
import { accuracyOf, grade } from "../harness/arrange-reliability.ts";
import { actingReviewer, newTask, createReviewSetup } from "../harness/arrange-reviews.ts";
import { createScoreSetup, grading, taskOf } from "../harness/arrange-scored-reviews.ts";
import type { Context } from "../harness/context.ts";
import { expectRejected } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

const wrong = { accuracy: { value: "too_low" } };

/** Creates a blind task whose four samples two reviewers can grade. */
async function blindTask(context: Context, reveal: "after_submit" | "after_task") {
  const setup = await createReviewSetup(context);
  const ada = await actingReviewer(context, { name: "Ada" });
  const ben = await actingReviewer(context, { name: "Ben", credentials: ["RN"] });
  const task = await newTask(context, setup, { reviews_required: 2, reveal });
  return { setup, ada, ben, task };
}

/** Scenarios for when a blind task shows what it hides, and for which revisions count because of this. */
export const revealRuleScenarios = [
  scenario("createReviewTask", 201, "stores when the task shows what it hides", async (context) => {
    const setup = await createReviewSetup(context);
    expect(await newTask(context, setup, { blind: true })).toMatchObject({ reveal: "after_submit" });
    const { id } = await newTask(context, setup, { blind: true, reveal: "after_task" });
    expect(await context.assay.reviews.tasks.get(id)).toMatchObject({ blind: true, reveal: "after_task" });
    expect(await newTask(context, setup)).toMatchObject({ blind: false, reveal: "after_submit" });
  }),
  scenario("createReviewTask", 400, "accepts reveal only for a blind task", async (context) => {
    const setup = await createReviewSetup(context);
    const fault = {
      path: "/reveal",
      code: "invalid_value",
      message: 'reveal is "after_task"; it must be left out: the task is not blind.',
    };
    for (const further of [{}, { blind: false, reviews_required: 2 }])
      await expectRejected(
        newTask(context, setup, { ...further, reveal: "after_task" }),
        validationFailed([fault]),
      );
    const body = { ...setup.task, blind: true, reveal: "never" };
    const refused = await context.request("POST", "/v1/reviews/tasks", { body });
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ path: "/reveal" }] } });
  }),
  scenario("createEvaluation", 400, "accepts reveal in routing only for several reviews", async (context) => {
    const setup = await createReviewSetup(context);
    const routing = { flagged: true, rubric: setup.rubric, reveal: "after_task" as const };
    const { id: dataset, project } = setup.dataset;
    const evaluators = [{ type: "triage_accuracy" as const }];
    const create = (reviews_required: number) =>
      context.assay.evaluations.create({
        project,
        dataset,
        evaluators,
        routing: { ...routing, reviews_required },
        name: "Routed",
      });
    await expectRejected(
      create(1),
      validationFailed([
        {
          path: "/routing/reveal",
          code: "invalid_value",
          message: 'reveal is "after_task"; it must be left out: the task is not blind.',
        },
      ]),
    );
    expect((await create(2)).routing).toMatchObject({ reveal: "after_task" });
  }),
  engineScenario(
    "submitReview",
    201,
    "a correction after the submit counts neither for agreement nor changes the completed task",
    async (context) => {
      const { setup, ada, ben, task } = await blindTask(context, "after_submit");
      await grade(ada, task, "cctc");
      await grade(ben, task, "cttc");
      const agreement = () => context.assay.reviews.reliability(accuracyOf(setup));
      const before = await agreement();
      const ended = await context.assay.reviews.tasks.get(task.id);
      const [sample = ""] = task.samples;
      const second = await ada.assay.reviews.submit(task.id, { sample, grades: wrong });
      expect(second).toMatchObject({ revision: 2, after_reveal: true });
      expect(await context.assay.reviews.tasks.get(task.id)).toEqual(ended);
      expect(ended.status).toBe("completed");
      expect(JSON.stringify(await agreement())).toBe(JSON.stringify(before));
      const revisions = await all(context.assay.reviews.revisions(second.id));
      expect(revisions.map((one) => one.after_reveal)).toEqual([true, false]);
      expect((await context.assay.reviews.get(second.id)).after_reveal).toBe(true);
    },
  ),
  engineScenario(
    "submitReview",
    201,
    "with after_task, a correction before the last sample of the task counts",
    async (context) => {
      const { setup, ada, ben, task } = await blindTask(context, "after_task");
      const [first = ""] = task.samples;
      await grade(ben, task, "cttc");
      await grade(ada, task, "ccc-");
      const correct = (value: string) =>
        ada.assay.reviews.submit(task.id, { sample: first, grades: { accuracy: { value } } });
      expect(await correct("too_low")).toMatchObject({ revision: 2, after_reveal: false });
      await grade(ada, task, "---c");
      // Ada's counted grades are t c c c, and Ben's are c t t c: they agree on 1/4.
      const agreement = () => context.assay.reviews.reliability(accuracyOf(setup));
      expect(await agreement()).toMatchObject({ n_samples: 4, percent_agreement: 25 });
      expect(await correct("correct")).toMatchObject({ revision: 3, after_reveal: true });
      expect(await agreement()).toMatchObject({ n_samples: 4, percent_agreement: 25 });
    },
  ),
  scenario(
    "submitReview",
    201,
    "a revision in a task that is not blind is never after the reveal",
    async (context) => {
      const setup = await createReviewSetup(context);
      const doctor = await actingReviewer(context);
      const [sample = ""] = setup.samples;
      const task = await taskOf(context, setup, { doctor });
      expect(await doctor.assay.reviews.submit(task, grading(sample))).toMatchObject({ after_reveal: false });
      expect(await doctor.assay.reviews.submit(task, grading(sample))).toMatchObject({
        revision: 2,
        after_reveal: false,
      });
    },
  ),
  engineScenario(
    "listEvaluationResults",
    200,
    "with after_task, excludes all samples of the task until the reviewer has reviewed each of them",
    async (context) => {
      const setup = await createScoreSetup(context);
      const { one, two, three, four } = setup.calls;
      const doctor = await actingReviewer(context);
      const samples = [one, two];
      const task = await taskOf(context, setup, { doctor, samples, blind: true, reveal: "after_task" });
      const shown = async () => {
        const rows = await all(doctor.assay.evaluations.results(setup.evaluation.id));
        return [...new Set(rows.map(({ sample_id: id }) => id))];
      };
      const own = await doctor.assay.reviews.submit(task, grading(one));
      expect(own).toMatchObject({ original_ai_score: null });
      expect(await shown()).toEqual([three, four]);
      await context.assay.reviews.reviewers.update(doctor.id, { available: false });
      expect(await shown()).toEqual([three, four]);
      await context.assay.reviews.reviewers.update(doctor.id, { available: true });
      const last = await doctor.assay.reviews.submit(task, grading(two));
      expect(last).toMatchObject({ original_ai_score: 25 });
      expect(await shown()).toEqual([one, two, three, four]);
    },
  ),
];
