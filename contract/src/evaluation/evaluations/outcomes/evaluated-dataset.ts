// Evaluates a dataset whose contents are in memory, as in the mock.
import type { NamedModel, NoOutputs } from "../../../domain/evaluation/evaluation-verdict.ts";
import type { KeyedEvaluator } from "../../evaluators/keyed-evaluators.ts";
import { outputsBy, type VersionedDataset, type VersionedSample } from "../../samples/dataset-contents.ts";
import { overRuns, type RepeatedSample } from "./sample-runs.ts";

/** A sample with the outcomes of all evaluators. */
export interface EvaluatedDatasetSample extends RepeatedSample {
  sample: VersionedSample;
}

/** Returns the facts for the error of an evaluation in which no sample has an output. */
export function findNoOutputs(
  dataset: VersionedDataset,
  samples: readonly VersionedSample[],
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
  dataset: VersionedDataset,
  samples: readonly VersionedSample[],
  { keyed, model, runs }: { keyed: readonly KeyedEvaluator[]; model: string | null; runs: number },
): EvaluatedDatasetSample[] {
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
