// Gate a release in CI by marks: exit code 1, with what to do, when the evaluation does not pass; 2 when it could not be judged.
//
//   ASSAY_BASE_URL=… ASSAY_API_KEY=… node examples/dist/threshold-gate.mjs proj_… triage_accuracy:60,75,90 [eval_…]
//
// The three marks are critical, warning and target; from warning on an evaluator passes. Without an evaluation the
// project's latest is judged.
import { Assay } from "@assay/sdk";
import "./could-not-run.ts";

const [project, ...rest] = process.argv.slice(2);
const evaluation = rest.find((argument) => argument.startsWith("eval_"));
const marks = rest.flatMap((argument) => {
  const [, evaluator, critical, warning, target] = /^(.+):([\d.]+),([\d.]+),([\d.]+)$/.exec(argument) ?? [];
  if (evaluator === undefined) return [];
  const thresholds = { critical: Number(critical), warning: Number(warning), target: Number(target) };
  return [[evaluator, thresholds] as const];
});
if (project === undefined || marks.length === 0) {
  console.error("Name a project and the marks of an evaluator: proj_… triage_accuracy:60,75,90");
  process.exit(2);
}

const assay = new Assay(); // ASSAY_API_KEY, ASSAY_BASE_URL
const analysis = await assay.scores.thresholdAnalysis({
  project,
  thresholds: Object.fromEntries(marks),
  ...(evaluation !== undefined && { evaluation }),
});

const { overall_status: status, results, recommendations } = analysis;
for (const [evaluator, { current, ci95, sample_count: count, status: own }] of Object.entries(results)) {
  const interval = ci95 ? ` [${ci95.map((end) => end.toFixed(1)).join(", ")}]` : "";
  console.log(
    `${evaluator}: ${current?.toFixed(1) ?? "no score"}${interval} over ${count} sample${count === 1 ? "" : "s"}: ${own ?? "unknown"}`,
  );
}
// Fails closed: what is not known does not pass.
const passed = status === "passing" || status === "exceeding";
console.log(passed ? "The release passes." : "The release does not pass:");
for (const recommendation of passed ? [] : recommendations) console.log(`- ${recommendation}`);
process.exitCode = passed ? 0 : 1;
