// Code that the reliability scenarios share: samples that two reviewers have graded.
import type { ReviewTask } from "@assay/sdk";
import {
  type ActingReviewer,
  actingReviewer,
  newTask,
  type ReviewSetup,
  createReviewSetup,
} from "./arrange-reviews.ts";
import type { Context } from "./context.ts";

const words = { c: "correct", t: "too_low" };

/** Submits one grade per sample, either `c` or `t`; `-` leaves the sample ungraded. */
export async function grade({ assay }: ActingReviewer, task: ReviewTask, letters: string): Promise<void> {
  for (const [index, letter] of letters.split("").entries()) {
    const sample = task.samples[index] ?? "";
    const value = letter === "c" ? words.c : words.t;
    if (letter !== "-") await assay.reviews.submit(task.id, { sample, grades: { accuracy: { value } } });
  }
}

/**
 * Creates four samples that two reviewers have graded: one with `cctc`, the other with `cttc`. By default,
 * the task is blind.
 */
export async function graded(context: Context, further: { blind?: boolean } = {}) {
  const setup = await createReviewSetup(context);
  const ada = await actingReviewer(context, { name: "Ada" });
  const ben = await actingReviewer(context, { name: "Ben", credentials: ["RN"] });
  const task = await newTask(context, setup, { reviews_required: 2, ...further });
  await grade(ada, task, "cctc");
  await grade(ben, task, "cttc");
  return { setup, ada, ben, task };
}

/** Returns the request for the dimension that the reviewers graded. */
export const accuracyOf = ({ project }: ReviewSetup) => ({ project, dimension: "accuracy" });
