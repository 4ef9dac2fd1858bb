import type { ReviewEvent } from "@assay/contract/review/review-events";
import { combinedPlace, evaluatorKeys } from "@assay/contract/domain";
import { effectiveCombined, effectiveOutcome } from "../../evaluation/evaluations/evaluation-run.ts";
import { automatedScore, judgedOf, placeOf, presentRevision } from "./overrides.ts";
import type { Assigning } from "../tasks/task-events.ts";
import { queueEvent } from "../../platform/state/outbox.ts";
import type { EvaluationRow } from "../../evaluation/evaluation-rows.ts";
import type { ReviewContents, ReviewRow } from "../review-tables.ts";

/** Tells that a review was submitted, or the next revision of it. */
export function tellSubmitted(call: Assigning, review: ReviewRow): void {
  const { id, task, project, sample, reviewer } = review;
  const { revision, submittedAt: at } = presentRevision(review);
  const data = { review: id, task, project, sample, reviewer, revision };
  queueEvent<ReviewEvent>(call.caller.workspace, { event: "review.submitted", at, data });
}

/** Tells what a revision has overridden, and what the one before no longer does. */
export function tellOverridden(
  call: Assigning,
  { row, review, before }: { row: EvaluationRow; review: ReviewRow; before: ReviewContents | undefined },
): void {
  const now = presentRevision(review);
  const place = placeOf(row, now.evaluator);
  const tell = (at: number, withdrawn: boolean): void => {
    const data = {
      project: review.project,
      ...scoreAt(row, review.sample, at),
      review: review.id,
      withdrawn,
    };
    queueEvent<ReviewEvent>(call.caller.workspace, { event: "score.overridden", at: now.submittedAt, data });
  };
  if (before && before.overrideValue !== null) {
    const placeBefore = placeOf(row, before.evaluator);
    if (now.overrideValue === null || placeBefore !== place) tell(placeBefore, true);
  }
  if (now.overrideValue !== null) tell(place, false);
}

/** What counts of a sample at a place, beside what was given automatically. */
function scoreAt(row: EvaluationRow, sample: string, place: number) {
  const judged = judgedOf(row, sample);
  const outcome = judged && effectiveOutcome(row, judged, place);
  const ofEvaluator = outcome?.status === "scored" ? outcome.score : null;
  const isCombined = place === combinedPlace;
  return {
    evaluation: row.id,
    sample,
    evaluator: isCombined ? null : (evaluatorKeys(row.evaluators).keys?.[place] ?? null),
    value: isCombined ? (judged ? effectiveCombined(row, judged).weighted : null) : ofEvaluator,
    original_value: automatedScore(row, sample, place),
  };
}
