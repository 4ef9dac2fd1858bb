import { basename } from "node:path";
import { ConflictError } from "../../errors/errors-api.ts";
import type { UploadProgress } from "../../extras/transfer/import-file.ts";
import type { Dataset, Evaluation, EvaluatorInput, Model, Project } from "../../generated/types.ts";
import { stopIfInterrupted } from "../interruption.ts";
import type { CommandContext } from "../program.ts";
import { type Progress, withProgress } from "../progress.ts";
import type { FileGroup } from "./merge-files.ts";
import { asName, datasetName, shownPath } from "./names.ts";
import type { SampleFile } from "./reading/read-files.ts";

/** Name of the default project. */
const defaultProject = "assay run";

/** Finds the project by id or name, and creates it if no project has the name. */
export async function resolveProject(
  { client, signal }: CommandContext,
  named: string = defaultProject,
): Promise<Project> {
  if (named.startsWith("proj_")) return client.projects.get(named, { signal });
  for await (const project of client.projects.list({ limit: 100 }, { signal })) {
    if (project.name === named) return project;
  }
  return client.projects.create({ name: named }, { signal });
}

/** Updates a folder's dataset from its files. */
export async function uploadSamples(
  context: CommandContext,
  group: FileGroup,
  project: Project,
): Promise<Dataset> {
  const { client, output, signal } = context;
  const { id, name } = await datasetNamed(context, datasetName(group.folder), project);
  const rows = group.samples.map(({ externalId, sample }) => ({ external_id: externalId, ...sample }));
  const total = rows.length;
  await withProgress(output.progress({ label: `importing ${name}` }), async (progress) => {
    const onProgress = uploadProgress(progress, total, signal);
    await client.datasets.importFile(id, rows, { mode: "update", signal, onProgress });
    progress.update({ completed: total, failed: 0, total });
  });
  return client.datasets.get(id, { signal });
}

/** Shows upload progress in samples, estimated from the bytes sent. Stops after an interruption. */
function uploadProgress(progress: Progress, total: number, signal: AbortSignal) {
  return ({ bytesSent, totalBytes = 0 }: UploadProgress): void => {
    // Throw after Ctrl-C, because fetch would read the whole request body even after an abort.
    stopIfInterrupted(signal);
    const share = totalBytes > 0 ? bytesSent / totalBytes : 0;
    // The last sample counts only after the response, because a sample that was sent is not yet stored.
    progress.update({ completed: Math.min(total - 1, Math.floor(share * total)), failed: 0, total });
  };
}

async function datasetNamed(
  { client, signal }: CommandContext,
  name: string,
  { id: project }: Project,
): Promise<Dataset> {
  const query = { project, archived: false, limit: 100 };
  for await (const dataset of client.datasets.list(query, { signal })) {
    if (dataset.name === name) return dataset;
  }
  return client.datasets.create({ name, project }, { signal });
}

/** Registers the file's system, with the file's digest as its version, and stores its outputs. */
export async function uploadOutputs(
  context: CommandContext,
  file: SampleFile,
  { id }: Dataset,
): Promise<Model> {
  const { client, output, signal } = context;
  const { label, rows } = file;
  const model = await registerSystem(context, file);
  const outputs = rows.map(({ externalId, run, output: value }) => ({
    external_id: externalId,
    run,
    output: value,
  }));
  const total = rows.length;
  await withProgress(output.progress({ label: `outputs of ${label}`, unit: "outputs" }), async (progress) => {
    const onProgress = uploadProgress(progress, total, signal);
    await client.samples.importOutputs(id, model.id, outputs, { signal, onProgress });
    progress.update({ completed: total, failed: 0, total });
  });
  return model;
}

/**
 * Registers the file's system. The same content is the same system, also if the extension of the file has changed or if
 * the caller has registered the system with other metadata.
 */
async function registerSystem(
  { client, signal }: CommandContext,
  { path, system, digest }: SampleFile,
): Promise<Model> {
  const [name, version] = [asName(system), digest];
  try {
    const metadata = { file: basename(shownPath(path)).replace(/\.gz$/i, "") };
    return await client.models.create({ name, version, metadata }, { signal });
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    for await (const model of client.models.list({ name, limit: 100 }, { signal }))
      if (model.version === version) return model;
    throw error;
  }
}

/** Returns the number of runs in a file: the highest run of its rows. */
const runsIn = ({ rows }: Pick<SampleFile, "rows">): number =>
  rows.reduce((highest, { run }) => Math.max(highest, run), 1);

/** Starts the evaluation of one file, limited to its own rows. By default, it scores all runs of the file. */
export async function startEvaluation(
  { client, signal }: CommandContext,
  file: SampleFile,
  {
    dataset,
    model,
    evaluators,
    runs = runsIn(file),
  }: { dataset: Dataset; model: Model; evaluators: EvaluatorInput[]; runs: number | undefined },
): Promise<Evaluation> {
  const ids = [...new Set(file.rows.map((row) => row.externalId))];
  const whole = dataset.sample_count === ids.length;
  stopIfInterrupted(signal);
  // Do not pass the signal: cancelling the evaluation requires the id from the response.
  return client.evaluations.create({
    name: asName(file.label),
    project: dataset.project,
    dataset: dataset.id,
    model: model.id,
    evaluators,
    ...(runs > 1 && { runs }),
    ...(!whole && { sample_filter: { external_ids: ids } }),
  });
}
