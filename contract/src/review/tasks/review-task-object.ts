import * as z from "zod";
import { assignment } from "../../evaluation/routing/assignment-input.ts";
import { idOf, metadata, nameText, timestamp } from "../../platform/common.ts";
import { taskPriority } from "../../evaluation/routing/task-priority.ts";
import { credential } from "../../evaluation/routing/credentials.ts";
import { exampleIds, exampleInstant } from "../../platform/example-values.ts";
import { limits } from "../../platform/limits.ts";

/** The states of a review task. */
const taskStatuses = ["pending", "assigned", "in_progress", "completed", "cancelled"] as const;

export const taskStatus = z.enum(taskStatuses).meta({
  id: "ReviewTaskStatus",
  description:
    "`pending`: nobody holds it; `assigned`: somebody does; `in_progress`: a first review is in; `completed`: each sample has its reviews.",
  examples: ["assigned"],
});

const exampleAssignee = {
  id: exampleIds.reviewer,
  name: "Dr Ada Moreau",
  credentials: ["MD" as const],
  specialty: "emergency_medicine",
};

const assignee = z
  .object({
    id: idOf("reviewer"),
    name: nameText("Name of the reviewer."),
    credentials: z.array(credential).max(4).meta({ description: "Credentials held." }),
    specialty: nameText("The specialty.").nullable(),
  })
  .meta({ id: "Assignee", description: "A reviewer who holds a task.", examples: [exampleAssignee] });

const exampleSlot = { reviewer: exampleAssignee, status: "assigned" as const, claimed_at: null };

const slot = z
  .object({
    reviewer: assignee,
    status: z.enum(["assigned", "claimed", "in_progress", "completed"]).meta({
      id: "SlotStatus",
      description:
        "`assigned`: not taken up yet; `claimed`: taken up; `in_progress`: some samples reviewed; `completed`: all of them.",
      examples: ["assigned"],
    }),
    claimed_at: timestamp("When the reviewer claimed it; null: not yet.").nullable(),
  })
  .meta({ id: "TaskAssignment", description: "One reviewer's hold of a task.", examples: [exampleSlot] });

/** The example of a task. */
export const exampleTask = {
  id: exampleIds.task,
  object: "review_task" as const,
  project: exampleIds.project,
  samples: [exampleIds.sample],
  sample_count: 1,
  rubric: exampleIds.rubric,
  evaluation: exampleIds.evaluation,
  evaluator: null,
  status: "assigned" as const,
  priority: "high" as const,
  assignment: {
    mode: "auto" as const,
    reviewer_id: null,
    required_credentials: ["MD" as const],
    specialty: null,
  },
  reviews_required: 1,
  blind: false,
  assignee: exampleAssignee,
  assignments: [exampleSlot],
  unassigned_reason: null,
  progress: { completed: 0, total: 1 },
  due_at: "2026-03-04T09:30:00.000Z",
  metadata: {},
  created_at: exampleInstant,
  completed_at: null,
  cancelled_at: null,
};

const exampleProgress = { completed: 0, total: 1 };

/** A review task, as in responses. */
export const reviewTask = z
  .object({
    id: idOf("review_task"),
    object: z.literal("review_task").meta({ description: "Always `review_task`." }),
    project: idOf("project"),
    samples: z
      .array(idOf("sample"))
      .max(limits.samplesPerTask)
      .meta({ description: "What is to be reviewed, in the order it was sent." }),
    sample_count: z.int().min(1).meta({ description: "Number of samples." }),
    rubric: idOf("rubric"),
    evaluation: idOf("evaluation").nullable().meta({
      description: "Whose automated scores reviews override; null: the latest that scored the sample.",
    }),
    evaluator: nameText(
      "Evaluator whose score reviews override; null: the sample's combined score.",
    ).nullable(),
    status: taskStatus,
    priority: taskPriority,
    assignment,
    reviews_required: z
      .int()
      .min(1)
      .max(limits.reviewsRequired)
      .meta({ description: "Reviews that each sample needs, of as many reviewers." }),
    blind: z.boolean().meta({
      description:
        "Whether who holds it sees no automated score, reason, expectation or other's review of a sample before reviewing it.",
    }),
    assignee: assignee.nullable().meta({ description: "The first who holds it; null: nobody does." }),
    assignments: z
      .array(slot)
      .max(limits.reviewsRequired)
      .meta({ description: "Who holds it, the first first." }),
    unassigned_reason: z.enum(["no_matching_reviewer"]).nullable().meta({
      description:
        "Why a place is open although the mode is `auto` or `manual`: nobody fits now; it is assigned as soon as somebody does.",
    }),
    progress: z
      .object({
        completed: z.int().min(0).meta({ description: "Samples that have their reviews." }),
        total: z.int().min(1).meta({ description: "Samples in all." }),
      })
      .meta({
        id: "ReviewTaskProgress",
        description: "How far it is, in samples.",
        examples: [exampleProgress],
      }),
    due_at: timestamp("When it should be done; null: no such time.").nullable(),
    metadata,
    created_at: timestamp("When it was created."),
    completed_at: timestamp("When it completed; null: it did not.").nullable(),
    cancelled_at: timestamp("When it was cancelled; null: it was not.").nullable(),
  })
  .meta({
    id: "ReviewTask",
    description: "Samples for people to review by a rubric.",
    examples: [exampleTask],
  });
