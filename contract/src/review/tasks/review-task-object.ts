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
    "`pending`: no reviewer; `assigned`: at least one reviewer; `in_progress`: at least one review; `completed`: each sample has its reviews.",
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
    credentials: z.array(credential).max(4).meta({ description: "Credentials of the reviewer." }),
    specialty: nameText("The specialty.").nullable(),
  })
  .meta({ id: "Assignee", description: "A reviewer of a task.", examples: [exampleAssignee] });

const exampleSlot = { reviewer: exampleAssignee, status: "assigned" as const, claimed_at: null };

const slot = z
  .object({
    reviewer: assignee,
    status: z.enum(["assigned", "claimed", "in_progress", "completed"]).meta({
      id: "SlotStatus",
      description:
        "`assigned`: not claimed yet; `claimed`: no review yet; `in_progress`: some samples reviewed; `completed`: all of them.",
      examples: ["assigned"],
    }),
    claimed_at: timestamp("Claim time; null: not claimed.").nullable(),
  })
  .meta({
    id: "TaskAssignment",
    description: "One reviewer's assignment to a task.",
    examples: [exampleSlot],
  });

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
      .meta({ description: "The samples to review, in the order of the request." }),
    sample_count: z.int().min(1).meta({ description: "Number of samples." }),
    rubric: idOf("rubric"),
    evaluation: idOf("evaluation").nullable().meta({
      description:
        "Evaluation whose automated scores reviews override; null: the latest that scored the sample.",
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
      .meta({ description: "Required reviews per sample, each by a different reviewer." }),
    blind: z.boolean().meta({
      description:
        "Whether reviewers see automated scores, reasons, expected answers and other reviews of a sample only after their own review.",
    }),
    assignee: assignee.nullable().meta({ description: "The first assigned reviewer; null: none." }),
    assignments: z
      .array(slot)
      .max(limits.reviewsRequired)
      .meta({ description: "The assigned reviewers, the first first." }),
    unassigned_reason: z.enum(["no_matching_reviewer"]).nullable().meta({
      description:
        "Why a slot is open in mode `auto` or `manual`: no reviewer qualifies now; the slot is assigned as soon as one does.",
    }),
    progress: z
      .object({
        completed: z.int().min(0).meta({ description: "Number of samples with all their reviews." }),
        total: z.int().min(1).meta({ description: "Number of samples." }),
      })
      .meta({
        id: "ReviewTaskProgress",
        description: "The progress of the task, in samples.",
        examples: [exampleProgress],
      }),
    due_at: timestamp("Due time; null: none.").nullable(),
    metadata,
    created_at: timestamp("Creation time."),
    completed_at: timestamp("Completion time; null: not completed.").nullable(),
    cancelled_at: timestamp("Cancellation time; null: not cancelled.").nullable(),
  })
  .meta({
    id: "ReviewTask",
    description: "Samples that people review by a rubric.",
    examples: [exampleTask],
  });
