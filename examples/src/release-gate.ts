// Gate a release in CI. Exit code 0: the candidate passed. 1: it is worse than the last release or can miss
// too many emergencies. 2: the gate could not run.
//
//   ASSAY_BASE_URL=… ASSAY_API_KEY=… node examples/dist/release-gate.mjs eval_<released> eval_<candidate> 0.25
//
// Equivalent command: assay run released.jsonl candidate.jsonl -e triage_accuracy --compare
// --fail-on-regression --max-under-triage 25%
import { Assay } from "@assay/sdk";
import "./exit-on-error.ts";

const [released, candidate, bound = "0.05"] = process.argv.slice(2);
if (released === undefined || candidate === undefined) {
  console.error("Pass two evaluations and the maximum share of missed emergencies: eval_… eval_… 0.05");
  process.exit(2);
}

const assay = new Assay(); // ASSAY_API_KEY, ASSAY_BASE_URL
const comparison = await assay.evaluations.compare({ evaluations: [released, candidate] });
const { results } = await assay.evaluations.get(candidate);
const missed = results?.triage?.emergent_not_caught;

const reasons: string[] = [];
const { verdict, regressions, comparable, n_paired: paired, n_unpaired: unpaired } = comparison;
if (verdict === "regressed") reasons.push(`it is worse than the last release (${paired} shared samples)`);
else if (regressions.length > 0)
  reasons.push(`it is worse in ${regressions.join(", ")} (${paired} shared samples)`);
if (!comparable)
  reasons.push(`it is not comparable with the last release (${comparison.reasons.join(", ")})`);
// A system that stops responding must not pass.
if (unpaired.baseline > 0)
  reasons.push(`samples with a score for the last release only: ${unpaired.baseline}`);
// If no sample is an emergency, the share of missed emergencies is unknown.
if (!missed || missed.upper95 === null) reasons.push("no emergency was tested (denominator 0)");
else if (missed.upper95 > Number(bound)) {
  reasons.push(
    `${missed.numerator} of ${missed.denominator} emergencies were not caught: up to ${(missed.upper95 * 100).toFixed(1)} % with 95 % confidence, above ${Number(bound) * 100} %`,
  );
}
console.log(reasons.length === 0 ? "The candidate may be released." : `Not released: ${reasons.join("; ")}.`);
process.exitCode = reasons.length === 0 ? 0 : 1;
