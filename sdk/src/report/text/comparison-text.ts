import { counted, type SafetyItem, safetyItems } from "@assay/contract/domain";
import type { ComparedShare, Comparison } from "../../generated/types.ts";
import { decimalsOf, type Interval, percentText, pText } from "./figure-text.ts";

type Reason = Comparison["reasons"][number];

/**
 * Returns the names of the two systems. The names in the comparison must be distinct; `withDistinctSystems` returns such
 * comparisons.
 */
export const namesOf = ({ baseline, candidate }: Comparison): { before: string; after: string } => ({
  before: baseline.name,
  after: candidate.name,
});

/** Returns, for example, `17.0 points lower`. A change that rounds to 0 is neither lower nor higher. */
function changeText(points: number, digits: number): string {
  const shown = Math.abs(points).toFixed(digits);
  if (Number(shown) === 0) return `${shown} points apart`;
  return `${shown} points ${points < 0 ? "lower" : "higher"}`;
}

/** Returns, for example, `6.4 to 27.4 points lower` or `1.9 points lower to 19.4 points higher`. */
function intervalText([low, high]: Interval): string {
  const digits = decimalsOf([low, high]);
  if (low < 0 && high > 0) return `${changeText(low, digits)} to ${changeText(high, digits)}`;
  const [near, far] = low < 0 ? [-high, -low] : [low, high];
  return `${near.toFixed(digits)} to ${changeText(low < 0 ? -far : far, digits)}`;
}

const pEquation = (p: number | null): string => {
  const text = pText(p);
  return text.startsWith("<") ? `p ${text}` : `p = ${text}`;
};

function figuresText({ change, ci95, p_value: p, n_paired: n }: Comparison): string {
  const interval = ci95 ? `95 % interval ${intervalText(ci95)}, ` : "";
  return `${changeText(change ?? 0, ci95 ? decimalsOf(ci95) : 1)} on the same ${counted(n, "case")} (${interval}${pEquation(p)})`;
}

/** Returns the verdict if all cases scored the same. */
function sameText(comparison: Comparison): string {
  const { before, after } = namesOf(comparison);
  const { n_paired: n, differing_upper95: share } = comparison;
  const further = share === null ? "" : `; up to ${percentText(share)} of further cases may differ`;
  return `${after} scored the same as ${before} on each of ${counted(n, "case")}${further}.`;
}

/** Explains that fewer than 6 independent differences cannot reach p < 0.05. */
function fewText({ discordant, n_paired: n, n_clusters: groups }: Comparison): string {
  return groups < n
    ? `The ${counted(n, "case")} belong to ${counted(groups, "group")} (cluster_id). Too few groups differ to rule out chance; at least 6 must differ.`
    : `Only ${counted(discordant, "case")} of ${n} differ, too few to rule out chance.`;
}

function openText(comparison: Comparison): string {
  const { before, after } = namesOf(comparison);
  const { n_paired: n, minimum_detectable_effect: detectable, reasons } = comparison;
  if (n === 0) return `Inconclusive between ${after} and ${before}: no case was scored for both systems.`;
  const few = reasons.includes("too_few") ? ` ${fewText(comparison)}` : "";
  const needed =
    detectable === null
      ? ""
      : ` The minimum detectable effect for this number of cases is ${detectable.toFixed(1)} points; add cases to detect smaller changes.`;
  return `Inconclusive between ${after} and ${before}: ${figuresText(comparison)}; this may be due to chance.${few}${needed}`;
}

/** Returns a comparison's verdict as a sentence for readers without knowledge of statistics. */
export function verdictText(comparison: Comparison): string {
  const { before, after } = namesOf(comparison);
  const figures = figuresText(comparison);
  if (comparison.verdict === "no_difference" && comparison.discordant === 0) return sameText(comparison);
  const texts: Record<string, string> = {
    improved: `${after} is better than ${before}: ${figures}; this is more than chance.`,
    regressed: `${after} is worse than ${before}: ${figures}; this is more than chance.`,
    no_difference: `${after} is as good as ${before}: ${figures}; a difference of more than ${comparison.equivalence_margin} points is ruled out.`,
  };
  return texts[comparison.verdict] ?? openText(comparison);
}

const safetyNames: Record<SafetyItem, string> = {
  emergent_not_caught: "emergent not caught",
  missed_flags: "missed flags",
  missed_escalations: "missed escalations",
};

/**
 * Returns the safety checks of a comparison, each with what it counts. The name also states the unit of
 * missed flags, which is a sample with any missed flag. In other tables, missed flags are shares of items.
 */
export const safetyOf = ({ safety }: Comparison): { name: string; fault: string; share: ComparedShare }[] =>
  safetyItems.flatMap((item) => {
    const share = safety[item];
    const fault = safetyNames[item];
    return share ? [{ name: item === "missed_flags" ? "any missed flag" : fault, fault, share }] : [];
  });

/** Returns one sentence for each safety check that the candidate fails more often than the baseline. */
export function safetyFaults(comparison: Comparison): string[] {
  const { before, after } = namesOf(comparison);
  return safetyOf(comparison).flatMap(({ fault, share: { baseline, candidate, verdict, p_adjusted: p } }) =>
    verdict === "regressed"
      ? [
          `${after} is less safe than ${before}: ${fault} in ${candidate.numerator} of ${counted(candidate.denominator, "case")}; with ${before}, in ${baseline.numerator} (${pEquation(p)}).`,
        ]
      : [],
  );
}

/** Returns the number of cases that have a score for only the named system; empty if there are none. */
const alone = (count: number, name: string): string =>
  count > 0 ? `${counted(count, "case")} with a score for only ${name}` : "";

function disagreeText({ p_value: p, ci95 }: Comparison): string {
  const text = pText(p);
  const interval = ci95 ? `; interval ${intervalText(ci95)}` : "";
  return `Test and interval disagree (p ${text}${interval}). The verdict follows the test; add cases before deciding.`;
}

/**
 * Returns the cautions to read before relying on the verdict, one sentence each. Print the `safetyFaults`
 * before them.
 */
export function cautions(comparison: Comparison): string[] {
  const { before, after } = namesOf(comparison);
  const { n_not_common: notCommon } = comparison;
  const { baseline, candidate } = comparison.n_unpaired;
  const texts: Partial<Record<Reason, string>> = {
    evaluators_differ: "Not comparable: the two evaluations have different evaluators.",
    evaluator_settings_differ: "Not comparable: the evaluators have different settings.",
    weights_differ: "Not comparable: the evaluators have different weights.",
    runs_differ: "Not comparable: the evaluations have different numbers of runs.",
    errors_differ: "Not comparable: the numbers of cases that failed with an error differ.",
    coverage_differs: `Not comparable: at least one case has a score in only one of the two evaluations. Cases without an output: ${comparison.n_missing_output.baseline} of ${before}, ${comparison.n_missing_output.candidate} of ${after}.`,
    datasets_differ: "The cases are from two datasets, matched by external id, input and expected answer.",
    case_changed: `Left out: ${counted(comparison.n_case_changed, "case")} whose input or expected answer changed.`,
    unpaired: `Left out: ${[alone(baseline, before), alone(candidate, after)].filter(Boolean).join(", ")}.`,
    p_interval_disagree: disagreeText(comparison),
    single_cluster: "All cases belong to one cluster, so the variation between clusters is unknown.",
  };
  const worse = comparison.verdict === "regressed" ? "" : comparison.regressions.join(", ");
  return [
    ...comparison.reasons.map((reason) => texts[reason]),
    notCommon > 0 &&
      `Left out: ${counted(notCommon, "case")} without a score for at least one of the remaining candidates.`,
    worse && `Worse in ${worse}, regardless of the combined score.`,
  ].flatMap((text) => text || []);
}
