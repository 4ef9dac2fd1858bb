import type { AdjudicationRecord } from "@assay/contract/review/adjudication/adjudication-record";
import {
  decideAdjudication,
  requireAdjudication,
} from "@assay/contract/review/adjudication/adjudication-rules";
import { adjudicationToWire } from "@assay/contract/review/adjudication/adjudication-wire";
import type { CreateAdjudicationBody } from "@assay/contract/review/adjudication/adjudications";
import type { ReviewEvent } from "@assay/contract/review/review-events";
import { requireCallingReviewer } from "@assay/contract/review/reviewers/reviewer-rules";
import { findReached } from "@assay/contract/workspace/reached-rows";
import { queueEvent } from "../../platform/state/outbox.ts";
import { hidingTasks } from "../../workspace/blind-access.ts";
import type { ReviewCall, ReviewCaller, ReviewTables } from "../review-tables.ts";
import { releaseUnfit } from "../tasks/assignments.ts";
import { findTask, ownReviewer } from "../tasks/review-task-handlers.ts";
import { presentAdjudication } from "./rated-reviews.ts";

/** Converts an adjudication to its form in responses. */
export const adjudicationToWireFor =
  ({ workspace }: ReviewCaller) =>
  (record: AdjudicationRecord) =>
    adjudicationToWire(record, {
      adjudicatorName: workspace.reviewers.get(record.adjudicator)?.name ?? "",
      supersededBy: supersederOf(workspace, record)?.id ?? null,
    });

/** Returns the adjudication that supersedes another one. */
export const supersederOf = (
  { adjudications }: ReviewTables,
  { id }: AdjudicationRecord,
): AdjudicationRecord | undefined => [...adjudications.values()].find((later) => later.supersedes === id);

/** Returns an adjudication by its id. @throws {ApiError} for refusals by `requireAdjudication`. */
export function getAdjudication(caller: ReviewCaller, id: string): AdjudicationRecord {
  const found = findReached(caller, caller.workspace.adjudications, id);
  return requireAdjudication(found, { id, hiding: hidingTasks(caller, found?.sample) });
}

/** Stores an adjudication by the calling reviewer. @throws {ApiError} for refusals by `decideAdjudication`. */
export function adjudicate(call: ReviewCall, body: CreateAdjudicationBody): AdjudicationRecord {
  const { workspace } = call.caller;
  const { record, events } = decideAdjudication(adjudicatedState(call, body), body, call.rules);
  workspace.adjudications.set(record.id, record);
  const { adjudicator } = record;
  for (const task of workspace.reviewTasks.values()) {
    const contains = task.rubric === record.rubric && task.samples.includes(record.sample);
    if (contains && !task.excluded.includes(adjudicator))
      workspace.reviewTasks.set(task.id, { ...task, excluded: [...task.excluded, adjudicator] });
  }
  for (const event of events) queueEvent<ReviewEvent>(workspace, event);
  releaseUnfit(call, requireCallingReviewer(ownReviewer(call.caller)));
  return record;
}

/** Loads the state that the decision requires. */
function adjudicatedState({ caller }: ReviewCall, { task: named, sample }: CreateAdjudicationBody) {
  const { workspace } = caller;
  const task = findTask(caller, named);
  const ofSample = [...workspace.reviews.values()].filter((review) => review.sample === sample);
  const reviews = ofSample
    .filter(({ rubric }) => rubric === task?.rubric)
    .toSorted((one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1));
  return {
    task,
    reviewer: ownReviewer(caller),
    reviewsOfSample: task?.samples.includes(sample)
      ? reviews.filter((review) => review.task === task.id).length
      : undefined,
    hiding: hidingTasks(caller, sample),
    dimensions: workspace.rubrics.get(task?.rubric ?? "")?.dimensions ?? [],
    reviews,
    present: presentAdjudication(workspace, { sample, rubric: task?.rubric ?? "" }),
  };
}
