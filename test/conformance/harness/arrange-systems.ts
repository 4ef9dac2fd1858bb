import type { CreateEvaluation, Evaluation } from "@assay/sdk";
import { evaluated, filledDataset, level } from "./arrange.ts";
import type { Context } from "./context.ts";

/** Levels by their letters in {@link Systems}; any other letter stands for a missing output. */
const levels: Partial<Record<string, string>> = {
  e: "emergent",
  u: "urgent",
  s: "semi_urgent",
  r: "routine",
};

/** Systems that answer the same samples. Each letter is the level for one sample. */
export interface Systems {
  /** The expected levels; by default, all are urgent. */
  expected?: string;
  /** The levels in the outputs of each system. */
  answers: readonly string[];
  clusterOf?: (index: number) => string | null;
}

const outputOf = (letter: string | undefined) => {
  const name = levels[letter ?? ""];
  return name === undefined ? null : level(name);
};

/**
 * Evaluates several systems on the same samples. The outputs of the first system are in the samples. Every
 * other system is a model with stored outputs.
 */
export async function evaluateSystems(
  context: Context,
  { expected, answers, clusterOf = () => null }: Systems,
  settings: Partial<CreateEvaluation>,
): Promise<Evaluation[]> {
  const [own = "", ...others] = answers;
  const rows = Array.from(own, (letter, index) => ({
    external_id: `call-${index}`,
    input: index,
    expected: level(levels[expected?.[index] ?? "u"] ?? ""),
    output: outputOf(letter),
    cluster_id: clusterOf(index),
  }));
  const { dataset, samples } = await filledDataset(context, rows);
  const evaluations = [await evaluated(context, dataset, { ...settings, name: "nightingale-1.0" })];
  for (const [number, letters] of others.entries()) {
    const version = `0.${9 - number}`;
    const model = await context.assay.models.create({ name: "mercury", version });
    const outputs = samples.flatMap(({ id }, index) => {
      const output = outputOf(letters[index]);
      return output === null ? [] : [{ sample: id, output }];
    });
    await context.assay.samples.createOutputs(dataset.id, { model: model.id, outputs });
    const name = `mercury-${version}`;
    evaluations.push(await evaluated(context, dataset, { ...settings, name, model: model.id }));
  }
  return evaluations;
}
