import type { CreateEvaluation, CreateSamples, Dataset, Evaluation } from "@assay/sdk";
import { answered, binary, evaluated, newDataset, newProject } from "./arrange.ts";
import type { Context } from "./context.ts";

const dayMs = 86_400_000;

/** Returns noon UTC on the day that is this number of days before today. */
export const daysAgo = (days: number): string =>
  `${new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)}T12:00:00.000Z`;

/** Returns the UTC day that is this number of days before today. */
export const dayAgo = (days: number): string => daysAgo(days).slice(0, 10);

/** A project, and functions that fill it. */
export interface ScoredProject {
  project: string;
  /** Creates a dataset with samples. If they are given as text, see `answered` for its format. */
  dataset: (samples: string | CreateSamples["samples"]) => Promise<Dataset>;
  /**
   * Evaluates outputs in a separate dataset, dated `asOf`. Each letter stands for a correct or wrong output.
   */
  score: (answers: string, asOf: string) => Promise<Evaluation>;
  /** Evaluates a new model's outputs for the samples in a dataset; `further` can set the date. */
  answer: (dataset: Dataset, answers: string, further: Partial<CreateEvaluation>) => Promise<Evaluation>;
}

/** Creates an empty project. */
export async function scoredProject(context: Context): Promise<ScoredProject> {
  const { id: project } = await newProject(context);
  let models = 0;
  const dataset: ScoredProject["dataset"] = async (given) => {
    const { id } = await newDataset(context, project);
    const samples = typeof given === "string" ? answered(given) : given;
    await context.assay.samples.create(id, { samples });
    return context.assay.datasets.get(id);
  };
  return {
    project,
    dataset,
    score: async (answers, asOf) =>
      evaluated(context, await dataset(answers), { evaluators: [binary], as_of: asOf }),
    answer: async (target, answers, further) => {
      models += 1;
      const model = await context.assay.models.create({ name: "system", version: String(models) });
      const outputs = answered(answers).map(({ external_id: externalId, output }) => ({
        external_id: externalId,
        output,
      }));
      await context.assay.samples.createOutputs(target.id, { model: model.id, outputs });
      return evaluated(context, target, { evaluators: [binary], model: model.id, ...further });
    },
  };
}
