import { AbortError } from "../../errors.ts";
import type { Evaluation, EvaluatorInput } from "../../generated/types.ts";
import { CannotRun } from "../cannot-run.ts";
import { exitCodes } from "../exit-codes.ts";
import type { AddCommand, CommandContext } from "../program.ts";
import { parseEvaluator } from "./evaluator-option.ts";
import { checkGates, type Gates, parseScore, parseShare } from "./gates.ts";
import { mergeFiles } from "./merge-files.ts";
import { readSampleFile, type SampleFile } from "./read-files.ts";
import { type FileResult, failureText } from "./report.ts";
import { showResults } from "./show-results.ts";
import { resolveProject, startEvaluation, uploadOutputs, uploadSamples } from "./upload.ts";

interface RunOptions {
  evaluator: EvaluatorInput[];
  project?: string;
  minScore?: number;
  maxUnderTriage?: number;
}

const help = `
Each line of a FILE is one sample answered by one system, as JSON:
  {"id": "call-17", "input": …, "expected": {"triage_level": "urgent"}, "output": {"triage_level": "routine"}}
The same id in two files of a folder is the same sample answered by two systems.

Examples:
  $ assay run answers/*.jsonl --evaluator triage_accuracy
  $ assay run answers.jsonl --evaluator 'triage_accuracy:{"levels":["emergent","urgent","routine"]}'
  $ assay run answers.jsonl --evaluator triage_accuracy --min-score 80 --max-under-triage 5% --json`;

/** `assay run FILE…`: imports files of samples, evaluates each, shows the result, holds it against gates. */
export const addRunCommand: AddCommand = (program, context) => {
  program
    .command("run")
    .description("evaluate files of samples with the outputs of a system, one evaluation a file")
    .argument("<file...>", "JSON Lines files (or JSON arrays) of samples with outputs")
    .requiredOption(
      "-e, --evaluator <type[:config]>",
      "an evaluator, its settings as JSON or @FILE; may be given several times",
      (text: string, before: EvaluatorInput[] | undefined) => [...(before ?? []), parseEvaluator(text)],
    )
    .option(
      "-p, --project <id|name>",
      'the project; made when there is none of this name (default: "assay run")',
    )
    .option("--min-score <n>", "gate: the aggregate score is at least n (0-100)", parseScore)
    .option(
      "--max-under-triage <share>",
      "gate: of the most urgent samples at most this share is not caught, by the 95 % upper bound (0.05 or 5%)",
      parseShare,
    )
    .addHelpText("after", help)
    .action((paths: string[], options: RunOptions) => run(paths, options, context()));
};

async function run(paths: string[], options: RunOptions, context: CommandContext): Promise<void> {
  const gates = gatesOf(options);
  const files: SampleFile[] = [];
  for (const path of paths) files.push(await readSampleFile(path));
  const groups = mergeFiles(files);
  const project = await resolveProject(context.client, options.project);
  const started: { file: SampleFile; evaluation: Evaluation }[] = [];
  for (const group of groups) {
    const dataset = await uploadSamples(context.client, group, project.id);
    for (const file of group.files) {
      const model = await uploadOutputs(context.client, file, dataset.id);
      const { evaluator: evaluators } = options;
      started.push({
        file,
        evaluation: await startEvaluation(context.client, file, { dataset, model, evaluators }),
      });
    }
  }
  const results: FileResult[] = [];
  try {
    for (const { file, evaluation } of started) {
      const done = await waitFor(evaluation, file, context);
      const label = { file: file.path, system: file.system };
      results.push({
        ...label,
        evaluation: done,
        gates: done.status === "completed" ? checkGates(done, gates) : [],
      });
    }
  } catch (error) {
    if (error instanceof AbortError) await cancelAll(started, context);
    throw error;
  }
  finish(results, context);
}

function gatesOf({ evaluator, minScore, maxUnderTriage }: RunOptions): Gates {
  if (maxUnderTriage !== undefined && !evaluator.some(({ type }) => type === "triage_accuracy")) {
    throw new CannotRun(
      "--max-under-triage needs --evaluator triage_accuracy: no other evaluator counts under-triage.",
    );
  }
  return {
    ...(minScore !== undefined && { minScore }),
    ...(maxUnderTriage !== undefined && { maxUnderTriage }),
  };
}

async function waitFor(
  { id }: Evaluation,
  file: SampleFile,
  { client, output, signal }: CommandContext,
): Promise<Evaluation> {
  const progress = output.progress(file.system);
  try {
    return await client.evaluations.wait(id, {
      signal,
      throwOnFailure: false,
      onProgress: (step) => progress.update(step),
    });
  } finally {
    progress.stop();
  }
}

/** Ctrl-C: what was started is stopped, not left running. */
async function cancelAll(
  started: readonly { evaluation: Evaluation }[],
  { client, output }: CommandContext,
): Promise<void> {
  const cancelled = await Promise.allSettled(
    started.map(({ evaluation }) => client.evaluations.cancel(evaluation.id)),
  );
  const count = cancelled.filter(({ status }) => status === "fulfilled").length;
  output.note(`${count} of ${started.length} evaluations cancelled; results so far are kept.`);
}

function finish(results: readonly FileResult[], context: CommandContext): void {
  const { output } = context;
  showResults(results, output);
  for (const result of results) {
    if (result.evaluation.status !== "completed") output.note(failureText(result));
  }
  if (results.some(({ evaluation }) => evaluation.status !== "completed"))
    context.exitCode = exitCodes.couldNotRun;
  else if (results.some(({ gates }) => gates.some(({ passed }) => !passed)))
    context.exitCode = exitCodes.gateFailed;
}
