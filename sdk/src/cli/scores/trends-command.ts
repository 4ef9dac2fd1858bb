import type { Operations } from "../../generated/types.ts";
import { CliError } from "../cli-error.ts";
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
Each point is one evaluation. A regression is a statistically significant drop against the previous evaluation of
the same dataset with the same evaluator settings.

Examples:
  $ assay trends --project proj_01j…
  $ assay trends --project proj_01j… --evaluator triage_accuracy --period 90d`;

/** @throws {CliError} for an unknown period. */
function parsePeriod(text: string): Period {
  const period = periods.find((one) => one === text);
  if (period) return period;
  throw new CliError(`--period is ${JSON.stringify(text)}; it must be one of ${periods.join(", ")}.`);
}

/** `assay trends --project PROJECT`: shows a project's score trend as a chart, and its regressions. */
export const addTrendsCommand: AddCommand = (program, context) => {
  program
    .command("trends")
    .description("show score trends and regressions of a project")
    .requiredOption("-p, --project <project>", "project id: proj_…")
    .option("-e, --evaluator <evaluator>", "evaluator key (default: combined scores)")
    .option("--dataset <dataset>", "filter by dataset id: ds_…")
    .option("--model <model>", "filter by model id: mdl_…")
    .option("--period <period>", `period: ${periods.join(", ")} (default: 30d)`, parsePeriod)
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
