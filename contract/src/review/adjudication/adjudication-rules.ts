import { type HidingTask, refuseHidden } from "../reviews/blind-access.ts";
import type { RuleContext } from "../../platform/decision.ts";
import { notFound, referenceNotFound } from "../../platform/refusals.ts";
import { requireCallingReviewer, type ReviewerRecord } from "../reviewers/reviewer-rules.ts";
import type { ReviewEvent } from "../review-events.ts";
import { invalidGrades, reviewerNotQualified, sampleNotInTask } from "../review-refusals.ts";
import type { ReviewRecord } from "../reviews/review-record.ts";
import { gradeFaults } from "../rubrics/grade-rules.ts";
import type { RubricDimension } from "../rubrics/rubric-dimensions.ts";
import { type TaskRecord, whyNoAdjudicator } from "../tasks/task-record.ts";
import {
  adjudicationConflict,
  reviewsNotOfSample,
  reviewsMissing,
  taskCancelled,
  tooFewReviewers,
} from "./adjudication-refusals.ts";
import type { AdjudicationRecord } from "./adjudication-record.ts";
import { adjudicationToWire } from "./adjudication-wire.ts";
import type { CreateAdjudicationBody } from "./adjudications.ts";

/** The state that the caller loads while the workspace's assignments are locked. */
export interface AdjudicationState {
  /** The task, if the caller can access it. */
  task: TaskRecord | undefined;
  /** The reviewer for whom the API key acts. */
  reviewer: ReviewerRecord | undefined;
  /** Number of reviews of the sample in the task; undefined if the task does not contain the sample. */
  reviewsOfSample: number | undefined;
  /** Whether the reviewer has yet to review the sample blind in some task. */
  hiding: readonly HidingTask[];
  /** The dimensions of the task's rubric. */
  dimensions: readonly RubricDimension[];
  /** All reviews of the sample with the rubric, earliest first. */
  reviews: readonly Pick<ReviewRecord, "id" | "reviewer" | "revision">[];
  /** The present adjudication of the sample with the rubric. */
  present: AdjudicationRecord | undefined;
}

/** An adjudication to store, with its event. */
export interface AdjudicationDecision {
  record: AdjudicationRecord;
  events: readonly ReviewEvent[];
}

/**
 * Decides an adjudication by the calling reviewer.
 *
 * @throws {ApiError} in this order: 403 for a key without a reviewer; 422 for the task and for a sample outside of it;
 *   403 for a sample that the reviewer has yet to review blind; 422 for a reviewer who reviewed the sample or does not
 *   qualify; 409 for a cancelled task and for missing reviews; 422 for fewer than two reviewers and for named reviews of other samples; 409 if
 *   the present adjudication is not named; 422 for grades that do not match the rubric.
 */
export function decideAdjudication(
  state: AdjudicationState,
  body: CreateAdjudicationBody,
  context: Pick<RuleContext, "now" | "newId">,
): AdjudicationDecision {
  const reviewer = requireCallingReviewer(state.reviewer);
  const { task, present } = state;
  if (!task) throw referenceNotFound("review_task", body.task, "/task");
  checkAdjudicator({ ...state, task, reviewer }, body, context.now);
  const given = body.supersedes;
  const reviews = namedReviews(state.reviews, body);
  if (given !== present?.id) throw adjudicationConflict(body.sample, { present: present?.id, given });
  const optional = state.dimensions.map((dimension) => ({ ...dimension, required: false }));
  const faults = gradeFaults(optional, body.grades);
  if (faults.length > 0) throw invalidGrades(faults);
  const record = {
    id: context.newId("adjudication"),
    project: task.project,
    task: task.id,
    sample: body.sample,
    rubric: task.rubric,
    adjudicator: reviewer.id,
    credentials: [...reviewer.credentials],
    grades: mergedGrades(present, body.grades),
    notes: body.notes ?? null,
    basis: reviews,
    supersedes: present?.id ?? null,
    createdAt: context.now,
  };
  const data = adjudicationToWire(record, { adjudicatorName: reviewer.name, supersededBy: null });
  return { record, events: [{ event: "review.adjudicated", at: context.now, data }] };
}

interface Adjudicator extends AdjudicationState {
  task: TaskRecord;
  reviewer: ReviewerRecord;
}

/** Checks that the reviewer may adjudicate the sample, and that its reviews are complete. */
function checkAdjudicator(
  { task, reviewer, reviewsOfSample, hiding, reviews }: Adjudicator,
  { sample }: CreateAdjudicationBody,
  now: number,
): void {
  if (reviewsOfSample === undefined) throw sampleNotInTask(sample, task.id);
  refuseHidden(hiding);
  const raters = new Set(reviews.map((review) => review.reviewer));
  if (raters.has(reviewer.id))
    throw reviewerNotQualified(reviewer.id, "has reviewed the sample with the rubric", "/sample");
  const reason = whyNoAdjudicator(reviewer, task, now);
  if (reason !== null) throw reviewerNotQualified(reviewer.id, reason, "/task");
  if (task.status === "cancelled") throw taskCancelled(task.id);
  const required = task.reviewsRequired;
  if (reviewsOfSample < required)
    throw reviewsMissing(sample, { task: task.id, reviews: reviewsOfSample, required });
  if (raters.size < 2) throw tooFewReviewers(sample, raters.size);
}

/** Returns the named reviews with their revisions; all reviews if none are named. */
function namedReviews(
  reviews: AdjudicationState["reviews"],
  { sample, basis: named }: CreateAdjudicationBody,
): AdjudicationRecord["basis"] {
  const revisions = new Map(reviews.map(({ id, revision }) => [id, revision]));
  const ids = named ?? [...revisions.keys()];
  const unknown = ids.flatMap((review, index) => (revisions.has(review) ? [] : [{ index, review }]));
  if (unknown.length > 0) throw reviewsNotOfSample(unknown, sample);
  return ids.map((review) => ({ review, revision: revisions.get(review) ?? 1 }));
}

/** Returns the grades of an adjudication. Dimensions that it does not repeat keep their earlier grade. */
export const mergedGrades = (
  present: Pick<AdjudicationRecord, "grades"> | undefined,
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> => ({ ...present?.grades, ...given });

/**
 * Requires that an adjudication exists.
 *
 * @throws {ApiError} 404 if it does not exist; 403 if the caller has yet to review its sample blind.
 */
export function requireAdjudication<A extends AdjudicationRecord>(
  adjudication: A | undefined,
  { id, hiding }: { id: string; hiding: readonly HidingTask[] },
): A {
  if (!adjudication) throw notFound("adjudication", id);
  refuseHidden(hiding);
  return adjudication;
}
