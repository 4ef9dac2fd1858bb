import type { NamedModel } from "../../domain/evaluation/evaluation-verdict.ts";
import { instantOrNull } from "../../domain/values/instants.ts";
import type { ResultRecord } from "../../evaluation/evaluations/evaluation-record.ts";
import { masked } from "../../evaluation/routing/sample-mask.ts";
import type { SampleRecord } from "../../evaluation/samples/sample-rules.ts";
import { sampleToWire } from "../../evaluation/samples/sample-wire.ts";
import { draftToWire } from "../drafts/draft-wire.ts";
import { queuedContext, type QueuedScores } from "../reviews/queue/queue-wire.ts";
import type { ReviewRecord } from "../reviews/review-record.ts";
import { type ReviewParts, reviewToWire, submittedToWire } from "../reviews/review-wire.ts";
import type { RubricRecord } from "../rubrics/rubric-rules.ts";
import { rubricToWire } from "../rubrics/rubric-wire.ts";
import type { NewTask } from "../tasks/task-record.ts";
import { itemMask, itemPlace, itemState, type ReadItem, type ReadTask } from "./item-rules.ts";

/** A review with the members of its form in responses. */
export type PartedReview = ReviewRecord & ReviewParts;

/** One evaluator's result for the sample of an item. */
export type ItemResult = Pick<
  ResultRecord,
  "position" | "status" | "score" | "passed" | "flagged" | "reason" | "details"
>;

/** The answer to review. */
export interface ItemOutput {
  output: unknown;
  origin: "model" | "sample";
}

/** What an item contains besides the task. The versions are those that the evaluation read. */
export interface ItemContents {
  sample: SampleRecord;
  answer: ItemOutput;
  model: NamedModel | undefined;
  rubric: RubricRecord;
  /** The scores of the evaluation of the item; undefined if no evaluation scored the sample. */
  scored: QueuedScores | undefined;
  /** The results, by evaluator position; empty unless the evaluation has completed. */
  results: readonly ItemResult[];
  /** The reviews of the sample in the task, oldest first. */
  reviews: readonly PartedReview[];
}

const taskToItem = (task: NewTask) => ({
  id: task.id,
  project: task.project,
  status: task.status,
  priority: task.priority,
  due_at: instantOrNull(task.dueAt),
  evaluation: task.evaluation,
  evaluator: task.evaluator,
  reviews_required: task.reviewsRequired,
  reveal: task.reveal,
});

const resultToItem = (keys: readonly string[]) => (result: ItemResult) => ({
  evaluator: keys[result.position] ?? "",
  status: result.status,
  score: result.score,
  passed: result.passed,
  flagged: result.flagged,
  flag_reason: result.flagged ? result.reason : null,
  details: { ...result.details },
});

/** Returns the members of an item that a blind reviewer does not see. */
function revealedParts(item: ReadItem, { scored, model, results, reviews }: ItemContents) {
  const { ai_score, flag_reason } = queuedContext(item.task, scored);
  return {
    model: model ? { id: model.id, name: model.name, version: model.version } : null,
    ai_score,
    flag_reason,
    results: scored && results.length > 0 ? results.map(resultToItem(scored.evaluatorKeys)) : null,
    other_reviews: reviews
      .filter(({ reviewer }) => reviewer !== item.reader.reviewer?.id)
      .slice(0, 100)
      .map((review) => reviewToWire(review, review)),
  };
}

const hiddenParts = { model: null, ai_score: null, flag_reason: null, results: null, other_reviews: null };

/** Converts an item to its form in responses to its reader. */
export function itemToWire(item: ReadItem, contents: ItemContents, now: number) {
  const { task, own } = item;
  const mask = itemMask(item);
  const stored = sampleToWire(contents.sample);
  const { id, external_id, input, expected, metadata, tags, split, cluster_id } = mask
    ? masked(stored, mask)
    : stored;
  const { state, reason } = itemState(item, now);
  const mine = own && contents.reviews.find((review) => review.id === own.id);
  const { output, origin } = contents.answer;
  return {
    object: "review_item" as const,
    state,
    read_only_reason: reason,
    blind: mask !== undefined,
    revealed_at: instantOrNull(own?.revealedAt ?? null),
    task: taskToItem(task),
    sample: { id, external_id, input, expected, metadata, tags, split, cluster_id },
    output: output ?? null,
    output_origin: output === null || output === undefined ? null : origin,
    rubric: rubricToWire(contents.rubric),
    ...(mask ? hiddenParts : revealedParts(item, contents)),
    my_review: mine ? submittedToWire(mine, mine, mask !== undefined) : null,
    draft: item.draft ? draftToWire(item.draft) : null,
    ...itemPlace(item, item.sample),
  };
}

/** A sample of a task with its position and the number of its reviews. */
export interface ItemRow {
  sample: string;
  /** Position of the sample in the task, starting at 0. */
  position: number;
  reviews: number;
}

/** Returns a function that converts a sample of a task to its form in lists. */
export const itemSummary =
  ({ task, reader, submitted, drafted }: ReadTask) =>
  ({ sample, position, reviews }: ItemRow) => {
    const { reviewer, scopes } = reader;
    const at = submitted.get(sample);
    const isDone = reviewer ? at !== undefined : reviews >= task.reviewsRequired;
    return {
      object: "review_item_summary" as const,
      sample,
      index: position + 1,
      state: isDone
        ? ("submitted" as const)
        : drafted.has(sample)
          ? ("draft" as const)
          : ("pending" as const),
      submitted_at: instantOrNull(at ?? null),
      reviews: reviewer && !scopes.has("reviews:write") ? null : reviews,
    };
  };
