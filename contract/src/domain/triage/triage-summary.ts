import type { Tally } from "../evaluation/tally.ts";
import {
  boundedProportion,
  proportion,
  type BoundedProportion,
  type Proportion,
} from "../statistics/proportion.ts";
import { cohensKappa, weightedKappa, type KappaReason } from "../statistics/kappa.ts";
import {
  type Confusion,
  type ConfusionRow,
  countConfusion,
  sumCells,
  sumColumn,
  sumRow,
} from "./triage-confusion.ts";

/** One rate over all samples with an expected level, and over those whose output has a level on the scale. */
export interface AllAndAnsweredFigures {
  all: Proportion;
  answered: Proportion;
}

/** The triage summary in an evaluation's results. */
export interface TriageSummary {
  /** The levels, most urgent first. */
  levels: string[];
  /** Number of samples with a valid expected level, with any response: the denominator of every `all`. */
  total: number;
  /** Number of these samples whose output has a level on the scale: the denominator of every `answered`. */
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
  /** Recall for each level: samples with exactly this level, over all samples that expect it. */
  recall: Record<string, Proportion>;
  exact: AllAndAnsweredFigures;
  under_triage: AllAndAnsweredFigures;
  over_triage: AllAndAnsweredFigures;
  /** The first level, which the `emergent_…` figures cover. */
  most_urgent: string;
  /** Samples that expect the most urgent level but do not have it in the output, over all that expect it. */
  emergent_not_caught: BoundedProportion;
  /** Samples that expect the most urgent level but have a less urgent one, over all that expect it. */
  emergent_under_triage: BoundedProportion;
  /** Cohen's κ over pairs of levels; `null` if undefined, with the reason in `kappa_reason`. */
  kappa: number | null;
  /** Quadratic-weighted κ over pairs of levels, by index in `levels`; `null` if undefined. */
  weighted_kappa: number | null;
  kappa_n: number;
  kappa_reason: KappaReason | null;
}

/** Creates own properties for any key. `Object.fromEntries` defines properties instead of assigning them. */
const byExpected = <Value>({ rows }: Confusion, value: (row: ConfusionRow, level: string) => Value) =>
  Object.fromEntries([...rows].map(([level, row]) => [level, value(row, level)]));

function rates(
  confusion: Confusion,
  total: number,
): Pick<TriageSummary, "exact" | "under_triage" | "over_triage"> {
  const { matrix } = confusion;
  const answered = sumCells(matrix, () => true);
  const rate = (numerator: number): AllAndAnsweredFigures => ({
    all: proportion(numerator, total),
    answered: proportion(numerator, answered),
  });
  return {
    exact: rate(sumCells(matrix, (expected, answer) => answer === expected)),
    under_triage: rate(sumCells(matrix, (expected, answer) => answer > expected)),
    over_triage: rate(sumCells(matrix, (expected, answer) => answer < expected)),
  };
}

function urgentFigures(
  { rows, matrix }: Confusion,
  level: string,
): Pick<TriageSummary, "most_urgent" | "emergent_not_caught" | "emergent_under_triage"> {
  const all = sumRow(rows.get(level));
  const caught = sumCells(matrix, (expected, answer) => expected === 0 && answer === 0);
  const underTriaged = sumCells(matrix, (expected, answer) => expected === 0 && answer > 0);
  return {
    most_urgent: level,
    emergent_not_caught: boundedProportion(all - caught, all),
    emergent_under_triage: boundedProportion(underTriaged, all),
  };
}

function kappas({
  matrix,
}: Confusion): Pick<TriageSummary, "kappa" | "weighted_kappa" | "kappa_n" | "kappa_reason"> {
  const { value, n, reason } = cohensKappa(matrix);
  // Both are undefined in the same cases, so they share one reason.
  return { kappa: value, weighted_kappa: weightedKappa(matrix).value, kappa_n: n, kappa_reason: reason };
}

/**
 * Builds the triage summary in an evaluation's results: confusion matrix, recall for each level, exact,
 * under- and over-triage rates, misses of the most urgent level, and agreement beyond chance. Every rate has
 * its denominator.
 *
 * @param config the levels, most urgent first.
 * @param tallies the number of samples for each tally of `triage_accuracy`, in any order.
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
    recall: byExpected(confusion, (row, level) => proportion(row.get(level) ?? 0, sumRow(row))),
    ...rates(confusion, total),
    ...urgentFigures(confusion, levels[0] ?? ""),
    ...kappas(confusion),
  };
}
