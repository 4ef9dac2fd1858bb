import * as z from "zod";
import { blindFields, exampleBlindFields } from "../../evaluation/routing/blind-options.ts";
import { assignment } from "../../evaluation/routing/assignment-input.ts";
import { idOf, metadata, nameText, timestamp } from "../../platform/common.ts";
import { taskPriority } from "../../evaluation/routing/task-priority.ts";
import { credential } from "../../workspace/credentials.ts";
import { exampleIds, exampleInstant } from "../../platform/example-values.ts";
import { limits } from "../../platform/limits.ts";

/** The states that a review task can have. */
const taskStatuses = ["pending", "assigned", "in_progress", "completed", "cancelled"] as const;

export const taskStatus = z.enum(taskStatuses).meta({
  id: "ReviewTaskStatus",
  description:
    "State of the task. `pending`: no reviewer is assigned. `assigned`: at least one reviewer is assigned. `in_progress`: at least one review was submitted. `completed`: each sample has all required reviews.",
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
    credentials: z.array(credential).max(4).meta({ description: "The reviewer's credentials." }),
    specialty: nameText("The reviewer's specialty.").nullable(),
  })
  .meta({
    id: "Assignee",
    description: "A reviewer who is assigned to a task.",
    examples: [exampleAssignee],
  });

const exampleSlot = { reviewer: exampleAssignee, status: "assigned" as const, claimed_at: null };

const slot = z
  .object({
    reviewer: assignee,
    status: z.enum(["assigned", "claimed", "in_progress", "completed"]).meta({
      id: "SlotStatus",
      description:
        "Progress of the assignment. `assigned`: not claimed yet. `claimed`: no samples reviewed yet. `in_progress`: some samples reviewed. `completed`: all samples reviewed.",
      examples: ["assigned"],
    }),
    claimed_at: timestamp("Time of the claim; null if not claimed.").nullable(),
  })
  .meta({
    id: "TaskAssignment",
    description: "One reviewer's assignment to a task.",
    examples: [exampleSlot],
  });

/** An example of a task. */
export const exampleTask = {
  id: exampleIds.task,
  object: "review_task" as const,
  project: exampleIds.project,
  samples: [exampleIds.sample],
  sample_count: 1,
  rubric: exampleIds.rubric,
  evaluation: exampleIds.evaluation,
  evaluator: null,
  origin: "review" as const,
  status: "assigned" as const,
  priority: "high" as const,
  assignment: {
    mode: "auto" as const,
    reviewer_id: null,
    required_credentials: ["MD" as const],
    specialty: null,
  },
  reviews_required: 1,
  adjudicator_credentials: ["MD" as const],
  blind: false,
  ...exampleBlindFields,
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

/** The schema of a review task in responses. */
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
        "Evaluation whose automated scores are overridden by reviews; null for the latest evaluation that scored the sample.",
    }),
    evaluator: nameText(
      "Evaluator whose score is overridden by reviews; null for the sample's combined score.",
    ).nullable(),
    origin: z.enum(["review", "import"]).meta({
      id: "ReviewTaskOrigin",
      description:
        "Where the reviews of the task come from. `review`: reviewers submit them. `import`: they were imported from a file, and only an import changes them.",
      examples: ["review"],
    }),
    status: taskStatus,
    priority: taskPriority,
    assignment,
    reviews_required: z
      .int()
      .min(1)
      .max(limits.reviewsRequired)
      .meta({ description: "Number of required reviews per sample, each by a different reviewer." }),
    adjudicator_credentials: z.array(credential).max(4).meta({
      description:
        "Credentials that qualify a reviewer to adjudicate samples of the task. One of them suffices. Empty if no credential is required.",
    }),
    blind: z.boolean().meta({
      description:
        "Whether reviewers see automated scores, reasons, expected answers and the reviews of other reviewers only after submitting their own review of the sample.",
    }),
    ...blindFields,
    assignee: assignee
      .nullable()
      .meta({ description: "The first assigned reviewer; null if there is none." }),
    assignments: z
      .array(slot)
      .max(limits.reviewsRequired)
      .meta({ description: "The assigned reviewers, in the order of their assignment." }),
    unassigned_reason: z.enum(["no_matching_reviewer"]).nullable().meta({
      description:
        "Why a slot is open in mode `auto` or `manual`: no reviewer currently qualifies. The slot is assigned as soon as a reviewer qualifies.",
    }),
    progress: z
      .object({
        completed: z.int().min(0).meta({ description: "Number of samples with all required reviews." }),
        total: z.int().min(1).meta({ description: "Number of samples." }),
      })
      .meta({
        id: "ReviewTaskProgress",
        description: "The progress of the task, counted in samples.",
        examples: [exampleProgress],
      }),
    due_at: timestamp("Due time; null if there is none.").nullable(),
    metadata,
    created_at: timestamp("Creation time."),
    completed_at: timestamp("Completion time; null if not completed.").nullable(),
    cancelled_at: timestamp("Cancellation time; null if not cancelled.").nullable(),
  })
  .meta({
    id: "ReviewTask",
    description: "Samples that people review with a rubric.",
    examples: [exampleTask],
  });
