// The payloads of webhook events for review tasks, reviews and overrides.
import * as z from "zod";
import { idOf, nameText, timestamp } from "../platform/common.ts";
import { type EventsOf, orNull } from "../platform/event-types.ts";
import { exampleIds } from "../platform/example-values.ts";
import { adjudication } from "./adjudication/adjudication-object.ts";
import { taskPriority } from "../evaluation/routing/task-priority.ts";

const points = (description: string) => z.number().min(0).max(100).nullable().meta({ description });

const task = { task: idOf("review_task"), project: idOf("project") };
const exampleTask = { task: exampleIds.task, project: exampleIds.project };
const dueAt = orNull(timestamp("Due time of the task; null if it has none."));
const exampleDue = "2026-03-04T09:30:00.000Z";

const taskAssigned = z
  .strictObject({ ...task, reviewer: idOf("reviewer"), priority: taskPriority, due_at: dueAt })
  .meta({
    id: "ReviewTaskAssignedData",
    description: "A reviewer who was assigned to a task or claimed it.",
    examples: [
      { ...exampleTask, reviewer: exampleIds.reviewer, priority: "high" as const, due_at: exampleDue },
    ],
  });

const unassignedReason = z
  .enum(["released", "lapsed", "unavailable", "not_qualified", "reassigned", "no_matching_reviewer"])
  .meta({
    description:
      "`released`: the reviewer released the task. `lapsed`: the claim expired. `unavailable`, `not_qualified`: the reviewer became unavailable or no longer qualifies. `reassigned`: the slot was given to a different reviewer. `no_matching_reviewer`: no qualified reviewer exists.",
  });

const taskUnassigned = z
  .strictObject({
    ...task,
    reviewer: idOf("reviewer").nullable().meta({ description: "The reviewer; null if the task had none." }),
    reason: unassignedReason,
  })
  .meta({
    id: "ReviewTaskUnassignedData",
    description:
      "A reviewer who is no longer assigned to a task, or a task for which no qualified reviewer exists.",
    examples: [{ ...exampleTask, reviewer: exampleIds.reviewer, reason: "released" as const }],
  });

const taskCompleted = z.strictObject(task).meta({
  id: "ReviewTaskCompletedData",
  description: "A task in which each sample has all required reviews.",
  examples: [exampleTask],
});

const taskOverdue = z.strictObject({ ...task, priority: taskPriority, due_at: dueAt }).meta({
  id: "ReviewTaskOverdueData",
  description: "A task that was not completed by its due time.",
  examples: [{ ...exampleTask, priority: "high" as const, due_at: exampleDue }],
});

const reviewSubmitted = z
  .strictObject({
    review: idOf("review"),
    ...task,
    sample: idOf("sample"),
    reviewer: idOf("reviewer"),
    revision: z.int().min(1).meta({ description: "The revision of the review, starting at 1." }),
  })
  .meta({
    id: "ReviewSubmittedData",
    description: "A submitted review, or a new revision of a review.",
    examples: [
      {
        review: exampleIds.review,
        ...exampleTask,
        sample: exampleIds.sample,
        reviewer: exampleIds.reviewer,
        revision: 1,
      },
    ],
  });

const scoreOverridden = z
  .strictObject({
    project: idOf("project"),
    evaluation: idOf("evaluation"),
    sample: idOf("sample"),
    evaluator: orNull(nameText("Key of the evaluator; null for the sample's combined score.")),
    value: points("The effective score (0 to 100); null if there is none."),
    original_value: points("The automated score (0 to 100); null if there is none."),
    review: idOf("review"),
    withdrawn: z.boolean().meta({ description: "Whether the review no longer overrides this score." }),
  })
  .meta({
    id: "ScoreOverriddenData",
    description: "A score that a reviewer overrode, or whose override was withdrawn.",
    examples: [
      {
        project: exampleIds.project,
        evaluation: exampleIds.evaluation,
        sample: exampleIds.sample,
        evaluator: "triage_accuracy",
        value: 90,
        original_value: 100 / 3,
        review: exampleIds.review,
        withdrawn: false,
      },
    ],
  });

/** The payload for each event kind in this module. */
export const reviewEvents = {
  "review_task.assigned": taskAssigned,
  "review_task.unassigned": taskUnassigned,
  "review_task.completed": taskCompleted,
  "review_task.overdue": taskOverdue,
  "review.submitted": reviewSubmitted,
  "review.adjudicated": adjudication,
  "score.overridden": scoreOverridden,
};

/** An event about a review task, a review or an override. */
export type ReviewEvent = EventsOf<typeof reviewEvents>;

/** Why a reviewer is no longer assigned to a task, or why no reviewer is assigned. */
export type UnassignedReason = z.output<typeof unassignedReason>;
