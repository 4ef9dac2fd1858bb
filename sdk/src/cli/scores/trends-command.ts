import type { Operations } from "../../generated/types.ts";
import { CannotRun } from "../cannot-run.ts";
import type { AddCommand, CommandContext } from "../program.ts";
import { showTrends } from "./show-trends.ts";

interface TrendsOptions {
  project: string;
  evaluator?: string;
  dataset?: string;
  model?: string;
  period?: Period;
}

type Period = NonNullable<Operations["getScoreTrends"]["query"]["period"]>;

const periods: readonly Period[] = ["7d", "30d", "90d", "1y"];

const help = `
One point an evaluation. A regression is a drop against the evaluation before, on the same data set and evaluator
settings, that is more than chance.

Examples:
  $ assay trends --project proj_01j…
  $ assay trends --project proj_01j… --evaluator triage_accuracy --period 90d`;

/** @throws {CannotRun} when it is no period. */
function parsePeriod(text: string): Period {
  const period = periods.find((one) => one === text);
  if (period) return period;
  throw new CannotRun(`--period is ${JSON.stringify(text)}; it must be one of ${periods.join(", ")}.`);
}

/** `assay trends --project PROJECT`: where a project's scores are heading, with a chart and the regressions. */
export const addTrendsCommand: AddCommand = (program, context) => {
  program
    .command("trends")
    .description("show where a project's scores are heading, and its regressions")
    .requiredOption("-p, --project <project>", "id of the project: proj_…")
    .option("-e, --evaluator <evaluator>", "scores of this evaluator (default: combined)")
    .option("--dataset <dataset>", "only evaluations over this data set: ds_…")
    .option("--model <model>", "only evaluations of this model: mdl_…")
    .option("--period <period>", `how far back: ${periods.join(", ")} (default: 30d)`, parsePeriod)
    .addHelpText("after", help)
    .action((options: TrendsOptions) => show(options, context()));
};

async function show(options: TrendsOptions, { client, output, signal }: CommandContext): Promise<void> {
  const { project, evaluator, dataset, model, period } = options;
  const query = { project, evaluator, dataset, model, period };
  const trends = await client.scores.trends(query, { signal });
  output.data(trends);
  if (!output.json) showTrends(trends, output);
}
