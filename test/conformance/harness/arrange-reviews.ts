import type {
  CreateReviewer,
  CreateReviewTask,
  CreateRubric,
  Reviewer,
  ReviewTask,
  Rubric,
} from "@assay/sdk";
import { filledDataset } from "./arrange.ts";
import type { Context } from "./context.ts";

/** The dimensions of a small rubric. */
export const dimensions: CreateRubric["dimensions"] = [
  {
    id: "accuracy",
    name: "Was the level right?",
    type: "categorical",
    options: [
      { value: "correct", label: "Right" },
      { value: "too_low", label: "Too low", score_impact: -50, safety_flag: true },
    ],
  },
  { id: "clarity", name: "Clarity", type: "scale", required: false, min: 1, max: 5 },
];

/** Creates a rubric in a project. */
export const newRubric = (
  { assay }: Context,
  project: string,
  further: Partial<CreateRubric> = {},
): PromiseLike<Rubric> =>
  assay.reviews.rubrics.create({ name: "Triage safety", project, dimensions, ...further });

/** Creates a reviewer, by default an available doctor. */
export const newReviewer = (
  { assay }: Context,
  further: Partial<CreateReviewer> = {},
): PromiseLike<Reviewer> =>
  assay.reviews.reviewers.create({ name: "Dr Ada Moreau", credentials: ["MD"], ...further });

/** A reviewer with a client that acts as them. */
export interface ActingReviewer {
  id: string;
  reviewer: Reviewer;
  key: string;
  assay: Context["assay"];
}

/** Creates a reviewer and a key that acts as them. */
export async function actingReviewer(
  context: Context,
  further: Partial<CreateReviewer> = {},
): Promise<ActingReviewer> {
  const reviewer = await newReviewer(context, further);
  const key = await context.newKey({ preset: "reviewer", reviewer: reviewer.id });
  return { id: reviewer.id, reviewer, key, assay: context.client(key) };
}

/** Creates a key that may adjudicate samples, and that belongs to a reviewer without reviews. */
export async function keyOfLead(context: Context): Promise<string> {
  const reviewer = await newReviewer(context);
  return context.newKey({ preset: "lead", reviewer: reviewer.id });
}

/** A project with four samples and a rubric: the prerequisites of a task. */
export interface ReviewSetup {
  project: string;
  dataset: Awaited<ReturnType<typeof filledDataset>>["dataset"];
  samples: string[];
  rubric: string;
  /** The request to create a task with all samples in pool mode. */
  task: CreateReviewTask;
}

/** Creates the prerequisites of a task. */
export async function createReviewSetup(context: Context): Promise<ReviewSetup> {
  const { dataset, samples } = await filledDataset(context);
  const { project } = dataset;
  const rubric = (await newRubric(context, project)).id;
  const ids = samples.map(({ id }) => id);
  return { project, dataset, samples: ids, rubric, task: { project, samples: ids, rubric } };
}

/** Creates a task in a given set-up. */
export const newTask = (
  { assay }: Context,
  { task }: ReviewSetup,
  further: Partial<CreateReviewTask> = {},
): PromiseLike<ReviewTask> => assay.reviews.tasks.create({ ...task, ...further });

/** A review that grades all dimensions of the small rubric. */
export const goodGrades = { accuracy: { value: "correct" } };

/** Well-formed ids that do not exist. */
export const absentOfReviews = {
  rubric: "rub_01jd0vn5s6eacsxy9fe4k1s0qh",
  reviewer: "rvr_01jd0vp1p3fh29mqj9f4b6m4rt",
  task: "task_01jd0vq0vdf0xtkd5v6m0m5t2n",
} as const;
