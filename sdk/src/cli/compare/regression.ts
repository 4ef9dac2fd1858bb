import { counted } from "@assay/contract/domain";
import type { Comparison } from "../../generated/types.ts";
import { cautions, namesOf } from "./words.ts";

/**
 * Why the gate `--fail-on-regression` fails, a sentence each; none: it holds.
 *
 * It fails closed: also when one evaluator alone got worse, when the two cannot be compared or share no scored case, and
 * when the candidate has no score where the baseline has one, as a system that stops answering must not pass.
 */
export function regressionFaults(comparison: Comparison): string[] {
  const { after, before } = namesOf(comparison);
  const { verdict, regressions, comparable, n_paired: paired, n_unpaired: unpaired } = comparison;
  const faults: string[] = [];
  if (verdict === "regressed") faults.push(`${after} is worse than ${before}.`);
  else if (regressions.length > 0)
    faults.push(`${after} is worse than ${before} in ${regressions.join(", ")}.`);
  if (!comparable) {
    const why = cautions(comparison).filter((caution) => caution.startsWith("Not comparable"));
    faults.push(...(why.length > 0 ? why : ["The two are not comparable."]));
  }
  if (paired === 0) faults.push("No case was scored on both.");
  else if (unpaired.baseline > 0) {
    faults.push(`${after} has no score on ${counted(unpaired.baseline, "case")} that ${before} has one on.`);
  }
  return faults;
}

/** Tells the faults of each comparison. @returns whether the gate holds for all of them. */
export function regressionGate(
  comparisons: readonly Comparison[],
  output: { note: (text: string) => void },
): boolean {
  const faults = comparisons.flatMap((comparison) => regressionFaults(comparison));
  for (const fault of faults) output.note(`FAIL --fail-on-regression: ${fault}`);
  return faults.length === 0;
}
