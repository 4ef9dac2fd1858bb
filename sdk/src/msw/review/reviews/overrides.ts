import type { ReviewEvent } from "@assay/contract/review/review-events";
import { resultsOf } from "@assay/contract/evaluation/evaluations/evaluated-samples";
import {
  latestScored,
  overrideIn,
  type StoredOverride,
} from "@assay/contract/review/reviews/scores/evaluated-scores";
import { evaluationRecord } from "../../evaluation/evaluations/evaluation-run.ts";
import type { EvaluationRow } from "../../evaluation/evaluation-rows.ts";
import { queueEvent } from "../../platform/state/outbox.ts";
import type { ReviewState, ReviewTables } from "../review-tables.ts";

/**
 * Finds an evaluation by id. If the id is null, finds the latest evaluation with an automated combined score
 * for the sample.
 */
export function findScored(
  state: ReviewState,
  { evaluations }: ReviewTables,
  { id, sample }: { id: string | null; sample: string },
): EvaluationRow | undefined {
  if (id !== null) return evaluations.get(id);
  const records = [...evaluations.values()].map((row) => ({ ...evaluationRecord(row, state), row }));
  return latestScored(records, sample)?.row;
}

/**
 * Applies or withdraws the override in a stored review, and updates the effective scores and the results.
 *
 * @returns whether scores may have changed.
 */
export function applyOverride(
  workspace: ReviewTables,
  row: EvaluationRow,
  change: Omit<StoredOverride, "reviews">,
): boolean {
  const override = row.end ? overrideIn(row, { ...change, reviews: workspace.reviews.values() }) : undefined;
  if (!row.end || !override) return false;
  row.effective.set(change.review.sample, override.effective);
  row.end.results = { ...resultsOf(row), ...row.end.given };
  for (const event of override.events) queueEvent<ReviewEvent>(workspace, event);
  return true;
}
