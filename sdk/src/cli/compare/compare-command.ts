import { CliError } from "../cli-error.ts";
import { exitCodes } from "../exit-codes.ts";
import type { AddCommand, CommandContext } from "../program.ts";
import { regressionGate } from "./regression.ts";
import { showComparison } from "./show-comparison.ts";

interface CompareOptions {
  metric?: string[];
  margin?: number;
  failOnRegression?: boolean;
}

const help = `
Compares sample by sample: only samples scored in both evaluations count. The verdict states whether the
difference is statistically significant.

Examples:
  $ assay compare eval_01j… eval_01k…
  $ assay compare eval_01j… eval_01k… --fail-on-regression --json`;

/** Reads a number of points from 0 to 100. @throws {CliError} for any other text. */
function parseMargin(text: string): number {
  const points = /^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (points >= 0 && points <= 100) return points;
  throw new CliError(`--margin is ${JSON.stringify(text)}; it must be a number of points from 0 to 100.`);
}

/** `assay compare BASELINE CANDIDATE`: compares two evaluations, with significance. */
export const addCompareCommand: AddCommand = (program, context) => {
  program
    .command("compare")
    .description("compare two completed evaluations of the same samples")
    .argument("<baseline>", "id of the baseline evaluation: eval_…")
    .argument("<candidate>", "id of the candidate evaluation: eval_…")
    .option(
      "-m, --metric <evaluator>",
      "evaluator to show in addition to the combined score; may be repeated",
      (key: string, keys: string[] | undefined) => [...(keys ?? []), key],
    )
    .option(
      "--margin <points>",
      "equivalence margin in points: smaller differences do not count (default: 2)",
      parseMargin,
    )
    .option("--fail-on-regression", "gate: no evaluator is worse, and no scored sample lost its score")
    .addHelpText("after", help)
    .action((baseline: string, candidate: string, options: CompareOptions) =>
      compare([baseline, candidate], options, context()),
    );
};

async function compare(
  evaluations: [string, string],
  { metric, margin, failOnRegression }: CompareOptions,
  context: CommandContext,
): Promise<void> {
  const { client, output, signal } = context;
  const body = {
    evaluations,
    ...(metric && { metrics: metric }),
    ...(margin !== undefined && { equivalence_margin: margin }),
  };
  const comparison = await client.evaluations.compare(body, { signal });
  output.data(comparison);
  if (!output.json) showComparison(comparison, output);
  if (failOnRegression && !regressionGate([comparison], output)) context.exitCode = exitCodes.gateFailed;
}
