import type { EvaluationResults } from "@assay/contract/domain";

/** A share that a process of an earlier release stored, without the number of clusters. */
interface PlainShare {
  denominator: number;
}

const isPlainShare = (value: unknown): value is PlainShare =>
  typeof value === "object" &&
  value !== null &&
  "denominator" in value &&
  typeof value.denominator === "number" &&
  !("n_clusters" in value);

/**
 * Adds `n_clusters` and `effective_n` to shares without them. During an upgrade, processes of an earlier
 * release may still store such shares. These processes treat all samples as independent, so both members are
 * the denominator.
 */
export function withCompleteShares(results: EvaluationResults | null): EvaluationResults | null {
  if (!isPlainShare(results?.triage?.emergent_not_caught)) return results;
  const completed: EvaluationResults = JSON.parse(JSON.stringify(results), (_name, value: unknown) =>
    isPlainShare(value)
      ? { ...value, n_clusters: value.denominator, effective_n: value.denominator || null }
      : value,
  );
  return completed;
}
