import * as z from "zod";
import { idOf, nameText, timestamp } from "../../../platform/common.ts";
import { exampleIds } from "../../../platform/example-values.ts";
import { limits } from "../../../platform/limits.ts";
import { credential } from "../../../workspace/credentials.ts";
import { claimableReasons } from "./queue-rules.ts";
import { taskPriority } from "../../../evaluation/routing/task-priority.ts";

const exampleItem = {
  task_id: exampleIds.task,
  sample_id: exampleIds.sample,
  priority: "high" as const,
  rubric: exampleIds.rubric,
  due_at: "2026-03-04T09:30:00.000Z",
  index: 3,
  total: 30,
  has_draft: false,
  context: {
    evaluation: exampleIds.evaluation,
    ai_score: 33.33333333333333,
    flag_reason: "under_triage",
    expected: { triage_level: "emergent" },
  },
};

const queueItem = z
  .object({
    task_id: idOf("review_task"),
    sample_id: idOf("sample"),
    priority: taskPriority,
    rubric: idOf("rubric"),
    due_at: timestamp("Due time; null if the task has none.").nullable(),
    index: z.int().min(1).max(limits.samplesPerTask).meta({
      description: "Position of the sample in its task; the first sample has the index 1.",
    }),
    total: z.int().min(1).max(limits.samplesPerTask).meta({ description: "Number of samples of the task." }),
    has_draft: z.boolean().meta({ description: "Whether the reviewer has a draft of the review." }),
    context: z
      .object({
        evaluation: idOf("evaluation")
          .nullable()
          .meta({ description: "Evaluation that scored the sample; null if there is none." }),
        ai_score: z.number().min(0).max(100).nullable().meta({
          description: "The sample's automated score; null if there is none, or if the task is blind.",
        }),
        flag_reason: z.string().max(1000).nullable().meta({
          description:
            "Reason for the sample's flag; null if the sample is not flagged, or if the task is blind.",
        }),
        expected: z.unknown().meta({
          description: "The sample's expected answer; null if it is unknown, or if the task is blind.",
        }),
      })
      .meta({
        id: "QueueContext",
        description: "Evaluation data for the sample. Members are null if no evaluation scored it.",
        examples: [exampleItem.context],
      }),
  })
  .meta({ id: "QueueItem", description: "A sample that waits for the reviewer.", examples: [exampleItem] });

const exampleClaimable = {
  task_id: exampleIds.task,
  project: exampleIds.project,
  priority: "high" as const,
  rubric: exampleIds.rubric,
  due_at: "2026-03-04T09:30:00.000Z",
  sample_count: 30,
  slots_left: 2,
  required_credentials: ["MD" as const],
  specialty: null,
  blind: true,
};

const claimableTask = z
  .object({
    task_id: idOf("review_task"),
    project: idOf("project"),
    priority: taskPriority,
    rubric: idOf("rubric"),
    due_at: timestamp("Due time; null if the task has none.").nullable(),
    sample_count: z.int().min(1).meta({ description: "Number of samples of the task." }),
    slots_left: z.int().min(1).max(limits.reviewsRequired).meta({
      description: "Number of open slots that are not reserved for other reviewers.",
    }),
    required_credentials: z
      .array(credential)
      .max(4)
      .meta({ description: "The reviewer needs one of these credentials; empty if none is required." }),
    specialty: nameText("Required specialty; null if none is required.").nullable(),
    blind: z.boolean().meta({ description: "Whether the task is blind." }),
  })
  .meta({
    id: "ClaimableTask",
    description: "A task that the reviewer can claim.",
    examples: [exampleClaimable],
  });

const exampleQueue = {
  object: "reviewer_queue" as const,
  reviewer: exampleIds.reviewer,
  total_pending: 1,
  items: [exampleItem],
  claimable_total: 1,
  claimable: [exampleClaimable],
  claimable_reason: null,
};

/** The schema of a reviewer's queue in responses. */
export const reviewerQueue = z
  .object({
    object: z.literal("reviewer_queue").meta({ description: "Always `reviewer_queue`." }),
    reviewer: idOf("reviewer"),
    total_pending: z.int().min(0).meta({ description: "Number of waiting samples that match the filters." }),
    items: z.array(queueItem).max(100).meta({
      description: "Sorted by priority, then overdue tasks first, then by due date, then by age.",
    }),
    claimable_total: z
      .int()
      .min(0)
      .meta({ description: "Number of tasks that the reviewer can claim and that match the filters." }),
    claimable: z.array(claimableTask).max(limits.claimableTasks).meta({
      description: "The first of these tasks, in the order of `items`.",
    }),
    claimable_reason: z
      .enum(claimableReasons)
      .nullable()
      .meta({
        id: "ClaimableReason",
        description:
          "Why the reviewer can claim no task. `credentials_expired`: the reviewer's credentials have expired. `not_available`: the reviewer is not available. Null if neither applies.",
        examples: ["not_available"],
      }),
  })
  .meta({
    id: "ReviewerQueue",
    description: "The samples that wait for the calling reviewer.",
    examples: [exampleQueue],
  });
