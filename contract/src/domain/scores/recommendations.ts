import { counted } from "../values/counted.ts";
import { type ThresholdResult, thresholdStatuses } from "./thresholds.ts";

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

function doubts({ ci95, confident, status }: ThresholdResult): string {
  if (confident) return "";
  if (!ci95) return " The scores are too few, or all equal, so no interval is available.";
  const [low, high] = ci95.map((end) => end.toFixed(1));
  return ` The 95 % interval, ${low} to ${high}, extends beyond the status ${status}: more samples are needed.`;
}

const nameOf = ({ sample, external_id: externalId, score }: LowSample): string =>
  externalId === null ? `${sample} (${score.toFixed(1)})` : `${externalId} (${sample}, ${score.toFixed(1)})`;

function recommendation(key: string, result: Recommendable): string {
  const { current, status, sample_count: count, worst_samples: worst } = result;
  if (current === null)
    return `${key} scored no sample, so it cannot be compared with its thresholds: see why the samples were skipped or errored.`;
  const names = worst.map(nameOf).join(", ");
  const look = worst.length === 0 ? "" : ` Begin with the lowest scores: ${names}.`;
  return `${key} is ${status}: its mean of ${current.toFixed(1)} over ${counted(count, "sample")} is ${gaps(result)}.${look}${doubts(result)}`;
}

const rankOf = ({ status }: ThresholdResult): number =>
  status === null ? -1 : thresholdStatuses.indexOf(status);

/**
 * Builds recommendations for evaluators below their target. Each recommendation has a few sentences:
 * evaluator, gap and worst samples.
 *
 * @returns the recommendations. Evaluators without scores come first, then the worst status; within a status,
 *   the widest gap comes first.
 */
export function recommendationsOf(results: Readonly<Record<string, Recommendable>>): string[] {
  return Object.entries(results)
    .filter(([, { status }]) => status !== "exceeding")
    .sort(
      ([, one], [, other]) =>
        rankOf(one) - rankOf(other) || (other.gap_to_target ?? 0) - (one.gap_to_target ?? 0),
    )
    .map(([key, result]) => recommendation(key, result));
}
