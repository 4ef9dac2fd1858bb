import { keyEvaluators, type KeyedEvaluator } from "@assay/contract/evaluation/evaluations/evaluation-rules";
import {
  aggregateEvaluation,
  combinedFigures,
  evaluationVerdict,
  evaluatorFigures,
  type EvaluationResults,
  matchesFilter,
  type Outcome,
  pickSubset,
  type SampleResult,
  type SampleScore,
  scoreSample,
} from "@assay/contract/domain";
import { atVersion } from "../samples/versions.ts";
import type { DatasetRow, SampleRow } from "../dataset-rows.ts";
import type { EvaluationEnd, EvaluationRow, JudgedSample } from "../evaluation-rows.ts";
import type { EvaluationState } from "../evaluation-tables.ts";

/** Which samples of a data set an evaluation takes, in data set order. */
export function chosenSamples(dataset: DatasetRow, filter: EvaluationRow["sampleFilter"]): SampleRow[] {
  const matching = [...dataset.samples.values()].flatMap((history) => {
    const row = atVersion(history, dataset.version);
    if (!row) return [];
    const { id, externalId, tags, split, metadata } = row;
    return matchesFilter({ id, external_id: externalId, tags, split, metadata }, filter ?? {}) ? [row] : [];
  });
  return filter?.limit === undefined ? matching : pickSubset(matching, filter.limit, filter.seed ?? 0);
}

/** Lets every evaluator judge every sample: with a model its stored outputs, without one the samples' own. */
export function judge(
  dataset: DatasetRow,
  samples: readonly SampleRow[],
  { keyed, model }: { keyed: readonly KeyedEvaluator[]; model: string | null },
): JudgedSample[] {
  return samples.map((sample) => {
    const history = model === null ? undefined : dataset.outputs.get(model)?.get(sample.id);
    const output = model === null ? sample.output : (atVersion(history, dataset.version)?.output ?? null);
    const { input, expected } = sample;
    return {
      sample,
      output,
      outcomes: keyed.map(({ bound }) => bound.evaluate({ input, output, expected })),
    };
  });
}

/** What an evaluation shows at the present moment. */
export type EvaluationView = Omit<EvaluationEnd, "status" | "at"> & {
  status: EvaluationEnd["status"] | "pending" | "running";
  completedAt: number | null;
  cancelledAt: number | null;
};

type Clocked = Pick<EvaluationState, "clock" | "evaluationMs">;

/** What an evaluation shows now: pending for a quarter of its time, then running sample by sample, then at its end. */
export function viewOf(row: EvaluationRow, { clock, evaluationMs }: Clocked): EvaluationView {
  const startWork = row.createdWork + evaluationMs / 4;
  const endWork = row.createdWork + evaluationMs;
  const work = clock.workNow();
  if (!row.end && !row.asking && row.shown === null && work >= endWork) {
    row.end = endOf(row, {
      startedAt: wall(clock.whenWorked(startWork)),
      at: wall(clock.whenWorked(endWork)),
    });
  }
  if (row.end) {
    const { at, ...end } = row.end;
    const completedAt = end.status === "completed" ? at : null;
    return { ...end, completedAt, cancelledAt: end.status === "cancelled" ? at : null };
  }
  const notYet = { error: null, results: null, completedAt: null, cancelledAt: null };
  if (row.shown === null && work < startWork)
    return { status: "pending", startedAt: null, processed: 0, ...notYet };
  const share = row.asking ? 0 : (work - startWork) / (endWork - startWork);
  const processed = row.shown ?? Math.floor(row.judged.length * share);
  const startedAt = Math.min(wall(clock.whenWorked(startWork)), clock.now());
  return { status: "running", startedAt, processed, ...notYet };
}

const wall = (at: number): number => Math.round(at);

/** When a sample was judged. */
export function judgedAt(row: EvaluationRow, place: number, { clock, evaluationMs }: Clocked): number {
  const share = 1 / 4 + (3 / 4) * ((place + 1) / row.judged.length);
  return Math.min(wall(clock.whenWorked(row.createdWork + share * evaluationMs)), row.end?.at ?? Infinity);
}

/** Counts of the samples that were judged so far. */
export function progressOf(row: EvaluationRow, processed: number) {
  const failed = row.judged.slice(0, processed).filter(isErrored).length;
  return { total: row.judged.length, completed: processed - failed, failed };
}

const isErrored = ({ outcomes }: JudgedSample): boolean =>
  outcomes.some(({ status }) => status === "errored");

/** How an evaluation ends whose samples are all judged, by the rules that the server has. */
export function endOf(row: EvaluationRow, times: Pick<EvaluationEnd, "startedAt" | "at">): EvaluationEnd {
  const scores = row.judged.map(({ outcomes }) => combined(row, outcomes));
  const figures = combinedFigures(scores);
  const verdict = evaluationVerdict({
    errored: row.judged.filter(isErrored).length,
    scored: figures.sampleCount,
    total: row.judged.length,
    failOnError: row.failOnError,
    ...(figures.sampleCount === 0 && { skipReasons: skipReasons(row) }),
  });
  const results = verdict.status === "completed" ? resultsOf(row) : null;
  return { ...times, ...verdict, processed: row.judged.length, results };
}

/** The figures of an evaluation over all its samples, from the scores that count. */
export function resultsOf(row: EvaluationRow): EvaluationResults {
  const evaluators = keyEvaluators(row.evaluators, row.resolved).map(({ key, bound }, place) => {
    const outcomes = row.judged.flatMap((judged) => effectiveOutcome(row, judged, place) ?? []);
    const { classifications, summarize } = bound;
    return evaluatorFigures({ key, classifications, ...(summarize && { summarize }) }, outcomes);
  });
  const samples = row.judged.map((judged) => effectiveCombined(row, judged));
  return aggregateEvaluation(evaluators, combinedFigures(samples));
}

/** What an evaluator says of a sample, with a reviewer's score in place of its own where that is overridden. */
export function effectiveOutcome(
  { effective }: EvaluationRow,
  { sample, outcomes }: JudgedSample,
  place: number,
): Outcome | undefined {
  const outcome = outcomes[place];
  const override = effective.get(sample.id)?.results[place];
  if (outcome?.status !== "scored" || !override) return outcome;
  const { score, passed } = override;
  return { ...outcome, score, passed };
}

/** What each evaluator says of a sample, as its combined score needs it. */
export const sampleResults = (
  { evaluators }: Pick<EvaluationRow, "evaluators">,
  outcomes: readonly Outcome[],
): SampleResult[] =>
  outcomes.map((outcome, place) => {
    const weight = evaluators[place]?.weight ?? 0;
    if (outcome.status !== "scored")
      return { status: outcome.status, weight, score: null, passed: null, flagged: false };
    const { status, score, passed, flagged } = outcome;
    return { status, weight, score, passed, flagged };
  });

/** A sample's automated combined score. */
export const combined = (row: Pick<EvaluationRow, "evaluators">, outcomes: readonly Outcome[]): SampleScore =>
  scoreSample(sampleResults(row, outcomes));

/** A sample's combined score with what reviewers put in place of scores. */
export function effectiveCombined(row: EvaluationRow, { sample, outcomes }: JudgedSample): SampleScore {
  const automated = combined(row, outcomes);
  const effective = row.effective.get(sample.id);
  if (!effective) return automated;
  const { weighted, equal, passed } = effective;
  return { ...automated, weighted, equal, passed };
}

function skipReasons({ judged }: EvaluationRow): { reason: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const outcome of judged.flatMap(({ outcomes }) => outcomes)) {
    if (outcome.status === "skipped") counts.set(outcome.reason, (counts.get(outcome.reason) ?? 0) + 1);
  }
  return [...counts].map(([reason, count]) => ({ reason, count }));
}
