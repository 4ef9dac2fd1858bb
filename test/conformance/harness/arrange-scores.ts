import type { CreateEvaluation, CreateSamples, Dataset, Evaluation } from "@assay/sdk";
import { answered, binary, evaluated, newDataset, newProject } from "./arrange.ts";
import type { Context } from "./context.ts";

const dayMs = 86_400_000;

/** Noon UTC of so many days before today. */
export const daysAgo = (days: number): string =>
  `${new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)}T12:00:00.000Z`;

/** The UTC day of so many days before today. */
export const dayAgo = (days: number): string => daysAgo(days).slice(0, 10);

/** A project with ways to fill it. */
export interface ScoredProject {
  project: string;
  /** Makes a dataset of it with samples; text: see `answered`. */
  dataset: (samples: string | CreateSamples["samples"]) => Promise<Dataset>;
  /** Evaluates the answers in a dataset of their own, dated, each right or wrong. */
  score: (answers: string, asOf: string) => Promise<Evaluation>;
  /** Evaluates answers of a model of their own to the samples of a dataset, dated. */
  answer: (dataset: Dataset, answers: string, further: Partial<CreateEvaluation>) => Promise<Evaluation>;
}

/** Makes an empty project. */
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
