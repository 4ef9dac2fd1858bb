import { blindPending } from "@assay/contract/review/review-refusals";
import { validationFailed } from "@assay/contract/platform/validation/validation";
import type { CreateReviewTask } from "@assay/sdk";
import { expect } from "vitest";
import { all, evaluated, filledDataset } from "../harness/arrange.ts";
import { actingReviewer, newRubric, newTask, createReviewSetup } from "../harness/arrange-reviews.ts";
import { grading } from "../harness/arrange-scored-reviews.ts";
import type { Context } from "../harness/context.ts";
import { expectRejected } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

const content = {
  external_id: "call-1",
  input: "It hurts.",
  output: "Wait.",
  expected: { triage_level: "emergent" },
  metadata: { site: "north", nurse: "Eve" },
  tags: ["night"],
  split: "test",
  cluster_id: "family-1",
};

/** Creates a scored sample in a dataset with a rubric. */
async function scoredSample(context: Context) {
  const { dataset, samples } = await filledDataset(context, [content]);
  const [sample = ""] = samples.map(({ id }) => id);
  const evaluation = await evaluated(context, dataset, { evaluators: [{ type: "triage_accuracy" }] });
  const rubric = (await newRubric(context, dataset.project)).id;
  const task = (further: Partial<CreateReviewTask>) =>
    context.assay.reviews.tasks.create({
      project: dataset.project,
      samples: [sample],
      rubric,
      blind: true,
      ...further,
    });
  return { dataset, sample, evaluation, task };
}

const manual = ({ id }: { id: string }) => ({ mode: "manual" as const, reviewer_id: id });

const hidden = {
  expected: null,
  content_hash: null,
  case_hash: null,
  external_id: null,
  metadata: {},
  tags: [],
  split: null,
  cluster_id: null,
};

/** Scenarios for what blind reviewers see of samples. */
export const maskedSampleScenarios = [
  scenario("createReviewTask", 201, "stores what blind reviewers see of the samples", async (context) => {
    const setup = await createReviewSetup(context);
    const shown = (task: { shown_metadata: unknown; shown_fields: unknown }) => [
      task.shown_metadata,
      task.shown_fields,
    ];
    expect(shown(await newTask(context, setup, { blind: true }))).toEqual([[], []]);
    expect(shown(await newTask(context, setup))).toEqual([null, null]);
    const every = await newTask(context, setup, { blind: true, shown_metadata: null, shown_fields: null });
    expect(shown(every)).toEqual([null, null]);
    const some = {
      shown_metadata: ["site"],
      shown_fields: ["tags" as const, "split" as const, "cluster_id" as const],
    };
    const { id } = await newTask(context, setup, { blind: true, ...some });
    expect(shown(await context.assay.reviews.tasks.get(id))).toEqual([
      ["site"],
      ["tags", "split", "cluster_id"],
    ]);
  }),
  scenario("createReviewTask", 400, "accepts shown members only for a blind task", async (context) => {
    const setup = await createReviewSetup(context);
    await expectRejected(
      newTask(context, setup, { blind: false, shown_metadata: [], shown_fields: ["tags"] }),
      validationFailed([
        {
          path: "/shown_metadata",
          code: "invalid_value",
          message: "shown_metadata is []; it must be left out: the task is not blind.",
        },
        {
          path: "/shown_fields",
          code: "invalid_value",
          message: 'shown_fields is ["tags"]; it must be left out: the task is not blind.',
        },
      ]),
    );
  }),
  scenario(
    "createEvaluation",
    201,
    "passes what blind reviewers see to the routed tasks",
    async (context) => {
      const { dataset } = await scoredSample(context);
      const rubric = (await newRubric(context, dataset.project, { name: "Other" })).id;
      const shown = { shown_metadata: ["site"], shown_fields: [], reveal: "after_task" as const };
      const routing = { score_below: 100, flagged: true, rubric, reviews_required: 2, ...shown };
      const evaluation = await evaluated(context, dataset, {
        evaluators: [{ type: "triage_accuracy", config: { output_path: "/missing" } }],
        routing,
      });
      expect(evaluation.routing).toMatchObject(shown);
      const tasks = await all(context.assay.reviews.tasks.list({ project: dataset.project }));
      expect(tasks).toHaveLength(1);
      expect(tasks[0]).toMatchObject({ blind: true, ...shown });
    },
  ),
  engineScenario("getSample", 200, "shows a blind reviewer only the named members", async (context) => {
    const { sample, dataset, task } = await scoredSample(context);
    const doctor = await actingReviewer(context);
    const { samples, reviews } = doctor.assay;
    const stored = await context.assay.samples.get(sample);
    expect(await samples.get(sample)).toEqual(stored);
    const shown = { shown_metadata: ["site", "absent"], shown_fields: ["tags" as const] };
    const first = await task({ assignment: manual(doctor), ...shown });
    const masked = { ...stored, ...hidden, metadata: { site: "north" }, tags: ["night"] };
    expect(await samples.get(sample)).toEqual(masked);
    expect(await all(samples.list(dataset.id))).toEqual([masked]);
    const listed = async () => (await all(samples.list(dataset.id, { external_id: "call-1" }))).length;
    expect(await listed()).toBe(0);
    // Both tasks together show only what each of them shows.
    const second = await task({ assignment: manual(doctor), shown_metadata: null, shown_fields: ["split"] });
    expect(await samples.get(sample)).toEqual({ ...masked, tags: [] });
    await reviews.submit(first.id, grading(sample));
    const { metadata, split } = stored;
    expect(await samples.get(sample)).toEqual({ ...stored, ...hidden, metadata, split });
    expect(await listed()).toBe(0);
    await reviews.submit(second.id, grading(sample));
    expect(await samples.get(sample)).toEqual(stored);
    expect(await listed()).toBe(1);
  }),
  engineScenario(
    "getEvaluation",
    403,
    "is refused while the reviewer could claim a blind task with one of its samples",
    async (context) => {
      const { sample, evaluation, task } = await scoredSample(context);
      const doctor = await actingReviewer(context);
      const nurse = await actingReviewer(context, { credentials: ["RN"] });
      const lead = context.client(await context.newKey({ preset: "lead", reviewer: doctor.id }));
      const get = ({ assay }: { assay: Context["assay"] }) => assay.evaluations.get(evaluation.id);
      const { id } = await task({ assignment: { mode: "pool", required_credentials: ["MD"] } });
      await expectRejected(get(doctor), blindPending());
      expect(await doctor.assay.samples.get(sample)).toMatchObject(hidden);
      for (const other of [nurse, { assay: lead }]) expect((await get(other)).results).toBeDefined();
      // An unavailable reviewer can become available again.
      await context.assay.reviews.reviewers.update(doctor.id, { available: false });
      await expectRejected(get(doctor), blindPending());
      const ada = await actingReviewer(context);
      await ada.assay.reviews.tasks.claim(id);
      expect((await get(doctor)).results).toBeDefined();
      await expectRejected(get(ada), blindPending());
    },
  ),
];
