import type { Evaluation } from "../../generated/types.ts";
import { distinctNames } from "../../report/text/system-names.ts";
import type { AddCommand, CommandContext } from "../program.ts";
import { type FileResult, failureText } from "../run/file-result.ts";
import { showResults } from "./show-results.ts";

/** `assay results EVALUATION…`: shows evaluations in the format of `assay run`. */
export const addResultsCommand: AddCommand = (program, context) => {
  program
    .command("results")
    .description("show evaluations: scores and the triage table")
    .argument("<evaluation...>", "evaluation ids: eval_…")
    .action((ids: string[]) => show(ids, context()));
};

async function show(ids: readonly string[], { client, output, signal }: CommandContext): Promise<void> {
  const evaluations: Evaluation[] = [];
  for (const id of ids) evaluations.push(await client.evaluations.get(id, { signal }));
  const names = distinctNames(evaluations);
  const results = evaluations.map((evaluation, index): FileResult => {
    const name = names[index] ?? evaluation.name;
    return { file: name, system: name, evaluation, gates: [] };
  });
  showResults(results, output);
  for (const result of results) {
    if (["failed", "cancelled"].includes(result.evaluation.status)) output.note(failureText(result));
  }
}
