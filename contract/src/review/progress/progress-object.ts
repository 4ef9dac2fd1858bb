import * as z from "zod";
import { idOf, nameText, timestamp } from "../../platform/common.ts";
import { exampleIds } from "../../platform/example-values.ts";
import { limits } from "../../platform/limits.ts";
import { credential } from "../../workspace/credentials.ts";

const count = (description: string) => z.int().min(0).meta({ description });

const median = (of: string) =>
  z
    .number()
    .min(0)
    .max(86_400)
    .nullable()
    .meta({ description: `Median of the \`active_seconds\` of ${of}; null if none has them.` });

const exampleReviewer = { id: exampleIds.reviewer, name: "Dr Ada Moreau", credentials: ["MD" as const] };

const namedReviewer = z
  .object({
    id: idOf("reviewer"),
    name: nameText("Name of the reviewer."),
    credentials: z.array(credential).max(4).meta({ description: "The reviewer's credentials." }),
  })
  .meta({ id: "NamedReviewer", description: "A reviewer in a report.", examples: [exampleReviewer] });

const exampleTaskReviewer = {
  reviewer: exampleReviewer,
  status: "in_progress" as const,
  reviewed: 12,
  total: 30,
  drafts: 0,
  claimed_at: "2026-03-02T09:30:00.000Z",
  claim_expires_at: "2026-03-02T10:12:00.000Z",
  last_submitted_at: "2026-03-02T09:42:00.000Z",
  median_active_seconds: 41.5,
};

const taskReviewer = z
  .object({
    reviewer: namedReviewer,
    status: z.enum(["assigned", "claimed", "in_progress", "completed", "released"]).meta({
      id: "ReviewerTaskStatus",
      description:
        "Progress of the reviewer. `assigned` to `completed`: as in the assignments of the task. `released`: the reviewer is no longer assigned, but has reviewed samples.",
      examples: ["in_progress"],
    }),
    reviewed: count("Number of samples of the task that the reviewer has reviewed."),
    total: z.int().min(1).meta({ description: "Number of samples of the task." }),
    drafts: count(
      "Number of samples with a draft of the reviewer. A draft can correct a submitted review; its sample then counts in `reviewed` too.",
    ),
    claimed_at: timestamp("Time of the claim; null if not claimed.").nullable(),
    claim_expires_at: timestamp(
      "Time at which the claim expires without a further review; null if it does not expire.",
    ).nullable(),
    last_submitted_at: timestamp("Time of the reviewer's last submission; null if there is none.").nullable(),
    median_active_seconds: median("the reviewer's reviews of the task"),
  })
  .meta({
    id: "TaskProgressReviewer",
    description: "The progress of one reviewer of a task.",
    examples: [exampleTaskReviewer],
  });

/** The schema of a task's progress in responses. */
export const taskProgress = z
  .object({
    object: z.literal("task_progress").meta({ description: "Always `task_progress`." }),
    task: idOf("review_task"),
    completed: count("Number of samples with all required reviews."),
    total: z.int().min(1).meta({ description: "Number of samples." }),
    slots_left: z
      .int()
      .min(0)
      .max(limits.reviewsRequired)
      .meta({ description: "Number of open slots; 0 for a task that has ended." }),
    by_reviewer: z.array(taskReviewer).max(10_000).meta({
      description: "The assigned reviewers in the order of their assignment, then former ones with reviews.",
    }),
  })
  .meta({
    id: "TaskProgress",
    description: "The progress of a review task.",
    examples: [
      {
        object: "task_progress",
        task: exampleIds.task,
        completed: 12,
        total: 30,
        slots_left: 0,
        by_reviewer: [exampleTaskReviewer],
      },
    ],
  });

const exampleTasks = {
  pending: 1,
  assigned: 2,
  in_progress: 3,
  completed: 20,
  cancelled: 0,
  overdue: 1,
  unassigned: 1,
};
const exampleSamples = { waiting: 140, overdue: 18 };

const exampleRow = {
  reviewer: exampleReviewer,
  available: true,
  credential_expires_at: null,
  pending: 18,
  overdue: 0,
  completed: 212,
  median_active_seconds: 41.5,
};

const progressRow = z
  .object({
    reviewer: namedReviewer,
    available: z.boolean().meta({ description: "Whether the reviewer accepts new tasks." }),
    credential_expires_at: timestamp(
      "Time at which the credentials expire; null if they do not expire.",
    ).nullable(),
    pending: count("Number of samples of open tasks that wait for the reviewer."),
    overdue: count("Number of these samples in overdue tasks."),
    completed: count("Number of reviews first submitted in the period."),
    median_active_seconds: median("these reviews"),
  })
  .meta({
    id: "ReviewProgressReviewer",
    description: "The work of one reviewer.",
    examples: [exampleRow],
  });

/** The schema of the progress of all reviews in responses. */
export const reviewProgress = z
  .object({
    object: z.literal("review_progress").meta({ description: "Always `review_progress`." }),
    project: idOf("project")
      .nullable()
      .meta({ description: "The requested project; null for all projects." }),
    period: z.string().max(10).meta({ description: "The requested period, counted back from now." }),
    tasks: z
      .object({
        pending: count("Number of open tasks without a reviewer."),
        assigned: count("Number of open tasks with a reviewer and without reviews."),
        in_progress: count("Number of open tasks with reviews."),
        completed: count("Number of tasks completed in the period."),
        cancelled: count("Number of tasks cancelled in the period."),
        overdue: count("Number of open tasks whose due time has passed."),
        unassigned: count("Number of open tasks with `unassigned_reason`."),
      })
      .meta({ id: "ReviewProgressTasks", description: "Numbers of tasks.", examples: [exampleTasks] }),
    samples: z
      .object({
        waiting: count("Number of samples of open tasks that lack required reviews."),
        overdue: count("Number of these samples in overdue tasks."),
      })
      .meta({ id: "ReviewProgressSamples", description: "Numbers of samples.", examples: [exampleSamples] }),
    by_reviewer: z
      .array(progressRow)
      .max(limits.reviewersInProgress)
      .meta({ description: "At most 1,000 reviewers, those with the most pending samples first." }),
  })
  .meta({
    id: "ReviewProgress",
    description: "The progress of all review tasks.",
    examples: [
      {
        object: "review_progress",
        project: exampleIds.project,
        period: "30d",
        tasks: exampleTasks,
        samples: exampleSamples,
        by_reviewer: [exampleRow],
      },
    ],
  });
