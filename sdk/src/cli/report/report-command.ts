import { reportHtml } from "../../report/index.ts";
import { withDistinctNames } from "../../report/text/system-names.ts";
import { parseMargin } from "../compare/parse-margin.ts";
import { showComparisons } from "../compare/show-comparison.ts";
import { CliError } from "../cli-error.ts";
import type { AddCommand, CommandContext } from "../program.ts";
import { showFigures } from "../results/show-results.ts";
import { showGroups } from "./show-groups.ts";
import { loadReport, type ReportOptions } from "./load-report.ts";
import { writePrivateFile } from "./private-file.ts";

interface Options extends ReportOptions {
  html?: string;
}

const help = `
The report shows missed emergencies with their upper bound first, then scores, comparisons with the first
evaluation, recall, confusion matrices, distributions and the lowest scores. The terminal shows a summary; the
HTML file shows all figures and plots. It has no script and no external address, so it opens offline, and only
you can read it (mode 0600). It contains inputs and outputs only with --include-samples.

Examples:
  $ assay report eval_01j…
  $ assay report eval_01j… eval_01k… --html report.html
  $ assay report eval_01j… eval_01k… --group-by tags --include-samples --html report.html`;

/** `assay report EVALUATION…`: shows evaluations and their comparison, and writes them as one HTML file. */
export const addReportCommand: AddCommand = (program, context) => {
  program
    .command("report")
    .description("show completed evaluations, safety first, and compare them with the first one")
    .argument("<evaluation...>", "evaluation ids: eval_…")
    .option("--html <file>", "file to write the report to, with plots")
    .option("--margin <points>", "equivalence margin in points (default: 2)", parseMargin)
    .option("--group-by <field>", "show groups of samples by tags, split or metadata.KEY")
    .option("--include-samples", "include inputs, expected answers and outputs in the HTML file or the JSON")
    .addHelpText("after", help)
    .action((ids: string[], options: Options) => report(ids, options, context()));
};

async function report(
  ids: readonly string[],
  { html, ...options }: Options,
  context: CommandContext,
): Promise<void> {
  const { output } = context;
  if (options.includeSamples && html === undefined && !output.json)
    throw new CliError("--include-samples requires --html or --json, because the terminal shows no samples.");
  const data = await loadReport(ids, options, context);
  if (html !== undefined) await writePrivateFile(html, reportHtml(data));
  output.data(data);
  if (output.json) return;
  const evaluations = withDistinctNames(data.evaluations);
  showFigures(
    evaluations.map((evaluation) => ({ system: evaluation.name, evaluation })),
    output,
  );
  const { scores = [], comparisons = [] } = data;
  showGroups(evaluations, scores, output);
  if (comparisons.length > 0) {
    output.line();
    showComparisons(comparisons, output);
  }
  if (html !== undefined) output.note(`Report written to ${html}.`);
}
