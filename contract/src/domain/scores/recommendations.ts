import { counted } from "../values/counted.ts";
import { unscoredIn } from "../evaluation/results.ts";
import { meanWithUnscored, type ThresholdResult, thresholdStatus, thresholdStatuses } from "./thresholds.ts";

/** A sample with a low score. */
export interface LowSample {
  /** Id of the sample. */
  sample: string;
  external_id: string | null;
  score: number;
}

/** One evaluator's result, with the samples that a recommendation names. */
export interface Recommendable extends ThresholdResult {
  /** The samples, lowest scores first. */
  worst_samples: readonly LowSample[];
}

/** Maximum number of samples that a recommendation names. */
export const worstSamplesNamed = 5;

const pointsText = (points: number): string =>
  `${points.toFixed(1)} point${points.toFixed(1) === "1.0" ? "" : "s"}`;

/** Formats a gap. A positive gap must not be shown as 0.0. */
const gapText = (gap: number): string => (gap < 0.05 ? "less than 0.1 points" : pointsText(gap));

function gaps({ thresholds, gap_to_target: toTarget, gap_to_warning: toWarning }: ThresholdResult): string {
  const target = `${gapText(toTarget ?? 0)} below its target of ${thresholds.target}`;
  if (toWarning === undefined) return target;
  return `${gapText(toWarning)} below its warning mark of ${thresholds.warning} and ${target}`;
}

function doubts({ ci95, status, thresholds }: ThresholdResult): string {
  if (!ci95) return " The scores are too few, or all equal, so no interval is available.";
  const [lower, upper] = ci95;
  const isWithin = [lower, upper].every((end) => thresholdStatus(end, thresholds) === status);
  if (isWithin) return "";
  return ` The 95 % interval, ${lower.toFixed(1)} to ${upper.toFixed(1)}, extends beyond the status ${status}: more samples are needed.`;
}

/** Returns a sentence about the samples without a score; empty if there are none. */
function unscoredText({ current, coverage }: ThresholdResult): string {
  const unscored = unscoredIn(coverage);
  if (unscored === 0) return "";
  const causes = `${coverage.errored} errored, ${coverage.skipped - coverage.not_applicable} skipped`;
  const mean = meanWithUnscored({ current, coverage })?.toFixed(1);
  const inScope = counted(coverage.scored + unscored, "sample");
  return ` ${unscored} of ${inScope} in scope have no score (${causes}); if they scored 0, the mean would be ${mean}.`;
}

const nameOf = ({ sample, external_id: externalId, score }: LowSample): string =>
  externalId === null ? `${sample} (${score.toFixed(1)})` : `${externalId} (${sample}, ${score.toFixed(1)})`;

function recommendation(key: string, result: Recommendable): string {
  const { current, status, sample_count: count, worst_samples: worst } = result;
  if (current === null)
    return `${key} scored no sample, so it cannot be compared with its thresholds: see why the samples were skipped or errored.`;
  const names = worst.map(nameOf).join(", ");
  const look = worst.length === 0 ? "" : ` Begin with the lowest scores: ${names}.`;
  const mean = `${key} is ${status}: its mean of ${current.toFixed(1)} over ${counted(count, "sample")}`;
  const gap =
    status === "exceeding" ? `reaches its target of ${result.thresholds.target}` : `is ${gaps(result)}`;
  return `${mean} ${gap}.${look}${unscoredText(result)}${doubts(result)}`;
}

const rankOf = ({ status }: ThresholdResult): number =>
  status === null ? -1 : thresholdStatuses.indexOf(status);

/**
 * Builds recommendations for evaluators below their target, and for evaluators that left samples without a
 * score. Each recommendation has a few sentences: evaluator, gap, worst samples and samples without a score.
 *
 * @returns the recommendations. Evaluators without scores come first, then the worst status; within a status,
 *   the widest gap comes first.
 */
export function recommendationsOf(results: Readonly<Record<string, Recommendable>>): string[] {
  return Object.entries(results)
    .filter(([, { status, coverage }]) => status !== "exceeding" || unscoredIn(coverage) > 0)
    .sort(
      ([, one], [, other]) =>
        rankOf(one) - rankOf(other) || (other.gap_to_target ?? 0) - (one.gap_to_target ?? 0),
    )
    .map(([key, result]) => recommendation(key, result));
}
