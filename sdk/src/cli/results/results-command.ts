import type { Evaluation } from "../../generated/types.ts";
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
  const results = evaluations.map((evaluation): FileResult => {
    const { id, name } = evaluation;
    const isOnly = evaluations.every((other) => other.id === id || other.name !== name);
    return { file: name, system: isOnly ? name : `${name} ${id}`, evaluation, gates: [] };
  });
  showResults(results, output);
  for (const result of results) {
    if (["failed", "cancelled"].includes(result.evaluation.status)) output.note(failureText(result));
  }
}
