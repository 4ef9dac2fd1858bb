import { requireCallingReviewer } from "@assay/contract/review/reviewers/reviewer-rules";
import {
  decideReview,
  evaluationOfReview,
  type SubmitCommand,
} from "@assay/contract/review/reviews/review-rules";
import { scoredSample } from "@assay/contract/review/reviews/scores/evaluated-scores";
import { requireTask } from "@assay/contract/review/tasks/review-task-rules";
import { evaluationRecord } from "../../evaluation/evaluations/evaluation-run.ts";
import { detectCrossingsAfterOverride } from "../../evaluation/thresholds/detect-threshold-crossings.ts";
import { adjudicatorsOf } from "../tasks/adjudicators.ts";
import { draftKey, ownDraft } from "../draft-table.ts";
import type { ReviewCall, ReviewRow } from "../review-tables.ts";
import { applyTaskDecision, taskContext } from "../tasks/assignments.ts";
import { findTask, ownReviewer } from "../tasks/review-task-handlers.ts";
import { applyOverride, findScored } from "./overrides.ts";

/** Stores the calling reviewer's review of a sample. @throws {ApiError} for refusals by `decideReview`. */
export function submitReview(call: ReviewCall, command: SubmitCommand): ReviewRow {
  const { workspace } = call.caller;
  const { state, evaluation } = loadSubmission(call, command);
  const { existing } = state;
  const decision = decideReview(state, command, { ...taskContext(call), newId: call.newId });
  const { record, target } = decision;
  const row: ReviewRow = {
    ...record,
    revisions: [...(existing?.revisions ?? []), record],
    ordinal: 1 + Math.max(0, ...[...workspace.reviews.values()].map(({ ordinal }) => ordinal)),
  };
  workspace.reviews.set(row.id, row);
  workspace.reviewDrafts.delete(draftKey(row));
  applyTaskDecision(call, decision);
  const change = { review: row, before: existing, position: target.position };
  if (evaluation && applyOverride(workspace, evaluation, change))
    detectCrossingsAfterOverride(workspace, evaluation, call.clock.now());
  return row;
}

/** Loads the state that the decision requires, and the evaluation whose scores the review may override. */
function loadSubmission(call: ReviewCall, command: SubmitCommand) {
  const { caller } = call;
  const { workspace } = caller;
  const { sample } = command.body;
  const task = requireTask(findTask(caller, command.taskId), command.taskId);
  const reviewer = requireCallingReviewer(ownReviewer(caller));
  const ofTask = [...workspace.reviews.values()].filter((one) => one.task === task.id);
  const own = ofTask.filter((one) => one.reviewer === reviewer.id);
  const existing = own.find((one) => one.sample === sample);
  const evaluation = findScored(call, workspace, { id: evaluationOfReview(task, existing), sample });
  const state = {
    task,
    reviewer,
    isSampleOfTask: task.samples.includes(sample),
    dimensions: workspace.rubrics.get(task.rubric)?.dimensions ?? [],
    existing,
    draft: ownDraft(caller, { task: task.id, sample }, call.clock.now()),
    hasAdjudicated: adjudicatorsOf(workspace, { sample, rubric: task.rubric }).includes(reviewer.id),
    reviewsOfSample: ofTask.filter((one) => one.sample === sample).length,
    lastSubmittedAt: own.length === 0 ? null : Math.max(...own.map(({ submittedAt }) => submittedAt)),
    scored: evaluation && scoredSample(evaluationRecord(evaluation, call), sample),
  };
  return { state, evaluation };
}
