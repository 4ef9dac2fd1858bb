import { counted } from "@assay/contract/domain";
import { ApiError } from "../../errors/errors-api.ts";
import { AbortError } from "../../errors/errors.ts";
import type { Comparison, Evaluation, EvaluatorInput } from "../../generated/types.ts";
import { CliError } from "../cli-error.ts";
import { regressionGate } from "../compare/regression.ts";
import { stopIfInterrupted } from "../interruption.ts";
import type { AddCommand, CommandContext } from "../program.ts";
import { type Progress, withProgress } from "../progress.ts";
import { waitForJobStart } from "../job-start-notice.ts";
import { baselineOf, compareFiles, type CompareFilesOptions } from "./compare-files.ts";
import { escalationHint } from "./escalation-hint.ts";
import { checkEvaluators, parseEvaluator } from "./evaluator-option.ts";
import { addGateOptions, gatesOf } from "./gate-options.ts";
import { checkGates, exitCodeOf, type Gates } from "./gates.ts";
import { type FileGroup, mergeFiles } from "./merge-files.ts";
import { addMappingOptions, fileReading, type MappingOptions } from "./reading/mapping-options.ts";
import { distinctPaths, readAll } from "./reading/read-all.ts";
import type { SampleFile } from "./reading/read-files.ts";
import { type FileResult, failureText } from "./file-result.ts";
import { showResults } from "../results/show-results.ts";
import { resolveProject, startEvaluation, uploadOutputs, uploadSamples } from "./upload.ts";
import { noteWaiting } from "./waiting-notice.ts";

interface RunOptions extends CompareFilesOptions, Gates, MappingOptions {
  evaluator: EvaluatorInput[];
  project?: string;
  runs?: number;
}

/** A file whose evaluation has been created. */
interface Started {
  file: SampleFile;
  evaluation: Evaluation;
}

const help = `
Each line of a FILE is one sample with the output of one system, as JSON:
  {"id": "call-17", "input": …, "expected": {"triage_level": "urgent"}, "output": {"triage_level": "routine"}}
The header of a table (.csv, .tsv) names these fields; dots separate nested fields:
  id,input.text,expected.triage_level,output.triage_level
If a system has several outputs for a sample, add a row for each run, with its number as "run" (1 to 100) and
the same id, input and expected answer.
If a file has other names, assign them to these fields with --map and --id. Other columns and members are then
added to the metadata, unless --rest is set. Files can be compressed with gzip.
If an id occurs in two files of a folder, it stands for one sample with outputs of two systems.
Each folder is a dataset, whose name is the path of the folder. If the folder is inside the working directory,
this path is relative to the working directory. A run updates the samples of the dataset from the files.

Examples:
  $ assay run answers/*.jsonl --evaluator triage_accuracy
  $ assay run answers.jsonl --evaluator 'triage_accuracy:{"levels":["emergent","urgent","routine"]}'
  $ assay run answers.jsonl --evaluator triage_accuracy --min-score 80 --max-unscored 0 --max-under-triage 5% --json
  $ assay run quiz.csv -e triage_accuracy:@levels.json --id question_id --map question=input --map answer=output
  $ assay run export.json -e triage_accuracy --records /data/items --rest drop
  $ zcat answers.jsonl.gz | assay run - -e triage_accuracy
  $ assay run released.jsonl new.jsonl --evaluator triage_accuracy --compare --fail-on-regression`;

/** `assay run FILE…`: imports sample files, evaluates each, prints the results and checks the gates. */
export const addRunCommand: AddCommand = (program, context) => {
  const command = program
    .command("run")
    .description("evaluate sample files, one evaluation per file")
    .argument("<file...>", "files of samples with outputs (JSON Lines, JSON, .csv, .tsv); - for stdin")
    .requiredOption(
      "-e, --evaluator <type[:config]>",
      "evaluator, with settings as JSON or @FILE; may be repeated, once per type",
      (text: string, before: EvaluatorInput[] | undefined) => [...(before ?? []), parseEvaluator(text)],
    )
    .option(
      "-p, --project <id|name>",
      'project id, or name of a project to find or create (default: "assay run")',
    )
    .option("--runs <n>", "number of runs to score (1-100); default: the highest run in the file", parseRuns);
  addGateOptions(addMappingOptions(command))
    .option("--compare", "compare the systems sample by sample; the first file is the baseline")
    .option("--baseline <file>", "file to use as the baseline; implies --compare")
    .option(
      "--fail-on-regression",
      "gate: no system is worse or less safe than the baseline; implies --compare",
    )
    .addHelpText("after", help)
    .action((paths: string[], options: RunOptions) => run(paths, options, context()));
};

async function run(named: string[], options: RunOptions, context: CommandContext): Promise<void> {
  checkEvaluators(options.evaluator);
  const gates = gatesOf(options);
  const paths = distinctPaths(named);
  const baseline = baselineOf(paths, options);
  const groups = mergeFiles(await readAll(paths, fileReading(options, options.evaluator), context));
  const started: Started[] = [];
  const results: FileResult[] = [];
  try {
    for await (const one of startAll(groups, options, context)) started.push(one);
    for (const { file, evaluation } of started) {
      const done = await waitFor(evaluation, file, context);
      results.push({
        file: file.path,
        system: file.label,
        evaluation: done,
        gates: done.status === "completed" ? checkGates(done, gates) : [],
      });
    }
  } catch (error) {
    if (error instanceof AbortError) await cancelAll(started, context);
    throw error;
  }
  context.exitCode = exitCodeOf(results, await showAndGate(results, { baseline, options, context }));
  const evaluated = results.flatMap(({ evaluation }, index) => {
    const file = started[index]?.file;
    return file ? [{ file, evaluation }] : [];
  });
  const hint = escalationHint(evaluated, options.evaluator);
  if (hint !== undefined) context.output.note(hint);
}

/** Prints the results. @returns whether `--fail-on-regression` passes; without a shared scored sample, it fails. */
async function showAndGate(
  results: readonly FileResult[],
  of: { baseline: string | undefined; options: RunOptions; context: CommandContext },
): Promise<boolean> {
  const { baseline, options, context } = of;
  try {
    const comparisons = await showAll(results, baseline, context);
    return !options.failOnRegression || regressionGate(comparisons, context.output);
  } catch (error) {
    const isGate = options.failOnRegression && error instanceof ApiError;
    if (!isGate || error.code !== "not_comparable") throw error;
    context.output.note(`FAIL --fail-on-regression: ${error.message}`);
    return false;
  }
}

/**
 * Imports the samples and all outputs of each group, and starts the group's evaluations, until the command is
 * interrupted. The evaluations of a group use the same dataset version, because outputs change the version.
 */
async function* startAll(
  groups: readonly FileGroup[],
  { project: named, evaluator: evaluators, runs }: RunOptions,
  context: CommandContext,
): AsyncGenerator<Started> {
  stopIfInterrupted(context.signal);
  const project = await resolveProject(context, named);
  for (const group of groups) {
    const dataset = await uploadSamples(context, group, project);
    const uploaded = [];
    for (const file of group.files)
      uploaded.push({ file, model: await uploadOutputs(context, file, dataset) });
    for (const { file, model } of uploaded)
      yield { file, evaluation: await startEvaluation(context, file, { dataset, model, evaluators, runs }) };
  }
}

/** Reads the number of runs. @throws {CliError} if the text is not a whole number from 1 to 100. */
function parseRuns(text: string): number {
  const runs = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (runs >= 1 && runs <= 100) return runs;
  throw new CliError(`--runs is ${JSON.stringify(text)}; it must be a whole number from 1 to 100.`);
}

async function waitFor(
  { id }: Evaluation,
  { label }: SampleFile,
  context: CommandContext,
): Promise<Evaluation> {
  const { client, output, signal } = context;
  const wait = (progress: Progress) =>
    waitForJobStart({ output, what: `The evaluation ${id}` }, (onStatus) =>
      client.evaluations.wait(id, {
        signal,
        throwOnFailure: false,
        onProgress: (step) => {
          onStatus(step.status);
          progress.update(step);
        },
      }),
    );
  return noteWaiting(context, id, () =>
    withProgress(output.progress({ label: `evaluating ${label}` }), wait),
  );
}

/** Cancels the started evaluations after Ctrl-C. */
async function cancelAll(started: readonly Started[], { client, output }: CommandContext): Promise<void> {
  if (started.length === 0) return;
  const cancelled = await Promise.allSettled(
    started.map(({ evaluation }) => client.evaluations.cancel(evaluation.id)),
  );
  const count = cancelled.filter(({ status }) => status === "fulfilled").length;
  output.note(
    `${count} of ${counted(started.length, "evaluation")} cancelled; the results that they already have remain stored.`,
  );
}

/**
 * Prints the results and their comparison with the baseline; prints the results even if the comparison fails.
 */
async function showAll(
  results: readonly FileResult[],
  baseline: string | undefined,
  context: CommandContext,
): Promise<Comparison[]> {
  let comparisons: Comparison[] = [];
  try {
    if (baseline !== undefined) comparisons = await compareFiles(results, baseline, context);
  } finally {
    showResults(results, context.output, baseline === undefined ? undefined : comparisons);
    for (const result of results)
      if (result.evaluation.status !== "completed") context.output.note(failureText(result));
  }
  return comparisons;
}
