import type { Comparison, Evaluation, EvaluationResult, EvaluationScores } from "../../generated/types.ts";
import type { ReportData, WorstSample } from "../../report/index.ts";
import { CliError } from "../cli-error.ts";
import type { CommandContext } from "../program.ts";
import { pinnedInputs } from "./pinned-inputs.ts";

/** The optional contents of a report, besides the figures of the evaluations. */
export interface ReportOptions {
  /** Equivalence margin of comparisons in points. */
  margin?: number;
  /** `tags`, `split` or `metadata.KEY`. */
  groupBy?: string;
  includeSamples?: boolean;
}

/** Maximum number of evaluations in a report: a baseline and 20 candidates. */
const maxEvaluations = 21;
const worstResults = 20;

/**
 * Loads the API objects of a report.
 *
 * @param ids ids of evaluations; the first one is the baseline.
 * @throws {CliError} for repeated ids, more than 21 ids, or an evaluation that is not completed.
 */
export async function loadReport(
  ids: readonly string[],
  options: ReportOptions,
  context: CommandContext,
): Promise<ReportData> {
  checkIds(ids);
  const evaluations: Evaluation[] = [];
  for (const id of ids) evaluations.push(await completedEvaluation(id, context));
  const comparisons = await compare(ids, options, context);
  const scores: EvaluationScores[] = [];
  const worst: Record<string, WorstSample[]> = {};
  const { includeSamples = false } = options;
  const inputOf = pinnedInputs(context);
  for (const evaluation of evaluations) {
    scores.push(await scoresOf(evaluation, options, context));
    const own: WorstSample[] = [];
    for (const result of await lowest(evaluation, context))
      own.push(
        includeSamples
          ? { result, ...(await inputOf(evaluation, result)) }
          : { result: withoutContents(result) },
      );
    worst[evaluation.id] = own;
  }
  return { evaluations, scores, comparisons, worst, includeSamples };
}

function checkIds(ids: readonly string[]): void {
  const repeated = ids.find((id, index) => ids.indexOf(id) !== index);
  if (repeated !== undefined)
    throw new CliError(`The evaluation ${repeated} is named twice; name each evaluation once.`);
  if (ids.length > maxEvaluations)
    throw new CliError(`A report allows at most ${maxEvaluations} evaluations; ${ids.length} are given.`);
}

async function completedEvaluation(id: string, { client, signal }: CommandContext): Promise<Evaluation> {
  const evaluation = await client.evaluations.get(id, { signal });
  if (evaluation.status === "completed") return evaluation;
  throw new CliError(
    `The evaluation ${id} is ${evaluation.status}; a report requires completed evaluations.`,
  );
}

async function compare(
  [baseline = "", ...candidates]: readonly string[],
  { margin }: ReportOptions,
  { client, signal }: CommandContext,
): Promise<Comparison[]> {
  const settings = margin === undefined ? {} : { equivalence_margin: margin };
  const [only, ...others] = candidates;
  if (only === undefined) return [];
  if (others.length > 0)
    return (await client.evaluations.compareCandidates({ baseline, candidates, ...settings }, { signal }))
      .candidates;
  return [await client.evaluations.compare({ evaluations: [baseline, only], ...settings }, { signal })];
}

const scoresOf = (
  { id }: Evaluation,
  { groupBy }: ReportOptions,
  { client, signal }: CommandContext,
): Promise<EvaluationScores> =>
  client.scores.evaluation(
    id,
    { include_distribution: true, ...(groupBy !== undefined && { group_by: groupBy }) },
    { signal },
  );

/** Returns the key of the triage evaluator; without a triage evaluator, the key of the first evaluator. */
function shownEvaluator({ evaluators }: Evaluation): string {
  const shown = evaluators.find(({ type }) => type === "triage_accuracy") ?? evaluators[0];
  return shown?.name ?? shown?.type ?? "";
}

async function lowest(
  evaluation: Evaluation,
  { client, signal }: CommandContext,
): Promise<EvaluationResult[]> {
  const query = { order: "score", evaluator: shownEvaluator(evaluation), limit: worstResults } as const;
  const { data } = await client.evaluations.results(evaluation.id, query, { signal });
  return data;
}

/** Returns a result without the output and the expected answer, and without details that can quote them. */
function withoutContents(result: EvaluationResult): WorstSample["result"] {
  const { output: _output, expected: _expected, details, ...others } = result;
  const { classification } = details;
  return { ...others, details: classification === undefined ? {} : { classification } };
}
