// Gate a release in CI by thresholds. Exit code 0: passed. 1: failed, with recommendations. 2: the gate could
// not run.
//
//   ASSAY_BASE_URL=… ASSAY_API_KEY=… node examples/dist/threshold-gate.mjs proj_… triage_accuracy:60,75,90 [eval_…]
//
// The three thresholds are critical, warning and target. An evaluator passes if it reaches its warning
// threshold. The default evaluation is the project's latest.
import { Assay } from "@assay/sdk";
import "./exit-on-error.ts";

const [project, ...rest] = process.argv.slice(2);
const evaluation = rest.find((argument) => argument.startsWith("eval_"));
const thresholds = rest.flatMap((argument) => {
  const [, evaluator, critical, warning, target] = /^(.+):([\d.]+),([\d.]+),([\d.]+)$/.exec(argument) ?? [];
  if (evaluator === undefined) return [];
  const values = { critical: Number(critical), warning: Number(warning), target: Number(target) };
  return [[evaluator, values] as const];
});
if (project === undefined || thresholds.length === 0) {
  console.error("Pass a project and the thresholds of an evaluator: proj_… triage_accuracy:60,75,90");
  process.exit(2);
}

const assay = new Assay(); // ASSAY_API_KEY, ASSAY_BASE_URL
const analysis = await assay.scores.thresholdAnalysis({
  project,
  thresholds: Object.fromEntries(thresholds),
  ...(evaluation !== undefined && { evaluation }),
});

const { overall_status: status, results, recommendations } = analysis;
for (const [evaluator, { current, ci95, sample_count: count, status: own }] of Object.entries(results)) {
  const interval = ci95 ? ` [${ci95.map((end) => end.toFixed(1)).join(", ")}]` : "";
  console.log(
    `${evaluator}: ${current?.toFixed(1) ?? "no score"}${interval} over ${count} sample${count === 1 ? "" : "s"}: ${own ?? "unknown"}`,
  );
}
// The gate fails closed: an unknown status does not pass.
const passed = status === "passing" || status === "exceeding";
console.log(passed ? "The release passes." : "The release does not pass:");
for (const recommendation of passed ? [] : recommendations) console.log(`- ${recommendation}`);
process.exitCode = passed ? 0 : 1;
