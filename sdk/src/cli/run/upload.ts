import { basename } from "node:path";
import type { Assay } from "../../client.ts";
import type { Dataset, Evaluation, EvaluatorInput, Model, Project } from "../../generated/types.ts";
import type { FileGroup } from "./merge-files.ts";
import type { SampleFile } from "./read-files.ts";

/** Name of the project that runs go to when none is named. */
const defaultProject = "assay run";

const outputsPerRequest = 1000;

/** The project of this id, or of this name (made when there is none). */
export async function resolveProject(assay: Assay, named: string = defaultProject): Promise<Project> {
  if (named.startsWith("proj_")) return assay.projects.get(named);
  for await (const project of assay.projects.list({ limit: 100 })) {
    if (project.name === named) return project;
  }
  return assay.projects.create({ name: named });
}

/** The data set of a folder, brought up to date with its files' samples. */
export async function uploadSamples(assay: Assay, group: FileGroup, projectId: string): Promise<Dataset> {
  const dataset = await datasetNamed(assay, basename(group.folder), projectId);
  const rows = group.samples.map(({ externalId, sample }) => ({ external_id: externalId, ...sample }));
  await assay.datasets.importFile(dataset.id, rows, { mode: "update" });
  return assay.datasets.get(dataset.id);
}

async function datasetNamed(assay: Assay, name: string, project: string): Promise<Dataset> {
  for await (const dataset of assay.datasets.list({ project, archived: false, limit: 100 })) {
    if (dataset.name === name) return dataset;
  }
  return assay.datasets.create({ name, project });
}

/** Registers the file's system (its version is the file's digest) and stores what it answered. */
export async function uploadOutputs(assay: Assay, file: SampleFile, datasetId: string): Promise<Model> {
  const model = await assay.models.create({
    name: file.system,
    version: file.digest,
    metadata: { file: basename(file.path) },
  });
  for (let start = 0; start < file.rows.length; start += outputsPerRequest) {
    const rows = file.rows.slice(start, start + outputsPerRequest);
    await assay.samples.createOutputs(datasetId, {
      model: model.id,
      outputs: rows.map(({ externalId, output }) => ({ external_id: externalId, output })),
    });
  }
  return model;
}

/** Starts the evaluation of one file: over its own rows, whatever else the data set holds. */
export async function startEvaluation(
  assay: Assay,
  file: SampleFile,
  { dataset, model, evaluators }: { dataset: Dataset; model: Model; evaluators: EvaluatorInput[] },
): Promise<Evaluation> {
  const whole = dataset.sample_count === file.rows.length;
  return assay.evaluations.create({
    name: file.system,
    project: dataset.project,
    dataset: dataset.id,
    model: model.id,
    evaluators,
    ...(!whole && { sample_filter: { external_ids: file.rows.map((row) => row.externalId) } }),
  });
}
