import type { AddCommand, CommandContext } from "../program.ts";
import type { FileResult } from "./report.ts";
import { showResults } from "./show-results.ts";

/** `assay results EVALUATION…`: shows evaluations as `assay run` does. */
export const addResultsCommand: AddCommand = (program, context) => {
  program
    .command("results")
    .description("show evaluations: scores and the triage table")
    .argument("<evaluation...>", "ids of evaluations: eval_…")
    .action((ids: string[]) => show(ids, context()));
};

async function show(ids: readonly string[], { client, output }: CommandContext): Promise<void> {
  const results: FileResult[] = [];
  for (const id of ids) {
    const evaluation = await client.evaluations.get(id);
    results.push({ file: evaluation.name, system: evaluation.name, evaluation, gates: [] });
  }
  showResults(results, output);
}
