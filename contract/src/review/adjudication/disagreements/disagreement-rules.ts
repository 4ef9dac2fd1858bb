import { insufficientScope } from "../../../platform/refusals.ts";
import type { Scope } from "../../../platform/scopes.ts";

/** The sort key of a disagreement: greatest spread first, then by sample, dimension and rubric. */
export const disagreementKey = (row: {
  spread: number;
  sample: string;
  dimension: string;
  rubric: string;
}): readonly (string | number)[] => [-row.spread, row.sample, row.dimension, row.rubric];

/**
 * Refuses a reviewer who could copy the grades of others.
 *
 * @throws {ApiError} 403 for a key of a reviewer that neither manages nor adjudicates reviews.
 */
export function checkDisagreementReader({
  reviewer,
  scopes,
}: {
  reviewer: string | null;
  scopes: ReadonlySet<Scope>;
}): void {
  if (reviewer === null || scopes.has("reviews:write") || scopes.has("reviews:adjudicate")) return;
  throw insufficientScope("reviews:adjudicate");
}
