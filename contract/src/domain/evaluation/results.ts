import type { UnscoredReason } from "./unscored-reasons.ts";
import type { Pooled, RedFlagFigures, SymptomFigures } from "../pooled/pooled-figures.ts";
import type { Repeats } from "./runs/repeats.ts";
import type { TriageSummary } from "../triage/triage-summary.ts";

/** Sample counts. `scored`, `errored` and `skipped` add up to `total`. */
export interface Coverage {
  scored: number;
  errored: number;
  skipped: number;
  total: number;
  /** Number of samples without an output in at least one run, with any status. */
  missing_output: number;
  /** Number of skipped samples that are outside the evaluator's scope (`out_of_protocol`). */
  not_applicable: number;
}

/** Sample counts without the total. */
export type StatusCounts = Omit<Coverage, "total">;

/** Aggregates over one evaluator's result rows. Each figure is a single database aggregate. */
export interface EvaluatorFigures {
  /** The evaluator's key (see `evaluatorKeys`). */
  key: string;
  /** The evaluator's classes, which its distribution always contains. */
  classifications: readonly string[];
  /**
   * Number of scored rows by classification. Rows without a classification can be omitted or counted under
   * `null`.
   */
  counts: readonly { classification: string | null; count: number }[];
  /** Mean score of the scored rows (0-100); `null` if no row is scored. */
  mean: number | null;
  /** Number of rows by status. */
  statuses: StatusCounts;
  /** The evaluator's summary, if it has one. */
  triage: TriageSummary | null;
  /** The evaluator's pooled figures, if it has them. */
  pooled?: Pooled | null;
}

/** Aggregates over the samples' combined scores (see `scoreSample`). */
export interface CombinedFigures {
  /** Number of samples with a combined score: the denominator of the means and of the pass rate. */
  sampleCount: number;
  /** Mean of the weighted combined scores (0-100); `null` if there are no scores. */
  weightedMean: number | null;
  /** Mean of the equally weighted combined scores (0-100); `null` if there are no scores. */
  equalMean: number | null;
  /** Number of samples with a combined score that passed. */
  passed: number;
  /** Number of distinct samples with a flagged result. */
  flagged: number;
  /** Number of samples by status. */
  statuses: StatusCounts;
}

/** The `results` of an evaluation, in wire form. */
export interface EvaluationResults {
  aggregate_score: number | null;
  weighted_aggregate: number | null;
  aggregate: number | null;
  pass_rate: number | null;
  sample_count: number;
  by_evaluator: Record<string, number | null>;
  coverage: Coverage;
  coverage_by_evaluator: Record<string, Coverage>;
  distributions: Record<string, Record<string, number>>;
  flagged_samples: number;
  /** Number of samples without an output. */
  missing_output: number;
  /** The most frequent reasons why results have no score; absent in results of earlier versions. */
  unscored_reasons?: UnscoredReason[];
  /** The summary of the first evaluator with a triage summary; absent if no evaluator has one. */
  triage?: TriageSummary;
  /** The triage summaries by evaluator key; present only if several evaluators have one. */
  triage_by_evaluator?: Record<string, TriageSummary>;
  /** The pooled figures of the first evaluator of red flags; absent if no evaluator has them. */
  red_flags?: RedFlagFigures;
  /** The pooled figures by evaluator key; present only if several evaluators have them. */
  red_flags_by_evaluator?: Record<string, RedFlagFigures>;
  /** The pooled figures of the first evaluator of symptoms; absent if no evaluator has them. */
  symptoms?: SymptomFigures;
  /** The pooled figures by evaluator key; present only if several evaluators have them. */
  symptoms_by_evaluator?: Record<string, SymptomFigures>;
  /** How much the results vary between runs; present if samples were scored in several runs. */
  repeats?: Repeats;
}

/** Adds the total to counts by status. */
export function coverageOf({
  scored,
  errored,
  skipped,
  missing_output,
  not_applicable,
}: StatusCounts): Coverage {
  return { scored, errored, skipped, total: scored + errored + skipped, missing_output, not_applicable };
}

/** Returns the number of samples that lack a score although they are in scope. */
export const unscoredIn = ({ errored, skipped, not_applicable }: StatusCounts): number =>
  errored + skipped - not_applicable;

/** Returns the distribution: the evaluator's own classes, always and first, then other classes that occur. */
function distributionOf({ classifications, counts }: EvaluatorFigures): Record<string, number> {
  const distribution = new Map(classifications.map((classification) => [classification, 0]));
  for (const { classification, count } of counts) {
    if (classification === null || count === 0) continue;
    distribution.set(classification, (distribution.get(classification) ?? 0) + count);
  }
  return Object.fromEntries(distribution);
}

/** The figures that only some evaluators have, by evaluator key. */
interface Blocks<Figures> {
  /** The figures of the first evaluator; undefined if no evaluator has them. */
  first: Figures | undefined;
  /** The figures of all evaluators; undefined if there are fewer than two. */
  all: Record<string, Figures> | undefined;
}

function blocksOf<Figures>(
  evaluators: readonly EvaluatorFigures[],
  figuresOf: (evaluator: EvaluatorFigures) => Figures | null,
): Blocks<Figures> {
  const blocks = evaluators.flatMap((evaluator): [string, Figures][] => {
    const figures = figuresOf(evaluator);
    return figures === null ? [] : [[evaluator.key, figures]];
  });
  return { first: blocks[0]?.[1], all: blocks.length < 2 ? undefined : Object.fromEntries(blocks) };
}

function furtherBlocks(evaluators: readonly EvaluatorFigures[]): Partial<EvaluationResults> {
  const triage = blocksOf(evaluators, (evaluator) => evaluator.triage);
  const flags = blocksOf(evaluators, ({ pooled }) => (pooled?.block === "red_flags" ? pooled.figures : null));
  const symptoms = blocksOf(evaluators, ({ pooled }) =>
    pooled?.block === "symptoms" ? pooled.figures : null,
  );
  return {
    ...(triage.first && { triage: triage.first }),
    ...(triage.all && { triage_by_evaluator: triage.all }),
    ...(flags.first && { red_flags: flags.first }),
    ...(flags.all && { red_flags_by_evaluator: flags.all }),
    ...(symptoms.first && { symptoms: symptoms.first }),
    ...(symptoms.all && { symptoms_by_evaluator: symptoms.all }),
  };
}

/**
 * Builds the `results` of an evaluation from the figures for its evaluators and its samples.
 *
 * @param evaluators the figures for each evaluator, in the evaluation's order.
 * @param combined the figures over all samples.
 * @returns the results. Every mean covers scored samples only and comes with its coverage. `pass_rate`
 *   (0-100) has the denominator `sample_count` and is `null` if that is 0. `triage`, `red_flags`
 *   and `symptoms` are the figures of the first evaluator that has them; if several have them, `…_by_evaluator`
 *   contains all of them.
 */
export function aggregateEvaluation(
  evaluators: readonly EvaluatorFigures[],
  combined: CombinedFigures,
): EvaluationResults {
  const byKey = <Value>(value: (figures: EvaluatorFigures) => Value): Record<string, Value> =>
    Object.fromEntries(evaluators.map((figures) => [figures.key, value(figures)]));
  const { sampleCount } = combined;
  return {
    aggregate_score: combined.weightedMean,
    weighted_aggregate: combined.weightedMean,
    aggregate: combined.equalMean,
    pass_rate: sampleCount === 0 ? null : (100 * combined.passed) / sampleCount,
    sample_count: sampleCount,
    by_evaluator: byKey(({ mean }) => mean),
    coverage: coverageOf(combined.statuses),
    coverage_by_evaluator: byKey(({ statuses }) => coverageOf(statuses)),
    distributions: byKey(distributionOf),
    flagged_samples: combined.flagged,
    missing_output: combined.statuses.missing_output,
    ...furtherBlocks(evaluators),
  };
}
