import * as z from "zod";
import { idOf, timestamp } from "../../../platform/common.ts";
import { exampleIds } from "../../../platform/example-values.ts";
import { taskPriority } from "../../../evaluation/routing/task-priority.ts";

const exampleItem = {
  task_id: exampleIds.task,
  sample_id: exampleIds.sample,
  priority: "high" as const,
  rubric: exampleIds.rubric,
  due_at: "2026-03-04T09:30:00.000Z",
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

const exampleQueue = {
  object: "reviewer_queue" as const,
  reviewer: exampleIds.reviewer,
  total_pending: 1,
  items: [exampleItem],
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
  })
  .meta({
    id: "ReviewerQueue",
    description: "The samples that wait for the calling reviewer.",
    examples: [exampleQueue],
  });
