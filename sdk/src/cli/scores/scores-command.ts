import { counted } from "@assay/contract/domain";
import type { EvaluationScores } from "../../generated/types.ts";
import type { Output, TableContent } from "../output.ts";
import type { AddCommand, CommandContext } from "../program.ts";
import { bar } from "./chart.ts";

const barWidth = 30;

const help = `
All scores are effective scores: they include the overrides by reviewers.

Examples:
  $ assay scores eval_01j…
  $ assay scores eval_01j… --json`;

/** `assay scores EVALUATION`: shows scores by evaluator and their distribution. */
export const addScoresCommand: AddCommand = (program, context) => {
  program
    .command("scores")
    .description("show scores by evaluator and their distribution")
    .argument("<evaluation>", "id of a completed evaluation: eval_…")
    .addHelpText("after", help)
    .action((id: string) => show(id, context()));
};

async function show(id: string, { client, output, signal }: CommandContext): Promise<void> {
  const query = { include_breakdown: true, include_distribution: true };
  const scores = await client.scores.evaluation(id, query, { signal });
  output.data(scores);
  if (output.json) return;
  output.tables([tableOf(scores)]);
  output.line({ text: legend, emphasis: "dim" });
  showDistribution(scores, output);
}

const legend =
  "Mean (0-100) and percentage passed of the scored samples. Deviation: sample standard deviation (n − 1).";

const number = (value: number | null): string => (value === null ? "–" : value.toFixed(1));

function tableOf({
  weighted_aggregate: combined,
  sample_count: count,
  coverage,
  pass_rate: passRate,
  breakdown = {},
}: EvaluationScores): TableContent {
  const head = ["", "weight", "scored", "mean", "median", "deviation", "range", "passed"];
  const rows = Object.entries(breakdown).map(([key, figures]) => {
    const { weight, mean, median, std_dev: deviation, min, max, pass_rate: passed } = figures;
    const { scored, total } = figures.coverage;
    const range = min === null ? "–" : `${number(min)} to ${number(max)}`;
    const shown = [number(mean), number(median), number(deviation), range, number(passed)];
    return [key, String(weight), `${scored} of ${total}`, ...shown];
  });
  const whole = [
    "combined",
    "",
    `${count} of ${coverage.total}`,
    number(combined),
    "",
    "",
    "",
    number(passRate),
  ];
  return { head, rows: [whole, ...rows] };
}

function showDistribution({ distribution, sample_count: count }: EvaluationScores, output: Output): void {
  output.line();
  output.line(`Combined scores of ${counted(count, "sample")}:`);
  for (const { range, count: inBucket } of distribution?.buckets ?? [])
    output.line(
      `${range.padStart(7)}  ${String(inBucket).padStart(String(count).length)}  ${bar(count === 0 ? 0 : inBucket / count, barWidth)}`.trimEnd(),
    );
}
