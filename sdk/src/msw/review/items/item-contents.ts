import { outputsBy, type VersionedSample } from "@assay/contract/evaluation/samples/dataset-contents";
import { sampleOfTaskNotFound } from "@assay/contract/review/review-refusals";
import type { ReadItem } from "@assay/contract/review/items/item-rules";
import type { ItemContents, ItemOutput } from "@assay/contract/review/items/item-wire";
import { storedOutcome } from "@assay/contract/evaluation/evaluations/outcomes/stored-outcome";
import type { EvaluationRow } from "../../evaluation/evaluation-rows.ts";
import { evaluationNow } from "../../evaluation/evaluations/evaluation-run.ts";
import type { ReviewCall, ReviewTables } from "../review-tables.ts";
import { findScored } from "../reviews/overrides.ts";
import { reviewParts } from "../reviews/review-parts.ts";
import { scoresOf } from "../reviews/reviewer-queue.ts";

/** Returns the last contents of a sample, also of one that was removed from its dataset. */
function lastContents({ datasets }: ReviewTables, id: string): VersionedSample | undefined {
  for (const { samples } of datasets.values()) {
    const last = samples.get(id)?.at(-1);
    if (last) return last;
  }
  return undefined;
}

/** Returns the sample with its outcomes if the evaluation has already evaluated it. */
function evaluatedIn(call: ReviewCall, row: EvaluationRow | undefined, sample: string) {
  if (!row) return undefined;
  const { processed } = evaluationNow(row, call);
  return row.evaluated.slice(0, processed).find((one) => one.sample.id === sample);
}

function answerOf(call: ReviewCall, row: EvaluationRow | undefined, sample: VersionedSample): ItemOutput {
  if (!row || row.model === null) return { output: sample.output, origin: "sample" };
  const read = evaluatedIn(call, row, sample.id);
  const dataset = call.caller.workspace.datasets.get(row.dataset);
  if (read || !dataset) return { output: read?.output ?? null, origin: "model" };
  const [present] = outputsBy(dataset, { model: row.model, sample: sample.id, runs: 1 });
  return { output: present ?? null, origin: "model" };
}

/** Returns what an item contains besides the task. */
export function itemContents(call: ReviewCall, { task, sample }: ReadItem): ItemContents {
  const { workspace } = call.caller;
  const row = findScored(call, workspace, { id: task.evaluation, sample });
  const read = evaluatedIn(call, row, sample);
  const stored = read?.sample ?? lastContents(workspace, sample);
  const rubric = workspace.rubrics.get(task.rubric);
  if (!stored || !rubric) throw sampleOfTaskNotFound(sample, task.id);
  const isCompleted = row !== undefined && evaluationNow(row, call).status === "completed";
  return {
    sample: stored,
    answer: answerOf(call, row, stored),
    model: row?.model ? workspace.models.get(row.model) : undefined,
    rubric,
    scored: scoresOf(call, { task, sample }),
    results:
      isCompleted && read
        ? read.outcomes.map((outcome, position) => ({
            ...storedOutcome(outcome),
            position,
            details: outcome.details,
          }))
        : [],
    reviews: [...workspace.reviews.values()]
      .filter((review) => review.task === task.id && review.sample === sample)
      .map((review) => ({ ...review, ...reviewParts(workspace, review) })),
  };
}
