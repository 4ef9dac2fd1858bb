import type { Comparison } from "../../generated/types.ts";
import { exitCodes } from "../exit-codes.ts";
import type { AddCommand, CommandContext } from "../program.ts";
import { parseMargin } from "./parse-margin.ts";
import { regressionGate } from "./regression.ts";
import { showComparisons, showComparisonSet } from "./show-comparison.ts";

interface CompareOptions {
  metric?: string[];
  margin?: number;
  failOnRegression?: boolean;
}

const help = `
Compares sample by sample: only samples scored in all of the evaluations count. The verdict states whether
the difference is statistically significant. With several candidates, the p values are corrected for the
number of candidates (Holm), and the candidates are ranked.

Examples:
  $ assay compare eval_01j… eval_01k…
  $ assay compare eval_01j… eval_01k… --fail-on-regression --json
  $ assay compare eval_01j… eval_01k… eval_01m…`;

/** `assay compare BASELINE CANDIDATE…`: compares evaluations with a baseline, with significance. */
export const addCompareCommand: AddCommand = (program, context) => {
  program
    .command("compare")
    .description("compare completed evaluations of the same samples")
    .argument("<baseline>", "id of the baseline evaluation: eval_…")
    .argument("<candidate...>", "evaluation ids of the candidates: eval_…")
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
    .option(
      "--fail-on-regression",
      "gate: no evaluator or safety check is worse, and no scored sample lost its score",
    )
    .addHelpText("after", help)
    .action((baseline: string, candidates: string[], options: CompareOptions) =>
      compare(baseline, candidates, { ...options, context: context() }),
    );
};

async function compare(
  baseline: string,
  candidates: string[],
  { metric, margin, failOnRegression, context }: CompareOptions & { context: CommandContext },
): Promise<void> {
  const { client, output, signal } = context;
  const settings = {
    ...(metric && { metrics: metric }),
    ...(margin !== undefined && { equivalence_margin: margin }),
  };
  const comparisons: Comparison[] = [];
  if (candidates.length > 1) {
    const body = { baseline, candidates, ...settings };
    const set = await client.evaluations.compareCandidates(body, { signal });
    output.data(set);
    if (!output.json) showComparisonSet(set, output);
    comparisons.push(...set.candidates);
  } else {
    const body = { evaluations: [baseline, ...candidates], ...settings };
    const comparison = await client.evaluations.compare(body, { signal });
    output.data(comparison);
    if (!output.json) showComparisons([comparison], output);
    comparisons.push(comparison);
  }
  if (failOnRegression && !regressionGate(comparisons, output)) context.exitCode = exitCodes.gateFailed;
}
