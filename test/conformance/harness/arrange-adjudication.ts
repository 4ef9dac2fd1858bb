// Code that the scenarios of disagreements, adjudications and reference labels share.
import type { CreateReviewer, CreateReviewTask, CreateRubric } from "@assay/sdk";
import {
  type ActingReviewer,
  actingReviewer,
  createReviewSetup,
  newReviewer,
  type ReviewSetup,
} from "./arrange-reviews.ts";
import type { Context } from "./context.ts";

/** A rubric with a dimension of each type. */
const everyType: CreateRubric["dimensions"] = [
  {
    id: "accuracy",
    name: "Was the level right?",
    type: "categorical",
    required: false,
    options: ["correct", "too_low", "too_high"].map((value) => ({ value, label: value })),
  },
  { id: "clarity", name: "Clarity", type: "scale", required: false, min: 1, max: 5 },
  { id: "safe", name: "Safe?", type: "boolean", required: false },
  {
    id: "harms",
    name: "Harms",
    type: "multi_select",
    required: false,
    options: ["delay", "dose"].map((value) => ({ value, label: value })),
  },
];

type Grades = Readonly<Record<string, unknown>>;

/** A blind task with all samples of a set-up, and its reviewers. */
export interface RatedTask {
  setup: ReviewSetup;
  task: string;
  reviewers: ActingReviewer[];
}

/** Creates a blind task with the rubric of every type, for some reviewers. */
export async function ratedTask(
  context: Context,
  count: number,
  further: Partial<CreateReviewTask> = {},
): Promise<RatedTask> {
  const setup = await createReviewSetup(context);
  const { project } = setup;
  const { id: rubric } = await context.assay.reviews.rubrics.create({
    name: "Every type",
    project,
    dimensions: everyType,
  });
  const { id: task } = await context.assay.reviews.tasks.create({
    ...setup.task,
    rubric,
    reviews_required: count,
    blind: true,
    ...further,
  });
  const reviewers: ActingReviewer[] = [];
  for (let index = 0; index < count; index += 1)
    reviewers.push(await actingReviewer(context, { name: `Reviewer ${index + 1}` }));
  return { setup: { ...setup, rubric }, task, reviewers };
}

/** Submits one reviewer's grade after the other for a sample. Undefined omits the reviewer. */
export async function rate(
  { target }: Context,
  { task, reviewers }: Pick<RatedTask, "task" | "reviewers">,
  { sample, dimension, values }: { sample: string; dimension: string; values: readonly unknown[] },
): Promise<string[]> {
  const ids: string[] = [];
  for (const [index, value] of values.entries()) {
    if (value === undefined) continue;
    const grade = value === null ? { value, not_assessable: true } : { value };
    ids.push(await submit(reviewers[index], { task, sample, grades: { [dimension]: grade } }));
    target.advance(1);
  }
  return ids;
}

async function submit(
  reviewer: ActingReviewer | undefined,
  { task, sample, grades }: { task: string; sample: string; grades: Grades },
): Promise<string> {
  if (!reviewer) throw new Error("There are more values than reviewers.");
  return (await reviewer.assay.reviews.submit(task, { sample, grades })).id;
}

/** A sample whose reviewers disagree: one graded 1 and `correct`, the other one 5 and `too_low`. */
export interface Disputed extends RatedTask {
  project: string;
  rubric: string;
  sample: string;
  /** The ids of the two reviews. */
  reviews: string[];
}

/** Creates a task with one disputed sample. */
export async function disputed(context: Context, further: Partial<CreateReviewTask> = {}): Promise<Disputed> {
  const rated = await ratedTask(context, 2, further);
  const [sample = ""] = rated.setup.samples;
  const reviews: string[] = [];
  for (const [index, [accuracy, clarity]] of [["correct", 1] as const, ["too_low", 5] as const].entries()) {
    const grades = { accuracy: { value: accuracy }, clarity: { value: clarity } };
    reviews.push(await submit(rated.reviewers[index], { task: rated.task, sample, grades }));
    context.target.advance(1);
  }
  const { project, rubric } = rated.setup;
  return { ...rated, project, rubric, sample, reviews };
}

/** Creates a reviewer with a key that may adjudicate. */
export async function newAdjudicator(
  context: Context,
  further: Partial<CreateReviewer> = {},
): Promise<ActingReviewer> {
  const reviewer = await newReviewer(context, { name: "Dr Cleo Marsh", ...further });
  const key = await context.newKey({ preset: "lead", reviewer: reviewer.id });
  return { id: reviewer.id, reviewer, key, assay: context.client(key) };
}
