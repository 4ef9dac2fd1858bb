import {
  countProcessed,
  resultsOf,
  verdictOf,
} from "@assay/contract/evaluation/evaluations/evaluated-samples";
import { notStarted } from "@assay/contract/evaluation/evaluations/evaluation-creation-rules";
import type {
  EvaluationProgress,
  EvaluationRecord,
} from "@assay/contract/evaluation/evaluations/evaluation-record";
import { overRuns } from "@assay/contract/evaluation/evaluations/outcomes/sample-runs";
import { outputKey } from "@assay/contract/evaluation/samples/output-rules";
import type { KeyedEvaluator } from "@assay/contract/evaluation/evaluators/keyed-evaluators";
import { matchesFilter, type NamedModel, type NoOutputs, pickSubset } from "@assay/contract/domain";
import type { DatasetRow, SampleRow } from "../dataset-rows.ts";
import { rowAtVersion } from "../datasets/dataset-versions.ts";
import type { EvaluationEnd, EvaluationRow, EvaluatedSampleRow } from "../evaluation-rows.ts";
import type { EvaluationState } from "../evaluation-tables.ts";

/** Returns the samples of a dataset that an evaluation uses, in dataset order. */
export function chosenSamples(dataset: DatasetRow, filter: EvaluationRow["sampleFilter"]): SampleRow[] {
  const matching = [...dataset.samples.values()].flatMap((history) => {
    const row = rowAtVersion(history, dataset.version);
    if (!row) return [];
    const { id, externalId, tags, split, metadata } = row;
    return matchesFilter({ id, external_id: externalId, tags, split, metadata }, filter ?? {}) ? [row] : [];
  });
  return filter?.limit === undefined ? matching : pickSubset(matching, filter.limit, filter.seed ?? 0);
}

/** Returns a sample's outputs by a model at a dataset's current version, by run; null where none is stored. */
function outputsBy(
  dataset: DatasetRow,
  { model, sample, runs }: { model: string; sample: string; runs: number },
): unknown[] {
  const outputs = dataset.outputs.get(model);
  const outputOf = (run: number): unknown =>
    rowAtVersion(outputs?.get(outputKey(sample, run)), dataset.version)?.output ?? null;
  return Array.from({ length: runs }, (_, index) => outputOf(index + 1));
}

/** Returns the facts for the error of an evaluation in which no sample has an output. */
export function findNoOutputs(
  dataset: DatasetRow,
  samples: readonly SampleRow[],
  { models, model, runs }: { models: ReadonlyMap<string, NamedModel>; model: string | null; runs: number },
): NoOutputs {
  const stored = [...models.values()].filter(({ id }) =>
    samples.some((sample) =>
      outputsBy(dataset, { model: id, sample: sample.id, runs }).some((output) => output !== null),
    ),
  );
  const named = model === null ? undefined : models.get(model);
  return { dataset: dataset.id, model: named ?? null, stored };
}

/** Evaluates every sample, using either the model's stored outputs or the samples' own outputs. */
export function evaluateSamples(
  dataset: DatasetRow,
  samples: readonly SampleRow[],
  { keyed, model, runs }: { keyed: readonly KeyedEvaluator[]; model: string | null; runs: number },
): EvaluatedSampleRow[] {
  return samples.map((sample) => {
    const { id, input, expected } = sample;
    const outputs = model === null ? [sample.output] : outputsBy(dataset, { model, sample: id, runs });
    const ofRuns = outputs.map((output) => ({
      sample,
      output,
      outcomes: keyed.map(({ bound }) => bound.evaluate({ input, output, expected })),
    }));
    return overRuns({ evaluators: keyed }, ofRuns);
  });
}

type Clocked = Pick<EvaluationState, "clock" | "evaluationMs">;

/** An evaluation's current view, and the number of samples it has processed. */
export type EvaluationView = EvaluationProgress & { processed: number };

/** Returns the current view: pending for a quarter of its time, then running sample by sample, then ended. */
export function evaluationNow(row: EvaluationRow, state: Clocked): EvaluationView {
  const { processed, ...progress } = progressNow(row, state);
  return { ...notStarted, ...progress, processed, ...countProcessed(row.evaluated.slice(0, processed)) };
}

/** Returns an evaluation's current record. */
export const evaluationRecord = (row: EvaluationRow, state: Clocked): EvaluationRow & EvaluationRecord => ({
  ...row,
  ...evaluationNow(row, state),
});

function progressNow(
  row: EvaluationRow,
  { clock, evaluationMs }: Clocked,
): Partial<EvaluationProgress> & { processed: number } {
  const startWork = row.createdWork + evaluationMs / 4;
  const endWork = row.createdWork + evaluationMs;
  const work = clock.workNow();
  if (!row.end && !row.calling && row.shown === null && work >= endWork) {
    row.end = endOf(row, {
      startedAt: wall(clock.whenWorked(startWork)),
      at: wall(clock.whenWorked(endWork)),
    });
  }
  if (row.end) {
    const { at, given: _given, ...end } = row.end;
    const completedAt = end.status === "completed" ? at : null;
    return { ...end, completedAt, cancelledAt: end.status === "cancelled" ? at : null };
  }
  if (row.shown === null && work < startWork) return { processed: 0 };
  const share = row.calling ? 0 : (work - startWork) / (endWork - startWork);
  const processed = row.shown ?? Math.floor(row.evaluated.length * share);
  const startedAt = Math.min(wall(clock.whenWorked(startWork)), clock.now());
  return { status: "running", startedAt, processed };
}

const wall = (at: number): number => Math.round(at);

/** Returns the time at which a sample was evaluated. */
export function evaluatedAt(row: EvaluationRow, index: number, { clock, evaluationMs }: Clocked): number {
  const share = 1 / 4 + (3 / 4) * ((index + 1) / row.evaluated.length);
  return Math.min(wall(clock.whenWorked(row.createdWork + share * evaluationMs)), row.end?.at ?? Infinity);
}

/** Returns how an evaluation ends after its last sample. */
export function endOf(row: EvaluationRow, times: Pick<EvaluationEnd, "startedAt" | "at">): EvaluationEnd {
  const verdict = verdictOf(row, row.noOutputs);
  const results = verdict.status === "completed" ? resultsOf(row) : null;
  return { ...times, ...verdict, processed: row.evaluated.length, results };
}
