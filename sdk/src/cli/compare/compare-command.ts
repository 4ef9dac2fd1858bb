import { CannotRun } from "../cannot-run.ts";
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
Compares case by case: only samples that both evaluations scored count, and the verdict says whether the
difference is more than chance.

Examples:
  $ assay compare eval_01j… eval_01k…
  $ assay compare eval_01j… eval_01k… --fail-on-regression --json`;

/** Reads a number of points, 0 to 100. @throws {CannotRun} when it is anything else. */
function parseMargin(text: string): number {
  const points = /^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (points >= 0 && points <= 100) return points;
  throw new CannotRun(`--margin is ${JSON.stringify(text)}; it must be a number of points from 0 to 100.`);
}

/** `assay compare BASELINE CANDIDATE`: whether one evaluation is better than another, and how sure that is. */
export const addCompareCommand: AddCommand = (program, context) => {
  program
    .command("compare")
    .description("compare two completed evaluations of the same samples, with a verdict")
    .argument("<baseline>", "id of the evaluation to measure against: eval_…")
    .argument("<candidate>", "id of the evaluation to judge: eval_…")
    .option(
      "-m, --metric <evaluator>",
      "only this evaluator beside the combined score; may be repeated",
      (key: string, keys: string[] | undefined) => [...(keys ?? []), key],
    )
    .option("--margin <points>", "a difference within ± so many points is none that matters (2)", parseMargin)
    .option(
      "--fail-on-regression",
      "gate: the candidate is not worse in anything, and has a score wherever the baseline has",
    )
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
