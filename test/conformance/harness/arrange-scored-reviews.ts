import type { CreateReviewTask, Evaluation, EvaluationResult, Review, SubmitReview } from "@assay/sdk";
import { expect } from "vitest";
import { all, binary, evaluated } from "./arrange.ts";
import {
  type ActingReviewer,
  actingReviewer,
  goodGrades,
  newTask,
  type ReviewSetup,
  createReviewSetup,
} from "./arrange-reviews.ts";
import type { Context, RawResponse } from "./context.ts";

/** A set-up with samples that an evaluation has scored. */
export interface ScoreSetup extends ReviewSetup {
  evaluation: Evaluation;
  /** The ids of `call-1` to `call-4`. */
  calls: { one: string; two: string; three: string; four: string };
}

/**
 * Creates a set-up and an evaluation with two evaluators: `triage_accuracy` with weight 3, and `binary` with
 * weight 1. Both score call-1 and call-4 with 100. They score call-2 and call-3 with 33⅓ and 0, so the
 * combined score of these calls is (3·33⅓ + 0)/4 = 25.
 */
export async function createScoreSetup(context: Context): Promise<ScoreSetup> {
  const setup = await createReviewSetup(context);
  const evaluators = [{ type: "triage_accuracy" as const, weight: 3 }, binary];
  const evaluation = await evaluated(context, setup.dataset, { evaluators });
  const [one = "", two = "", three = "", four = ""] = setup.samples;
  return { ...setup, evaluation, calls: { one, two, three, four } };
}

/** Creates a task that is assigned to a new reviewer. */
export async function heldTask(
  context: Context,
  setup: ReviewSetup,
  further: Partial<CreateReviewTask> = {},
): Promise<{ task: string; doctor: ActingReviewer }> {
  const doctor = await actingReviewer(context);
  return { task: await taskOf(context, setup, { ...further, doctor }), doctor };
}

/** Creates a task that is assigned to a reviewer. @returns its id. */
export async function taskOf(
  context: Context,
  setup: ReviewSetup,
  { doctor, ...further }: Partial<CreateReviewTask> & { doctor: ActingReviewer },
): Promise<string> {
  const assignment = { mode: "manual" as const, reviewer_id: doctor.id };
  return (await newTask(context, setup, { assignment, ...further })).id;
}

/** Returns the request to override a sample's score. */
export const overriding = (
  sample: string,
  value: number,
  further: Partial<SubmitReview> = {},
): SubmitReview => ({
  sample,
  grades: goodGrades,
  override_ai_score: true,
  override_value: value,
  ...further,
});

/** Returns the request to review a sample without an override. */
export const grading = (sample: string, further: Partial<SubmitReview> = {}): SubmitReview => ({
  sample,
  grades: goodGrades,
  ...further,
});

/** Creates a reviewer with a new task, and overrides a score as this reviewer. */
export async function overridden(
  context: Context,
  setup: ScoreSetup,
  body: SubmitReview,
): Promise<Review & { by: ActingReviewer }> {
  const { task, doctor } = await heldTask(context, setup);
  return { ...(await doctor.assay.reviews.submit(task, body)), by: doctor };
}

/** Returns a sample's results by evaluator: effective score, automated score, `passed`, overriding review. */
export async function scoresOf({ assay }: Context, { evaluation }: ScoreSetup, sample: string) {
  const rows: EvaluationResult[] = await all(assay.evaluations.results(evaluation.id));
  return Object.fromEntries(
    rows
      .filter((row) => row.sample_id === sample)
      .map((row) => [row.evaluator, [row.score, row.original_score, row.passed, row.overridden_by]]),
  );
}

/** Returns the evaluation's current results. */
export const resultsOf = async ({ assay }: Context, { evaluation }: ScoreSetup) =>
  (await assay.evaluations.get(evaluation.id)).results;

/** Matches a nearly equal number, because figures are sums of thirds. */
export const close = (value: number): unknown => expect.closeTo(value, 9);

/** Submits a review body unchanged, whether or not it is valid. */
export const submitRaw = (
  { request }: Context,
  task: string,
  { key, body, headers = {} }: { key: string; body: unknown; headers?: Record<string, string> },
): Promise<RawResponse> => request("POST", `/v1/reviews/tasks/${task}/reviews`, { body, key, headers });
