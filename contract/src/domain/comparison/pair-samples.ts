import type { PerSide } from "./compare-metric.ts";
import type { SafetyOutcome } from "./safety.ts";
import { rowsPerStep, type Steps } from "./steps.ts";

/** Values by evaluator index; an array, or a list that reads its values from elsewhere. */
export interface ValueList<Value> {
  /** @param index an index from 0. */
  at: (index: number) => Value | undefined;
}

/** One sample's result in an evaluation. */
export interface ScoredSample {
  sampleId: string;
  externalId: string | null;
  /** Hash of input and expected answer; equal hashes mean equal cases. */
  caseHash: string;
  cluster: string | null;
  /** The evaluators' combined score; null if there is none. */
  automated: number | null;
  /** The combined score with reviewers' overrides; null if there is none. */
  effective: number | null;
  /** Whether the sample passed every evaluator, without overrides; null if it has no combined score. */
  passed: boolean | null;
  /** Scores by evaluator index; null where the evaluator did not score the sample. */
  scores: ValueList<number | null>;
  /** Whether the sample passed, by evaluator index; null where the evaluator did not score the sample. */
  passes: ValueList<boolean | null>;
  /** Outcomes of safety checks by evaluator index. */
  safety: readonly SafetyOutcome[];
}

/** The samples that two evaluations have in common. */
export interface SamplePairs {
  pairs: PerSide<ScoredSample>[];
  /** Number of samples that match but differ in input or expected answer; these are not paired. */
  caseChanged: number;
}

/**
 * Finds the samples that two evaluations have in common.
 *
 * @param sides the samples of each side, in any order.
 * @param oneDataset whether both evaluations use the same dataset. If they do, samples match by id; otherwise
 *   by external id.
 */
export function* pairSamples(
  sides: PerSide<readonly ScoredSample[]>,
  oneDataset: boolean,
): Steps<SamplePairs> {
  const keyOf = ({ sampleId, externalId }: ScoredSample) => (oneDataset ? sampleId : externalId);
  const others = new Map<string | null, ScoredSample>();
  for (const [index, sample] of sides.candidate.entries()) {
    if (index % rowsPerStep === 0) yield;
    others.set(keyOf(sample), sample);
  }
  others.delete(null);
  const pairs: PerSide<ScoredSample>[] = [];
  let caseChanged = 0;
  for (const [index, baseline] of sides.baseline.entries()) {
    if (index % rowsPerStep === 0) yield;
    const candidate = others.get(keyOf(baseline));
    if (!candidate) continue;
    if (candidate.caseHash === baseline.caseHash) pairs.push({ baseline, candidate });
    else caseChanged += 1;
  }
  return { pairs, caseChanged };
}
