import * as z from "zod";
import { jsonOrNull } from "../../evaluation/evaluations/evaluation-result.ts";
import { blindFields } from "../../evaluation/routing/blind-options.ts";
import { taskPriority } from "../../evaluation/routing/task-priority.ts";
import { idOf, metadata, nameText, timestamp } from "../../platform/common.ts";
import { exampleIds } from "../../platform/example-values.ts";
import { limits } from "../../platform/limits.ts";
import { reviewDraft } from "../drafts/draft-object.ts";
import { exampleReview, review } from "../reviews/review-object.ts";
import { rubric, exampleRubric } from "../rubrics/rubrics.ts";
import { exampleTask, taskStatus } from "../tasks/review-task-object.ts";

const sampleId = (description: string) => idOf("sample").nullable().meta({ description });
const points = (description: string) => z.number().min(0).max(100).nullable().meta({ description });
const reason = (description: string) => z.string().max(1000).nullable().meta({ description });

const exampleItemResult = {
  evaluator: "triage_accuracy",
  status: "scored" as const,
  score: 33.33333333333333,
  passed: false,
  flagged: true,
  flag_reason: "under_triage",
  details: { predicted: "urgent", expected: "emergent" },
};

const itemResult = z
  .object({
    evaluator: nameText("The evaluator's key."),
    status: z.enum(["scored", "skipped", "errored"]).meta({ description: "Status of the result." }),
    score: points("Automated score (0 to 100); null unless scored."),
    passed: z.boolean().nullable().meta({ description: "Whether the result passed; null unless scored." }),
    flagged: z.boolean().meta({ description: "Whether a person should look at the result." }),
    flag_reason: reason("Reason for the flag; null if not flagged."),
    details: z.record(z.string().max(200), z.unknown()).meta({ description: "Details from the evaluator." }),
  })
  .meta({
    id: "ReviewItemResult",
    description: "One evaluator's result for the sample of an item.",
    examples: [exampleItemResult],
  });

const exampleItem = {
  object: "review_item" as const,
  state: "open" as const,
  read_only_reason: null,
  blind: false,
  revealed_at: null,
  task: {
    id: exampleIds.task,
    project: exampleIds.project,
    status: "assigned" as const,
    priority: "high" as const,
    due_at: exampleTask.due_at,
    evaluation: exampleIds.evaluation,
    evaluator: null,
    reviews_required: 1,
    reveal: "after_submit" as const,
  },
  sample: {
    id: exampleIds.sample,
    external_id: "call-0017",
    input: { text: "Crushing chest pain for 20 minutes, sweating." },
    expected: { triage_level: "emergent" },
    metadata: { clinic: "north" },
    tags: ["cardiac"],
    split: "test",
    cluster_id: null,
  },
  output: { triage_level: "urgent" },
  output_origin: "model" as const,
  model: { id: exampleIds.model, name: "nightingale", version: "1.0" },
  rubric: exampleRubric,
  ai_score: 33.33333333333333,
  flag_reason: "under_triage",
  results: [exampleItemResult],
  my_review: null,
  draft: null,
  other_reviews: [exampleReview],
  position: { index: 1, total: 1 },
  previous: null,
  next: null,
  next_pending: null,
};

const itemTask = z
  .object({
    id: idOf("review_task"),
    project: idOf("project"),
    status: taskStatus,
    priority: taskPriority,
    due_at: timestamp("Due time; null if there is none.").nullable(),
    evaluation: idOf("evaluation")
      .nullable()
      .meta({ description: "The evaluation of the task; null if it has none." }),
    evaluator: nameText("The evaluator of the task; null for the combined score.").nullable(),
    reviews_required: z
      .int()
      .min(1)
      .max(limits.reviewsRequired)
      .meta({ description: "Required reviews per sample." }),
    reveal: blindFields.reveal,
  })
  .meta({ id: "ReviewItemTask", description: "The task of an item.", examples: [exampleItem.task] });

const itemSample = z
  .object({
    id: idOf("sample"),
    external_id: nameText("The client's own id for the sample; null if hidden.").nullable(),
    input: jsonOrNull("The case, in the version that the evaluation read."),
    expected: jsonOrNull("The expected answer, in the version that the evaluation read; null if hidden."),
    metadata: metadata.meta({ description: "The metadata without hidden members." }),
    tags: z.array(z.string().max(200)).max(100).meta({ description: "The tags; empty if hidden." }),
    split: z.string().max(200).nullable().meta({ description: "The split; null if hidden." }),
    cluster_id: z.string().max(200).nullable().meta({ description: "The cluster; null if hidden." }),
  })
  .meta({ id: "ReviewItemSample", description: "The sample of an item.", examples: [exampleItem.sample] });

/** The schema of a review item: all that a reviewer needs to review one sample of a task. */
export const reviewItem = z
  .object({
    object: z.literal("review_item").meta({ description: "Always `review_item`." }),
    state: z.enum(["open", "submitted", "read_only"]).meta({
      id: "ReviewItemState",
      description:
        "`open`: the caller may submit a review. `submitted`: the caller has submitted one and may submit a new revision. `read_only`: the caller cannot submit.",
      examples: ["open"],
    }),
    read_only_reason: reason("Why the caller cannot submit; null unless the state is `read_only`."),
    blind: z.boolean().meta({ description: "Whether data of the item is hidden from the caller." }),
    revealed_at: timestamp(
      "Time at which the caller first saw the hidden data of the item; null if never.",
    ).nullable(),
    task: itemTask,
    sample: itemSample,
    output: jsonOrNull("The answer to review."),
    output_origin: z.enum(["model", "sample"]).nullable().meta({
      description: "Whether the answer is a model's output or stored in the sample; null if there is none.",
    }),
    model: z
      .object({
        id: idOf("model"),
        name: nameText("Name of the model."),
        version: z.string().max(200).meta({ description: "Version of the model." }),
      })
      .nullable()
      .meta({ description: "The model of the evaluation; null if it has none, or if hidden." }),
    rubric,
    ai_score: points("The sample's automated score; null if there is none, or if hidden."),
    flag_reason: reason("Reason for the sample's flag; null if not flagged, or if hidden."),
    results: z.array(itemResult).max(limits.evaluatorsPerEvaluation).nullable().meta({
      description:
        "The evaluators' results; null if no completed evaluation scored the sample, or if hidden.",
    }),
    my_review: review
      .nullable()
      .meta({ description: "The caller's review of the sample; null if there is none." }),
    draft: reviewDraft
      .nullable()
      .meta({ description: "The caller's draft of a review of the sample; null if there is none." }),
    other_reviews: z.array(review).max(100).nullable().meta({
      description: "Reviews of the sample in the task by other reviewers, oldest first; null if hidden.",
    }),
    position: z
      .object({
        index: z.int().min(1).meta({ description: "Position of the sample in the task, starting at 1." }),
        total: z.int().min(1).meta({ description: "Number of samples in the task." }),
      })
      .meta({
        id: "ReviewItemPosition",
        description: "Position in the task.",
        examples: [exampleItem.position],
      }),
    previous: sampleId("The previous sample of the task; null for the first one."),
    next: sampleId("The next sample of the task; null for the last one."),
    next_pending: sampleId(
      "The next sample of the task, after the last one the first again, that the calling reviewer has not reviewed; null if none is left.",
    ),
  })
  .meta({
    id: "ReviewItem",
    description: "A sample of a task with all that a reviewer needs to review it.",
    examples: [exampleItem],
  });

/** An example of a summary. */
export const exampleItemSummary = {
  object: "review_item_summary" as const,
  sample: exampleIds.sample,
  index: 1,
  state: "submitted" as const,
  submitted_at: exampleReview.submitted_at,
  reviews: null,
};

/** The schema of a sample of a task in lists. */
export const reviewItemSummary = z
  .object({
    object: z.literal("review_item_summary").meta({ description: "Always `review_item_summary`." }),
    sample: idOf("sample"),
    index: z.int().min(1).meta({ description: "Position of the sample in the task, starting at 1." }),
    state: z.enum(["pending", "draft", "submitted"]).meta({
      id: "ReviewItemProgress",
      description:
        "`draft`: the calling reviewer has a draft and no review. `submitted`: the calling reviewer has reviewed the sample or, for a key without a reviewer, it has all required reviews.",
      examples: ["pending"],
    }),
    submitted_at: timestamp(
      "Time of the caller's last submission for the sample; null if there is none.",
    ).nullable(),
    reviews: z.int().min(0).nullable().meta({
      description: "Number of reviews of the sample; null for a reviewer's key without `reviews:write`.",
    }),
  })
  .meta({
    id: "ReviewItemSummary",
    description: "The state of a sample of a task.",
    examples: [exampleItemSummary],
  });
