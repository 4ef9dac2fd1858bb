import { counted } from "@assay/contract/domain";
import { AbortError } from "../../errors/errors.ts";
import type { Comparison, Evaluation, EvaluatorInput } from "../../generated/types.ts";
import { CannotRun } from "../cannot-run.ts";
import { regressionGate } from "../compare/regression.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { stopIfInterrupted } from "../interruption.ts";
import type { Output } from "../output.ts";
import type { AddCommand, CommandContext } from "../program.ts";
import { withProgress } from "../progress.ts";
import { untilTakenUp } from "../taken-up.ts";
import { baselineOf, compareFiles, type CompareFilesOptions } from "./compare-files.ts";
import { checkEvaluators, parseEvaluator } from "./evaluator-option.ts";
import { checkGates, type Gates, parseScore, parseShare, unscoredOf } from "./gates.ts";
import { type FileGroup, mergeFiles } from "./merge-files.ts";
import { distinctPaths, readAll } from "./read-all.ts";
import type { SampleFile } from "./read-files.ts";
import { type FileResult, failureText } from "./report.ts";
import { showResults } from "../results/show-results.ts";
import { resolveProject, startEvaluation, uploadOutputs, uploadSamples } from "./upload.ts";

interface RunOptions extends CompareFilesOptions {
  evaluator: EvaluatorInput[];
  project?: string;
  minScore?: number;
  maxUnderTriage?: number;
  maxUnscored?: number;
}

/** A file whose evaluation has been created. */
interface Started {
  file: SampleFile;
  evaluation: Evaluation;
}

const help = `
Each line of a FILE is one sample answered by one system, as JSON:
  {"id": "call-17", "input": …, "expected": {"triage_level": "urgent"}, "output": {"triage_level": "routine"}}
A table (.csv, .tsv) names the same fields in its header, dots nest:
  id,input.text,expected.triage_level,output.triage_level
The same id in two files of a folder is the same sample answered by two systems.
A folder is a data set, named by its path from the working directory when it is inside, else by its
absolute path. A run changes the samples there to what the files say.

Examples:
  $ assay run answers/*.jsonl --evaluator triage_accuracy
  $ assay run answers.jsonl --evaluator 'triage_accuracy:{"levels":["emergent","urgent","routine"]}'
  $ assay run answers.jsonl --evaluator triage_accuracy --min-score 80 --max-unscored 0 --max-under-triage 5% --json
  $ assay run released.jsonl new.jsonl --evaluator triage_accuracy --compare --fail-on-regression`;

/** `assay run FILE…`: imports files of samples, evaluates each, shows the result, holds it against gates. */
export const addRunCommand: AddCommand = (program, context) => {
  program
    .command("run")
    .description("evaluate files of samples with the outputs of a system, one evaluation a file")
    .argument(
      "<file...>",
      "JSON Lines files (or JSON arrays, or .csv and .tsv tables) of samples with outputs",
    )
    .requiredOption(
      "-e, --evaluator <type[:config]>",
      "an evaluator, its settings as JSON or @FILE; each type may be given once",
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
      (text: string) => parseShare("--max-under-triage", text),
    )
    .option(
      "--max-unscored <share>",
      "gate: at most this share of the samples is without a score, errored or skipped (0.05 or 5%)",
      (text: string) => parseShare("--max-unscored", text),
    )
    .option("--compare", "compare the systems case by case; the first file is the baseline")
    .option("--baseline <file>", "compare, with this file as the baseline")
    .option(
      "--fail-on-regression",
      "gate: compare, and no system is worse than the baseline in anything, or lacks a score that it has",
    )
    .addHelpText("after", help)
    .action((paths: string[], options: RunOptions) => run(paths, options, context()));
};

async function run(named: string[], options: RunOptions, context: CommandContext): Promise<void> {
  checkEvaluators(options.evaluator);
  const gates = gatesOf(options);
  const paths = distinctPaths(named);
  const baseline = baselineOf(paths, options);
  const groups = mergeFiles(await readAll(paths, context));
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
  const comparisons = await showAll(results, { gates, baseline }, context);
  const held = !options.failOnRegression || regressionGate(comparisons, context.output);
  context.exitCode = exitCodeOf(results, held);
}

/** Imports each group's samples and outputs and starts its evaluations, until interrupted. */
async function* startAll(
  groups: readonly FileGroup[],
  { project: named, evaluator: evaluators }: RunOptions,
  context: CommandContext,
): AsyncGenerator<Started> {
  stopIfInterrupted(context.signal);
  const project = await resolveProject(context, named);
  for (const group of groups) {
    const dataset = await uploadSamples(context, group, project);
    for (const file of group.files) {
      const model = await uploadOutputs(context, file, dataset);
      yield { file, evaluation: await startEvaluation(context, file, { dataset, model, evaluators }) };
    }
  }
}

function gatesOf({ evaluator, minScore, maxUnderTriage, maxUnscored }: RunOptions): Gates {
  if (maxUnderTriage !== undefined && !evaluator.some(({ type }) => type === "triage_accuracy")) {
    throw new CannotRun(
      "--max-under-triage needs --evaluator triage_accuracy: no other evaluator counts under-triage.",
    );
  }
  return {
    ...(minScore !== undefined && { minScore }),
    ...(maxUnderTriage !== undefined && { maxUnderTriage }),
    ...(maxUnscored !== undefined && { maxUnscored }),
  };
}

async function waitFor(
  { id }: Evaluation,
  { label }: SampleFile,
  { client, output, signal }: CommandContext,
): Promise<Evaluation> {
  return withProgress(output.progress({ label: `evaluating ${label}` }), (progress) =>
    untilTakenUp({ output, what: `The evaluation ${id}` }, (saw) =>
      client.evaluations.wait(id, {
        signal,
        throwOnFailure: false,
        onProgress: (step) => {
          saw(step.status);
          progress.update(step);
        },
      }),
    ),
  );
}

/** Ctrl-C: what was started is stopped, not left running. */
async function cancelAll(started: readonly Started[], { client, output }: CommandContext): Promise<void> {
  if (started.length === 0) return;
  const cancelled = await Promise.allSettled(
    started.map(({ evaluation }) => client.evaluations.cancel(evaluation.id)),
  );
  const count = cancelled.filter(({ status }) => status === "fulfilled").length;
  output.note(`${count} of ${counted(started.length, "evaluation")} cancelled; results so far are kept.`);
}

/** Shows the results, compared with the baseline if there is one; a comparison that fails does not hide them. */
async function showAll(
  results: readonly FileResult[],
  { gates, baseline }: { gates: Gates; baseline: string | undefined },
  context: CommandContext,
): Promise<Comparison[]> {
  const comparisons: Comparison[] = [];
  try {
    if (baseline !== undefined) {
      for await (const comparison of compareFiles(results, baseline, context)) comparisons.push(comparison);
    }
  } finally {
    showResults(results, context.output, baseline === undefined ? undefined : comparisons);
    for (const result of results) noteOn(result, gates, context.output);
  }
  return comparisons;
}

function noteOn(result: FileResult, gates: Gates, output: Output): void {
  const { system, evaluation } = result;
  const { unscored, total } = unscoredOf(evaluation);
  if (evaluation.status !== "completed") output.note(failureText(result));
  else if (unscored > 0 && gates.minScore !== undefined && gates.maxUnscored === undefined) {
    output.note(
      `${system}: --min-score leaves out ${unscored} of ${counted(total, "sample")}, without a score; --max-unscored <share> bounds how many may.`,
    );
  }
}

/** @param held whether the gate over the comparisons holds. */
function exitCodeOf(results: readonly FileResult[], held: boolean): ExitCode {
  if (results.some(({ evaluation }) => evaluation.status !== "completed")) return exitCodes.couldNotRun;
  const failed = !held || results.some(({ gates }) => gates.some(({ passed }) => !passed));
  return failed ? exitCodes.gateFailed : exitCodes.passed;
}
