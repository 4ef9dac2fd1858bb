import {
  type AdjudicationState,
  decideAdjudication,
  requireAdjudication,
} from "@assay/contract/review/adjudication/adjudication-rules";
import type { CreateAdjudicationBody } from "@assay/contract/review/adjudication/adjudications";
import { requireRubric, type RubricRecord } from "@assay/contract/review/rubrics/rubric-rules";
import type { TaskRecord } from "@assay/contract/review/tasks/task-record";
import { requireCallingReviewer } from "@assay/contract/review/reviewers/reviewer-rules";
import { referenceNotFound } from "@assay/contract/platform/refusals";
import type { Knex } from "knex";
import { uuidOf } from "../../platform/db/record-columns.ts";
import type { Tx } from "../../platform/db/transaction.ts";
import { idOrNone } from "../../platform/http/request/id-filter.ts";
import type { Caller } from "../../platform/http/routing/handler.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { ruleContext } from "../../platform/rule-context.ts";
import { findHidingTasks } from "../../workspace/access/blind-access.ts";
import { findRubric, lockRubric } from "../rubrics/rubric-queries.ts";
import { lockAssignments, releaseUnfit } from "../tasks/assignment/assignment-service.ts";
import { insertExclusions } from "../tasks/adjudicator-queries.ts";
import { insertReviewEvents } from "../tasks/store-tasks.ts";
import { findTask } from "../tasks/task-queries.ts";
import { countReviewsOfSample } from "../tasks/task-sample-queries.ts";
import { callingReviewer, findOwnReviewer } from "../tasks/task-service.ts";
import {
  findAdjudication,
  insertAdjudication,
  presentAdjudications,
  type ShownAdjudication,
} from "./adjudication-queries.ts";
import { listReviewsOf, storeRatedDimensions } from "./rated-dimension-queries.ts";

/** Returns an adjudication by its public id. @throws {ApiError} the refusals of `requireAdjudication`. */
export async function getAdjudication(db: Knex, caller: Caller, id: string): Promise<ShownAdjudication> {
  const found = await findAdjudication(db, caller, idOrNone("adjudication", id));
  const hiding = found ? await findHidingTasks(db, caller, [uuidOf("sample", found.sample)]) : [];
  return requireAdjudication(found, { id, hiding });
}

/**
 * Stores an adjudication by the calling reviewer, who loses unfinished tasks that contain the sample. Locks the rubric
 * before assignments, as a submission does, so that neither overlooks the other.
 *
 * @returns the id of the adjudication.
 * @throws {ApiError} the refusals of `decideAdjudication`.
 */
export async function adjudicate(
  tx: Tx,
  deps: PlatformDeps,
  { caller, body }: { caller: Caller; body: CreateAdjudicationBody },
): Promise<string> {
  const { workspaceId } = caller;
  await callingReviewer(tx, caller);
  const before = await findTask(tx, caller, idOrNone("review_task", body.task));
  if (!before) throw referenceNotFound("review_task", body.task, "/task");
  const rubricId = uuidOf("rubric", before.rubric);
  await lockRubric(tx, workspaceId, rubricId);
  await lockAssignments(tx, workspaceId);
  const rubric = requireRubric(await findRubric(tx, caller, rubricId), before.rubric);
  const sampleId = idOrNone("sample", body.sample);
  const state = await loadState(tx, caller, { task: before, rubric, sampleId });
  const reviewer = requireCallingReviewer(state.reviewer);
  const { record, events } = decideAdjudication(state, body, ruleContext(deps, caller));
  await insertAdjudication(tx, workspaceId, record);
  await storeRatedDimensions(tx, deps, { workspaceId, rubric, sampleIds: [sampleId] });
  const reviewerId = uuidOf("reviewer", reviewer.id);
  await insertExclusions(tx, { workspaceId, rubricId, sampleId, reviewerId });
  await insertReviewEvents(tx, deps, { workspaceId, events });
  await releaseUnfit(tx, deps, { workspaceId, reviewer });
  return record.id;
}

async function loadState(
  tx: Tx,
  caller: Caller,
  { task, rubric, sampleId }: { task: TaskRecord; rubric: RubricRecord; sampleId: string },
): Promise<AdjudicationState> {
  const { workspaceId } = caller;
  const taskId = uuidOf("review_task", task.id);
  const rubricId = uuidOf("rubric", rubric.id);
  const [present] = await presentAdjudications(tx, {
    workspaceId,
    rubricIds: [rubricId],
    sampleIds: [sampleId],
  });
  return {
    // Read under the lock, because a concurrent transaction may have changed the task and the reviewer.
    task: await findTask(tx, caller, taskId),
    reviewer: await findOwnReviewer(tx, caller),
    reviewsOfSample: await countReviewsOfSample(tx, { workspaceId, taskId, sampleId }),
    hiding: await findHidingTasks(tx, caller, [sampleId]),
    dimensions: rubric.dimensions,
    reviews: await listReviewsOf(tx, { workspaceId, rubricId, sampleId }),
    present,
  };
}
