import { NotFoundError } from "../../errors/errors-api.ts";
import type { Evaluation, EvaluationResult, Sample } from "../../generated/types.ts";
import type { WorstSample } from "../../report/index.ts";
import type { CommandContext } from "../program.ts";

type PinnedInput = Pick<WorstSample, "input" | "inputMissing">;

const deleted: PinnedInput = {
  inputMissing: "not available, because the sample was deleted since this evaluation.",
};

/**
 * Returns a function that reads the input of a sample in the version that an evaluation scored. The function requests
 * each sample and version once.
 */
export function pinnedInputs(
  context: Pick<CommandContext, "client" | "signal">,
): (evaluation: Evaluation, result: EvaluationResult) => Promise<PinnedInput> {
  const inputs = new Map<string, PinnedInput>();
  return async (evaluation, result) => {
    const key = `${evaluation.dataset_version} ${result.sample_id}`;
    const found = inputs.get(key) ?? (await readInput(evaluation, result, context));
    inputs.set(key, found);
    return found;
  };
}

async function readInput(
  evaluation: Evaluation,
  result: EvaluationResult,
  context: Pick<CommandContext, "client" | "signal">,
): Promise<PinnedInput> {
  try {
    const sample = await findSample(evaluation, result, context);
    return sample ? { input: sample.input } : deleted;
  } catch (error) {
    if (error instanceof NotFoundError) return deleted;
    throw error;
  }
}

async function findSample(
  { dataset, dataset_version: version }: Evaluation,
  { sample_id: id, external_id: externalId }: EvaluationResult,
  { client, signal }: Pick<CommandContext, "client" | "signal">,
): Promise<Sample | undefined> {
  // Updates find samples by their external id, so a sample without one has a single version.
  if (externalId === null) return client.samples.get(id, { signal });
  const query = { version, external_id: externalId, limit: 1 };
  const { data } = await client.samples.list(dataset, query, { signal });
  return data.find((sample) => sample.id === id);
}
