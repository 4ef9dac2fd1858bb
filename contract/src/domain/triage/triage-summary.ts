import type { Tally } from "../evaluation/tally.ts";
import {
  clusteredBoundedProportion,
  clusteredProportion,
  type BoundedProportion,
  type Proportion,
} from "../statistics/proportion.ts";
import { cohensKappa, weightedKappa, type KappaReason } from "../statistics/kappa.ts";
import type { InvalidLevels } from "./invalid-levels.ts";
import {
  clusterCounts,
  type Confusion,
  type ConfusionCell,
  type ConfusionRow,
  countConfusion,
  sumCells,
  sumColumn,
  sumRow,
} from "./triage-confusion.ts";

/**
 * A rate over all samples with an expected level, and the same rate over those of them whose output has a
 * level on the scale.
 */
export interface AllAndAnsweredFigures {
  all: Proportion;
  answered: Proportion;
}

/**
 * The triage summary in an evaluation's results. The values outside the scale are absent in results of earlier
 * versions.
 */
export interface TriageSummary extends Partial<InvalidLevels> {
  /** The levels, most urgent first. */
  levels: string[];
  /** Number of samples with a valid expected level, with any response: the denominator of every `all`. */
  total: number;
  /**
   * Number of samples with a valid expected level whose output has a level on the scale: the denominator of
   * every `answered`.
   */
  answered: number;
  no_answer: number;
  invalid_level: number;
  missing_output: number;
  errored: number;
  /** Number of samples without a valid expected level, which `total` and all rates exclude. */
  unknown_expected: number;
  /**
   * The number of samples by expected level and response. A response is a level, `no_answer`,
   * `invalid_level`, `missing_output` or `errored`.
   */
  confusion: Record<string, Record<string, number>>;
  /**
   * Recall for each level: among the samples that expect the level, the share whose output has exactly this
   * level.
   */
  recall: Record<string, Proportion>;
  exact: AllAndAnsweredFigures;
  under_triage: AllAndAnsweredFigures;
  over_triage: AllAndAnsweredFigures;
  /** The first level, which the `emergent_…` figures cover. */
  most_urgent: string;
  /** Among the samples that expect the most urgent level, the share whose output does not have this level. */
  emergent_not_caught: BoundedProportion;
  /** Among the samples that expect the most urgent level, the share whose output has a less urgent level. */
  emergent_under_triage: BoundedProportion;
  /** Cohen's κ over pairs of levels; `null` if undefined, with the reason in `kappa_reason`. */
  kappa: number | null;
  /** Quadratic-weighted κ over pairs of levels, by index in `levels`; `null` if undefined. */
  weighted_kappa: number | null;
  kappa_n: number;
  kappa_reason: KappaReason | null;
}

/** Creates own properties for any key. `Object.fromEntries` defines properties instead of assigning them. */
const byExpected = <Value>({ rows }: Confusion, value: (row: ConfusionRow) => Value) =>
  Object.fromEntries([...rows].map(([level, row]) => [level, value(row)]));

function rates({ cells }: Confusion): Pick<TriageSummary, "exact" | "under_triage" | "over_triage"> {
  const withLevel = cells.filter(({ answered }) => answered !== null);
  const rate = (isCounted: (answered: number, expected: number) => boolean): AllAndAnsweredFigures => {
    const isSuccess = ({ expected, answered }: ConfusionCell): boolean =>
      answered !== null && isCounted(answered, expected);
    return {
      all: clusteredProportion(clusterCounts(cells, isSuccess)),
      answered: clusteredProportion(clusterCounts(withLevel, isSuccess)),
    };
  };
  return {
    exact: rate((answered, expected) => answered === expected),
    under_triage: rate((answered, expected) => answered > expected),
    over_triage: rate((answered, expected) => answered < expected),
  };
}

function urgentFigures(
  { cells }: Confusion,
  level: string,
): Pick<TriageSummary, "most_urgent" | "emergent_not_caught" | "emergent_under_triage"> {
  const emergent = cells.filter(({ expected }) => expected === 0);
  const share = (isSuccess: (cell: ConfusionCell) => boolean): BoundedProportion =>
    clusteredBoundedProportion(clusterCounts(emergent, isSuccess));
  return {
    most_urgent: level,
    emergent_not_caught: share(({ answered }) => answered !== 0),
    emergent_under_triage: share(({ answered }) => answered !== null && answered > 0),
  };
}

/** Returns the recall of each level, over the samples that expect it. */
const recalls = ({ cells }: Confusion, levels: readonly string[]): Record<string, Proportion> =>
  Object.fromEntries(
    levels.map((level, index) => {
      const own = cells.filter(({ expected }) => expected === index);
      return [level, clusteredProportion(clusterCounts(own, ({ answered }) => answered === index))];
    }),
  );

function kappas({
  matrix,
}: Confusion): Pick<TriageSummary, "kappa" | "weighted_kappa" | "kappa_n" | "kappa_reason"> {
  const { value, n, reason } = cohensKappa(matrix);
  // Both kappas are undefined in the same cases, so they share one reason.
  return { kappa: value, weighted_kappa: weightedKappa(matrix).value, kappa_n: n, kappa_reason: reason };
}

/**
 * Builds the triage summary in an evaluation's results: confusion matrix, recall for each level, exact,
 * under- and over-triage rates, misses of the most urgent level, and agreement beyond chance. Every rate has
 * its denominator.
 *
 * @param config the levels, most urgent first.
 * @param tallies the number of samples for each tally of `triage_accuracy` and each cluster, in any order. Samples of one
 *   cluster are not independent, so they widen every interval and bound.
 * @returns the summary, in which `total` = `answered` + `no_answer` + `invalid_level` + `missing_output` +
 *   `errored`. Rates and intervals are `null` if their denominator is 0.
 * @throws {RangeError} if a level has a reserved name, or if a tally belongs to other levels.
 */
export function summarizeTriage(
  config: { readonly levels: readonly string[] },
  tallies: readonly Tally[],
): TriageSummary {
  const levels = [...config.levels];
  const confusion = countConfusion(levels, tallies);
  const total = [...confusion.rows.values()].reduce((sum, row) => sum + sumRow(row), 0);
  return {
    levels,
    total,
    answered: sumCells(confusion.matrix, () => true),
    no_answer: sumColumn(confusion, "no_answer"),
    invalid_level: sumColumn(confusion, "invalid_level"),
    missing_output: sumColumn(confusion, "missing_output"),
    errored: sumColumn(confusion, "errored"),
    unknown_expected: confusion.unknownExpected,
    confusion: byExpected(confusion, (row) => Object.fromEntries(row)),
    recall: recalls(confusion, levels),
    ...rates(confusion),
    ...urgentFigures(confusion, levels[0] ?? ""),
    ...kappas(confusion),
  };
}
