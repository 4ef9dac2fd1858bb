import { counted } from "@assay/contract/domain";
import type { Comparison } from "../../generated/types.ts";
import { cautions, namesOf, safetyFaults } from "../../report/text/comparison-text.ts";
import { withDistinctSystems } from "../../report/text/system-names.ts";

/**
 * Returns the reasons why the gate `--fail-on-regression` fails, one sentence each; empty if the gate passes.
 *
 * The gate fails closed. It fails if the candidate is worse overall, for a single evaluator or in a safety
 * check, if the evaluations are not comparable, or if they share no scored case. It also fails if the candidate lacks a
 * score that the baseline has, because a system that stops responding must not pass.
 */
export function regressionFaults(comparison: Comparison): string[] {
  const { after, before } = namesOf(comparison);
  const { verdict, regressions, comparable, n_paired: paired, n_unpaired: unpaired } = comparison;
  const faults = safetyFaults(comparison);
  if (verdict === "regressed") faults.push(`${after} is worse than ${before}.`);
  else if (regressions.length > 0)
    faults.push(`${after} is worse than ${before} in ${regressions.join(", ")}.`);
  if (!comparable) {
    const why = cautions(comparison).filter((caution) => caution.startsWith("Not comparable"));
    faults.push(...(why.length > 0 ? why : ["The two systems are not comparable."]));
  }
  if (paired === 0) faults.push("No case was scored for both systems.");
  else if (unpaired.baseline > 0) {
    faults.push(
      `${after} has no score for ${counted(unpaired.baseline, "case")} for which ${before} has a score.`,
    );
  }
  return faults;
}

/** Prints the faults of each comparison. @returns whether the gate passes for all of them. */
export function regressionGate(
  comparisons: readonly Comparison[],
  output: { note: (text: string) => void },
): boolean {
  const faults = withDistinctSystems(comparisons).flatMap(regressionFaults);
  for (const fault of faults) output.note(`FAIL --fail-on-regression: ${fault}`);
  return faults.length === 0;
}
