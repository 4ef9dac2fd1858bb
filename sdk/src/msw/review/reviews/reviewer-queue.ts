import type { ReviewerRecord } from "@assay/contract/review/reviewers/reviewer-rules";
import { taskPriorities } from "@assay/contract/evaluation/routing/task-priority";
import { combinedPlace, isOpen } from "@assay/contract/domain";
import { holdOf } from "../tasks/assignment.ts";
import { blindSamples } from "../../workspace/blind-review.ts";
import { viewOf } from "../../evaluation/evaluations/evaluation-run.ts";
import { automatedScore, judgedOf, latestEvaluation, placeOf } from "./overrides.ts";
import { instantOrNull } from "../../platform/http/paging.ts";
import { reaches } from "../../workspace/reach.ts";
import { present } from "../../evaluation/samples/versions.ts";
import type { ReviewCall, TaskRow } from "../review-tables.ts";
import type { EvaluationRow } from "../../evaluation/evaluation-rows.ts";

/** Which of a queue, and how much. */
interface QueueQuery {
  project?: string | undefined;
  priority?: TaskRow["priority"] | undefined;
  limit: number;
}

/** A sample that waits for the reviewer. */
interface Waiting {
  task: TaskRow;
  sample: string;
}

function waitingFor(
  { caller }: ReviewCall,
  reviewer: ReviewerRecord,
  { project, priority }: QueueQuery,
): Waiting[] {
  const { reviewTasks, reviews } = caller.workspace;
  const done = new Set(
    [...reviews.values()]
      .filter((review) => review.reviewer === reviewer.id)
      .map(({ task, sample }) => `${task} ${sample}`),
  );
  return [...reviewTasks.values()]
    .filter(
      (task) =>
        isOpen(task.status) &&
        holdOf(task, reviewer.id) !== undefined &&
        reaches(caller, task.project) &&
        (project === undefined || task.project === project) &&
        (priority === undefined || task.priority === priority),
    )
    .flatMap((task) => task.samples.map((sample) => ({ task, sample })))
    .filter(({ task, sample }) => !done.has(`${task.id} ${sample}`));
}

/** By priority, overdue ones first, by due date, by age; samples stay in their task's order. */
function inOrder(waiting: readonly Waiting[], now: number): Waiting[] {
  const keyOf = ({ task }: Waiting): number[] => [
    taskPriorities.indexOf(task.priority),
    task.dueAt !== null && task.dueAt < now ? 0 : 1,
    task.dueAt ?? Infinity,
    task.createdAt,
  ];
  return waiting
    .map((item) => ({ item, key: keyOf(item) }))
    .toSorted((a, b) => {
      const place = a.key.findIndex((part, index) => part !== b.key[index]);
      if (place !== -1) return (a.key[place] ?? 0) < (b.key[place] ?? 0) ? -1 : 1;
      return a.item.task.id === b.item.task.id ? 0 : a.item.task.id < b.item.task.id ? -1 : 1;
    })
    .map(({ item }) => item);
}

/** What is known of a sample that waits: of the task's evaluation, else of the latest that scored it. */
function contextOf(call: ReviewCall, { task, sample }: Waiting) {
  const { workspace } = call.caller;
  const evaluation =
    task.evaluation === null
      ? latestEvaluation(workspace, sample, call)
      : workspace.evaluations.get(task.evaluation);
  if (!evaluation) return { evaluation: null, ai_score: null, flag_reason: null, expected: null };
  return { evaluation: evaluation.id, ...judgementOf(call, evaluation, { task, sample }) };
}

function judgementOf(call: ReviewCall, evaluation: EvaluationRow, { task, sample }: Waiting) {
  const isCompleted = viewOf(evaluation, call).status === "completed";
  const judged = isCompleted ? judgedOf(evaluation, sample) : undefined;
  if (!judged) return { ai_score: null, flag_reason: null, expected: presentExpectation(call, sample) };
  const place = placeOf(evaluation, task.evaluator);
  const isUnknown = task.evaluator !== null && place === combinedPlace;
  if (isUnknown) return { ai_score: null, flag_reason: null, expected: judged.sample.expected };
  const outcomes = judged.outcomes.filter((_, index) => task.evaluator === null || index === place);
  const flagged = outcomes.find((outcome) => outcome.status === "scored" && outcome.flagged);
  return {
    ai_score: automatedScore(evaluation, sample, place),
    flag_reason: flagged?.status === "scored" ? (flagged.flag_reason ?? "flagged") : null,
    expected: judged.sample.expected,
  };
}

function presentExpectation({ caller }: ReviewCall, sample: string): unknown {
  for (const { samples } of caller.workspace.datasets.values()) {
    const row = present(samples.get(sample));
    if (row) return row.expected;
  }
  return null;
}

/** What waits for a reviewer, of what they review blind without what would tell the score. */
export function reviewerQueue(call: ReviewCall, reviewer: ReviewerRecord, query: QueueQuery) {
  const waiting = inOrder(waitingFor(call, reviewer, query), call.clock.now());
  const blind = blindSamples(call.caller);
  const items = waiting.slice(0, query.limit).map(({ task, sample }) => {
    const context = contextOf(call, { task, sample });
    const hidden = blind.has(sample) && { ai_score: null, flag_reason: null, expected: null };
    return {
      task_id: task.id,
      sample_id: sample,
      priority: task.priority,
      rubric: task.rubric,
      due_at: instantOrNull(task.dueAt),
      context: { ...context, ...hidden },
    };
  });
  return {
    object: "reviewer_queue" as const,
    reviewer: reviewer.id,
    total_pending: waiting.length,
    items,
  };
}
