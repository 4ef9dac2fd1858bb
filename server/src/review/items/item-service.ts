import { sampleOfTaskNotFound } from "@assay/contract/review/review-refusals";
import {
  decideReveal,
  type ReadItem,
  type ReadTask,
  requireItemAccess,
} from "@assay/contract/review/items/item-rules";
import { type ItemContents, itemToWire } from "@assay/contract/review/items/item-wire";
import { parseId } from "@assay/contract/platform/ids";
import type { Knex } from "knex";
import { type EvaluationRow, findEvaluation } from "../../evaluation/evaluations/evaluation-queries.ts";
import { findModel } from "../../evaluation/models/model-queries.ts";
import { findSampleAt } from "../../evaluation/samples/sample-queries.ts";
import { uuidOf } from "../../platform/db/record-columns.ts";
import type { Tx } from "../../platform/db/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { Caller } from "../../platform/http/routing/handler.ts";
import { findHidingTasks, findMasks } from "../../workspace/access/blind-access.ts";
import { draftedIn, findDraft } from "../draft-queries.ts";
import { latestEvaluations } from "../reviews/override-queries.ts";
import { loadScores } from "../reviews/queue-service.ts";
import { findReviewAt, listReviewsOf } from "../reviews/review-queries.ts";
import { findRubric } from "../rubrics/rubric-queries.ts";
import { listSamples } from "../tasks/task-sample-queries.ts";
import { findOwnReviewer, getTask } from "../tasks/task-service.ts";
import { itemResults, modelOutput, storeReveal, submittedIn } from "./item-queries.ts";

/** Loads a task for a caller. @throws {ApiError} 404 if the caller cannot access it. */
export async function readTask(
  db: Knex,
  { now }: Pick<PlatformDeps, "now">,
  caller: Caller,
  id: string,
): Promise<ReadTask> {
  const { workspaceId, reviewerId, scopes } = caller;
  const task = await getTask(db, caller, id);
  const samples = (await listSamples(db, workspaceId, [task])).get(task.id) ?? [];
  const taskId = uuidOf("review_task", task.id);
  const key = { workspace_id: workspaceId, task_id: taskId };
  return {
    task: { ...task, samples },
    reader: { reviewer: await findOwnReviewer(db, caller), scopes },
    submitted: reviewerId === null ? new Map() : await submittedIn(db, { workspaceId, taskId, reviewerId }),
    drafted:
      reviewerId === null ? new Set() : await draftedIn(db, { ...key, reviewer_id: reviewerId }, now()),
  };
}

/** Loads a sample of a task for a caller. @throws {ApiError} the refusals of `requireItemAccess`. */
export async function readItem(
  db: Knex,
  deps: Pick<PlatformDeps, "now">,
  caller: Caller,
  { id, sample }: { id: string; sample: string },
): Promise<ReadItem> {
  const read = await readTask(db, deps, caller, id);
  requireItemAccess(read, sample);
  const sampleId = uuidOf("sample", sample);
  const key = {
    workspace_id: caller.workspaceId,
    task_id: uuidOf("review_task", read.task.id),
    sample_id: sampleId,
  };
  const ownKey = caller.reviewerId === null ? undefined : { ...key, reviewer_id: caller.reviewerId };
  return {
    ...read,
    sample,
    own: ownKey && (await findReviewAt(db, ownKey)),
    draft: ownKey && (await findDraft(db, ownKey, deps.now())),
    hidden: (await findMasks(db, caller, [sampleId])).get(sampleId),
  };
}

/** Returns an item in its form in responses. */
export async function showItem(db: Knex, deps: Pick<PlatformDeps, "now">, caller: Caller, item: ReadItem) {
  const contents = await itemContents(db, caller.workspaceId, item);
  return itemToWire(item, contents, deps.now().getTime());
}

/** Reveals a blind item to the calling reviewer. @throws {ApiError} the refusals of `decideReveal`. */
export async function revealItem(
  tx: Tx,
  deps: Pick<PlatformDeps, "now">,
  caller: Caller,
  item: ReadItem,
): Promise<ReadItem> {
  const at = deps.now().getTime();
  const hiding = await findHidingTasks(tx, caller, [uuidOf("sample", item.sample)]);
  const revealed = decideReveal(item, { hiding, now: at });
  if (!revealed) return item;
  await storeReveal(tx, { workspaceId: caller.workspaceId, id: uuidOf("review", revealed.id), at });
  // Of two requests at the same time, the first one counts.
  return readItem(tx, deps, caller, { id: item.task.id, sample: item.sample });
}

async function itemContents(
  db: Knex,
  workspaceId: string,
  { task, sample }: ReadItem,
): Promise<ItemContents> {
  const reach = { workspaceId, projects: null };
  const key = { workspaceId, taskId: uuidOf("review_task", task.id), sampleId: uuidOf("sample", sample) };
  const { sampleId } = key;
  const evaluationId =
    task.evaluation === null
      ? (await latestEvaluations(db, workspaceId, [sampleId])).get(sampleId)
      : parseId("evaluation", task.evaluation);
  const evaluation = evaluationId === undefined ? undefined : await findEvaluation(db, reach, evaluationId);
  const results = evaluation ? await itemResults(db, evaluation, sampleId) : [];
  const [read] = results;
  const version = { workspaceId, id: sampleId, version: read?.sample_version };
  const stored = await findSampleAt(db, version);
  const rubric = await findRubric(db, reach, uuidOf("rubric", task.rubric));
  // The samples of a deleted dataset no longer exist.
  if (!stored || !rubric) throw sampleOfTaskNotFound(sample, task.id);
  const row = { evaluation_id: evaluationId ?? null, sample_id: sampleId };
  const ofModel = hasModel(evaluation) ? evaluation : undefined;
  return {
    sample: stored,
    answer: ofModel
      ? await modelOutput(db, ofModel, sampleId, read)
      : { output: stored.output, origin: "sample" },
    model: ofModel && (await findModel(db, workspaceId, ofModel.model_id)),
    rubric,
    scored: (await loadScores(db, workspaceId, [row]))(row),
    results: evaluation?.status === "completed" ? results : [],
    reviews: await listReviewsOf(db, key),
  };
}

const hasModel = (
  evaluation: EvaluationRow | undefined,
): evaluation is EvaluationRow & { model_id: string } =>
  evaluation !== undefined && evaluation.model_id !== null;
