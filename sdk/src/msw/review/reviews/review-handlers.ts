import { blindPending } from "@assay/contract/review/reviews/review-refusals";
import { notFound } from "@assay/contract/platform/refusals";
import { isOverrideInConflict } from "@assay/contract/domain";
import { blindSamples } from "../../workspace/blind-review.ts";
import { overridesOf, presentRevision } from "./overrides.ts";
import { instant, newestFirst, pageOf } from "../../platform/http/paging.ts";
import { reaches } from "../../workspace/reach.ts";
import { measureReliability } from "./reliability.ts";
import { reviewerQueue } from "./reviewer-queue.ts";
import { submitReview } from "./submit-review.ts";
import { callingReviewer } from "../tasks/review-task-handlers.ts";
import type {
  ReviewCall,
  ReviewCaller,
  ReviewContents,
  ReviewHandlers,
  ReviewRow,
} from "../review-tables.ts";

/** What the contract says of grades was checked when they were submitted. */
type WireGrades = Record<string, { [key: string]: unknown; value: WireValue }>;
type WireValue = string | number | boolean | (string | number)[] | null;

const contentsToWire = (contents: ReviewContents) => ({
  // Checked against the rubric before they were stored.
  grades: contents.grades as WireGrades,
  override_ai_score: contents.overrideValue !== null,
  override_value: contents.overrideValue,
  evaluator: contents.evaluator,
  notes: contents.notes,
  flags: [...contents.flags],
  submitted_at: instant(contents.submittedAt),
});

const toWire =
  ({ workspace }: ReviewCaller) =>
  (row: ReviewRow) => {
    const contents = presentRevision(row);
    return {
      id: row.id,
      object: "review" as const,
      project: row.project,
      task: row.task,
      sample: row.sample,
      rubric: row.rubric,
      evaluation: row.evaluation,
      reviewer: {
        id: row.reviewer,
        name: workspace.reviewers.get(row.reviewer)?.name ?? "",
        credentials: [...row.credentials],
      },
      ...contentsToWire(contents),
      original_ai_score: row.originalAiScore,
      override_conflict: isOverrideInConflict(overridesOf(workspace, row), row.id),
      revision: contents.revision,
      first_submitted_at: instant(row.createdAt),
    };
  };

/** A review. @throws {ApiError} 404; 403 while the caller has to review its sample blind. */
function getReview(caller: ReviewCaller, id: string): ReviewRow {
  const row = caller.workspace.reviews.get(id);
  if (!row || !reaches(caller, row.project)) throw notFound("review", id);
  if (blindSamples(caller).has(row.sample)) throw blindPending();
  return row;
}

/** What a reviewer is told of what they submitted; the score only when they review the sample nowhere else blind. */
function submittedToWire({ caller }: ReviewCall, row: ReviewRow) {
  const isBlind = blindSamples(caller).has(row.sample);
  return { ...toWire(caller)(row), ...(isBlind && { original_ai_score: null, override_conflict: false }) };
}

const latestRevisionFirst = {
  keyOf: ({ revision }: ReviewContents) => [revision],
  descending: true,
};

/** The routes of reviews. */
export const reviewHandlers: ReviewHandlers<"reviews"> = {
  submit: ({ params, body }, call) =>
    call.commit(() => ({ status: 201, body: submittedToWire(call, submitReview(call, params.id, body)) })),
  list: ({ query }, { caller }) => {
    const { project, task, sample, reviewer, has_override: hasOverride, flags } = query;
    const blind = blindSamples(caller);
    const rows = [...caller.workspace.reviews.values()].filter((row) => {
      const contents = presentRevision(row);
      return (
        reaches(caller, row.project) &&
        !blind.has(row.sample) &&
        (project === undefined || row.project === project) &&
        (task === undefined || row.task === task) &&
        (sample === undefined || row.sample === sample) &&
        (reviewer === undefined || row.reviewer === reviewer) &&
        (hasOverride === undefined || (contents.overrideValue !== null) === hasOverride) &&
        (flags === undefined || flags.some((flag) => contents.flags.includes(flag)))
      );
    });
    const filter = { project, task, sample, reviewer, has_override: hasOverride, flags };
    const shape = { toWire: toWire(caller), ...newestFirst };
    return { status: 200, body: pageOf(rows, query, { list: "reviews", filter, ...shape }) };
  },
  queue: ({ query }, call) => ({
    status: 200,
    body: reviewerQueue(call, callingReviewer(call.caller), query),
  }),
  reliability: ({ body }, call) => call.commit(() => ({ status: 200, body: measureReliability(call, body) })),
  get: ({ params }, { caller }) => ({ status: 200, body: toWire(caller)(getReview(caller, params.id)) }),
  revisions: ({ params, query }, { caller }) => {
    const review = getReview(caller, params.id);
    const toRevision = (contents: ReviewContents) => ({
      object: "review_revision" as const,
      review: review.id,
      revision: contents.revision,
      ...contentsToWire(contents),
    });
    const list = { list: "review_revisions", filter: { review: review.id }, toWire: toRevision };
    return { status: 200, body: pageOf(review.revisions, query, { ...list, ...latestRevisionFirst }) };
  },
};
