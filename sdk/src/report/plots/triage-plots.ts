import type { BoundedProportion, Evaluation, Proportion } from "../../generated/types.ts";
import type { Plot } from "../plot-node.ts";
import { boundedText, numberText, shareText, withSamples } from "../text/figure-text.ts";
import { firstTriage, notCaughtName, recallName } from "../text/result-rows.ts";
import { withDistinctNames } from "../text/system-names.ts";
import { type IntervalGroup, type IntervalRow, intervalPlot } from "./interval-plot.ts";
import type { PlotOptions } from "./plot-frame.ts";

/** The axis of shares and scores. */
const percentAxis = { domain: [0, 100], label: "share in %, or score (0-100)" } as const;

type RowOf = (evaluation: Evaluation) => Pick<IntervalRow, "estimate" | "interval" | "text">;

const percents = ([low, high]: readonly [number, number]): [number, number] => [100 * low, 100 * high];

const undefinedRow = (text: string): ReturnType<RowOf> => ({ estimate: null, interval: null, text });

function shareRow(share: Proportion | undefined): ReturnType<RowOf> {
  if (!share) return undefinedRow("undefined: not evaluated");
  const { rate, ci95 } = share;
  if (rate === null) return undefinedRow("undefined (denominator 0)");
  return { estimate: 100 * rate, interval: ci95 && percents(ci95), text: shareText(share) };
}

function boundedRow(share: BoundedProportion | undefined): ReturnType<RowOf> {
  if (!share || share.rate === null || share.upper95 === null) return shareRow(share);
  const { rate, upper95 } = share;
  return { estimate: 100 * rate, interval: percents([rate, upper95]), text: boundedText(share) };
}

function scoreRow({ results }: Evaluation): ReturnType<RowOf> {
  const score = results?.aggregate_score ?? null;
  if (score === null) return undefinedRow("undefined: no sample has a score");
  return { estimate: score, interval: null, text: withSamples(score, results?.sample_count, 1) };
}

/** Returns one row per evaluation under a heading. */
function groupOf(heading: string, evaluations: readonly Evaluation[], rowOf: RowOf): IntervalGroup {
  const rows = withDistinctNames(evaluations).map((one, series) => ({
    label: one.name,
    series,
    ...rowOf(one),
  }));
  return { heading, rows };
}

/** Returns the rows of groups as a table. */
function numbersOf(groups: readonly IntervalGroup[]): { head: string[]; rows: string[][] } {
  const rows = groups.flatMap(({ heading, rows: own }) =>
    own.map(({ label, text }) => [heading, label, text]),
  );
  return { head: ["figure", "system", "value"], rows };
}

type ShareOf = (evaluation: Evaluation) => BoundedProportion | undefined;

/** Returns one clause per evaluation, such as `mercury-0.9 9 of 20`. */
function missedText(evaluations: readonly Evaluation[], shareOf: ShareOf): string {
  const clauses = withDistinctNames(evaluations).map((evaluation) => {
    const share = shareOf(evaluation);
    return share && `${evaluation.name} ${share.numerator} of ${share.denominator}`;
  });
  return clauses.filter(Boolean).join(", ");
}

const notCaught = ({ results }: Evaluation) => results?.triage?.emergent_not_caught;
const missedFlags = ({ results }: Evaluation) => results?.red_flags?.missed;

/** Returns the shares of missed cases that an evaluation has, with their names: emergencies, then red flags. */
function missedShares(evaluations: readonly Evaluation[]): { name: string; shareOf: ShareOf }[] {
  const triage = firstTriage(evaluations);
  return [
    ...(triage ? [{ name: notCaughtName(triage), shareOf: notCaught }] : []),
    ...(evaluations.some(missedFlags) ? [{ name: "missed flags", shareOf: missedFlags }] : []),
  ];
}

/**
 * Draws the figures that a release decision reads first: missed emergencies and missed red flags with their upper
 * bounds, exact levels, and the combined score. A figure that no evaluation has is left out.
 *
 * @param evaluations completed evaluations; the first one is the baseline.
 */
export function overviewPlot(evaluations: readonly Evaluation[], options: PlotOptions = {}): Plot {
  const missed = missedShares(evaluations);
  const groups = missed.map(({ name, shareOf }) =>
    groupOf(`${name} (lower is better)`, evaluations, (one) => boundedRow(shareOf(one))),
  );
  if (firstTriage(evaluations))
    groups.push(
      groupOf("exact level (higher is better)", evaluations, ({ results }) =>
        shareRow(results?.triage?.exact.all),
      ),
    );
  groups.push(groupOf("combined score (higher is better)", evaluations, scoreRow));
  const [first] = missed;
  const title = first ? `${first.name}: ${missedText(evaluations, first.shareOf)}` : "Combined scores";
  const description =
    "One row per system. A line from the estimate to the right ends at the one-sided 95 % upper bound; a line around the estimate is its 95 % interval.";
  return intervalPlot({ title, description, axis: percentAxis, groups, numbers: numbersOf(groups) }, options);
}

/**
 * Draws the recall of each level with its 95 % interval, for each system.
 *
 * @returns undefined if no evaluation has a triage evaluator.
 */
export function recallPlot(evaluations: readonly Evaluation[], options: PlotOptions = {}): Plot | undefined {
  const triage = firstTriage(evaluations);
  if (!triage) return undefined;
  const groups = triage.levels.map((level) =>
    groupOf(recallName(triage, level), evaluations, ({ results }) =>
      shareRow(results?.triage?.recall[level]),
    ),
  );
  const kappas = withDistinctNames(evaluations).map(
    ({ name, results }) => `${name} ${numberText(results?.triage?.weighted_kappa, 3)}`,
  );
  const title = "Share of the samples of each level that get exactly this level";
  const description = `One row per level and system, with 95 % Wilson intervals. Weighted kappa: ${kappas.join(", ")}.`;
  return intervalPlot({ title, description, axis: percentAxis, groups, numbers: numbersOf(groups) }, options);
}
