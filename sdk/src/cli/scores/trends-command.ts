import type { Operations } from "../../generated/types.ts";
import { CliError } from "../cli-error.ts";
import { parseMargin } from "../compare/parse-margin.ts";
import type { AddCommand, CommandContext } from "../program.ts";
import { showTrends } from "./show-trends.ts";

interface TrendsOptions {
  project: string;
  evaluator?: string;
  dataset?: string;
  model?: string;
  period?: Period;
  startDate?: string;
  endDate?: string;
  timeZone?: string;
  margin?: number;
  pooled?: boolean;
}

type Period = NonNullable<Operations["getScoreTrends"]["query"]["period"]>;

const periods: readonly Period[] = ["7d", "30d", "90d", "1y"];

const help = `
Each point is one evaluation of the series of the latest evaluation: the same dataset with the same evaluator
settings. A regression is a drop against the previous evaluation that stays significant after a correction for the
number of evaluations; a suspected drop does not.

Examples:
  $ assay trends --project proj_01j…
  $ assay trends --project proj_01j… --evaluator triage_accuracy --period 90d
  $ assay trends --project proj_01j… --start-date 2026-01-01 --time-zone Europe/Berlin`;

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
    .option("--start-date <date>", "period start instead of --period: 2026-03-31 or a time")
    .option("--end-date <date>", "period end: a day, which is included, or a time")
    .option("--time-zone <zone>", "time zone of the days, such as Europe/Berlin (default: UTC)")
    .option("--margin <points>", "maximum change in points that counts as stable (default: 2)", parseMargin)
    .option("--pooled", "include evaluations of all datasets and evaluator settings")
    .addHelpText("after", help)
    .action((options: TrendsOptions) => show(options, context()));
};

async function show(options: TrendsOptions, { client, output, signal }: CommandContext): Promise<void> {
  const { startDate, endDate, timeZone, margin, ...given } = options;
  const query = {
    ...given,
    start_date: startDate,
    end_date: endDate,
    time_zone: timeZone,
    stable_margin: margin,
  };
  const trends = await client.scores.trends(query, { signal });
  output.data(trends);
  if (!output.json) showTrends(trends, output);
}
