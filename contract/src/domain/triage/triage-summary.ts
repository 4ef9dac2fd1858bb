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

/**
 * One rate over every sample with an expected level, and over those with a level of the scale in the output.
 */
export interface AllAndAnsweredFigures {
  all: Proportion;
  answered: Proportion;
}

/** The triage block of an evaluation's results. */
export interface TriageSummary {
  /** Most urgent first. */
  levels: string[];
  /** Samples with a valid expected level, with any response: the denominator of every `all`. */
  total: number;
  /** Those with a level of the scale in the output: the denominator of every `answered`. */
  answered: number;
  no_answer: number;
  invalid_level: number;
  missing_output: number;
  errored: number;
  /** Samples without a valid expected level; outside `total` and every rate. */
  unknown_expected: number;
  /**
   * Expected level → level in the output, `no_answer`, `invalid_level`, `missing_output` or `errored` →
   * samples.
   */
  confusion: Record<string, Record<string, number>>;
  /** Recall per level: exact levels over all samples that expect this level. */
  recall: Record<string, Proportion>;
  exact: AllAndAnsweredFigures;
  under_triage: AllAndAnsweredFigures;
  over_triage: AllAndAnsweredFigures;
  /** The level of the `emergent_…` figures: the first. */
  most_urgent: string;
  /** Samples of the most urgent level without that level in the output, over all samples of it. */
  emergent_not_caught: BoundedProportion;
  /** Samples of the most urgent level with a less urgent level in the output, over all samples of it. */
  emergent_under_triage: BoundedProportion;
  /** Cohen's κ over pairs of levels; `null` if undefined, see `kappa_reason`. */
  kappa: number | null;
  /** Quadratic-weighted κ over pairs of levels, by index in `levels`; `null` if undefined. */
  weighted_kappa: number | null;
  kappa_n: number;
  kappa_reason: KappaReason | null;
}

/** Own properties for any key: `Object.fromEntries` defines instead of assigning. */
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
 * Builds the triage block of an evaluation's results: confusion matrix, recall of each level, exact, under-
 * and over-triage, misses of the most urgent level, and agreement beyond chance. Every rate has its
 * denominator.
 *
 * @param config the levels, most urgent first.
 * @param tallies how many samples share each tally of `triage_accuracy`; the order does not matter.
 * @returns `total` = `answered` + `no_answer` + `invalid_level` + `missing_output` + `errored`; rates and
 *   intervals are `null` if their denominator is 0.
 * @throws {RangeError} if a level has a reserved name or a tally belongs to other levels.
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
