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

/** A room whose samples an evaluation has scored. */
export interface ScoreSetup extends ReviewSetup {
  evaluation: Evaluation;
  /** Of `call-1` to `call-4`. */
  calls: { one: string; two: string; three: string; four: string };
}

/**
 * Makes a room and an evaluation by two evaluators: `triage_accuracy` of weight 3 and `binary` of weight 1. They give
 * call-1 and call-4 100 and 100; call-2 and call-3 33⅓ and 0, combined (3·33⅓ + 0)/4 = 25.
 */
export async function scoredRoom(context: Context): Promise<ScoreSetup> {
  const room = await createReviewSetup(context);
  const evaluators = [{ type: "triage_accuracy" as const, weight: 3 }, binary];
  const evaluation = await evaluated(context, room.dataset, { evaluators });
  const [one = "", two = "", three = "", four = ""] = room.samples;
  return { ...room, evaluation, calls: { one, two, three, four } };
}

/** Makes a task that a reviewer of its own holds. */
export async function heldTask(
  context: Context,
  room: ReviewSetup,
  further: Partial<CreateReviewTask> = {},
): Promise<{ task: string; doctor: ActingReviewer }> {
  const doctor = await actingReviewer(context);
  return { task: await taskOf(context, room, { ...further, doctor }), doctor };
}

/** Makes a task that a reviewer holds. @returns its id. */
export async function taskOf(
  context: Context,
  room: ReviewSetup,
  { doctor, ...further }: Partial<CreateReviewTask> & { doctor: ActingReviewer },
): Promise<string> {
  const assignment = { mode: "manual" as const, reviewer_id: doctor.id };
  return (await newTask(context, room, { assignment, ...further })).id;
}

/** What is sent to override the score of a sample. */
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

/** What is sent to review a sample without an override. */
export const grading = (sample: string, further: Partial<SubmitReview> = {}): SubmitReview => ({
  sample,
  grades: goodGrades,
  ...further,
});

/** A reviewer of their own, with a task of their own, overrides a score. */
export async function overridden(
  context: Context,
  room: ScoreSetup,
  body: SubmitReview,
): Promise<Review & { by: ActingReviewer }> {
  const { task, doctor } = await heldTask(context, room);
  return { ...(await doctor.assay.reviews.submit(task, body)), by: doctor };
}

/** What the results say of a sample: by evaluator its score, the automated one, whether it passes and who overrode it. */
export async function scoresOf({ assay }: Context, { evaluation }: ScoreSetup, sample: string) {
  const rows: EvaluationResult[] = await all(assay.evaluations.results(evaluation.id));
  return Object.fromEntries(
    rows
      .filter((row) => row.sample_id === sample)
      .map((row) => [row.evaluator, [row.score, row.original_score, row.passed, row.overridden_by]]),
  );
}

/** The results of the room's evaluation as they are now. */
export const resultsOf = async ({ assay }: Context, { evaluation }: ScoreSetup) =>
  (await assay.evaluations.get(evaluation.id)).results;

/** Nearly equal: figures are sums of thirds. */
export const close = (value: number): unknown => expect.closeTo(value, 9);

/** Submits a review as it is given, right or wrong. */
export const submitRaw = (
  { request }: Context,
  task: string,
  { key, body, headers = {} }: { key: string; body: unknown; headers?: Record<string, string> },
): Promise<RawResponse> => request("POST", `/v1/reviews/tasks/${task}/reviews`, { body, key, headers });
