import {
  ReferenceApplication,
  requireTargets,
} from "@assay/contract/review/adjudication/reference-application";
import type { ApplyReferencesBody } from "@assay/contract/review/adjudication/references";
import type { DatasetRecord } from "@assay/contract/evaluation/datasets/dataset-rules";
import type { SampleRecord } from "@assay/contract/evaluation/samples/sample-rules";
import type { RubricDimension } from "@assay/contract/review/rubrics/rubric-dimensions";
import { formatId } from "@assay/contract/platform/ids";
import { findDataset, lockDataset } from "../../evaluation/datasets/dataset-queries.ts";
import { recordChange } from "../../evaluation/datasets/dataset-service.ts";
import { findPresentSamples, replaceSamples } from "../../evaluation/samples/sample-queries.ts";
import { withExpected } from "../../evaluation/samples/sample-content.ts";
import type { Tx } from "../../platform/db/transaction.ts";
import { idOrNone } from "../../platform/http/request/id-filter.ts";
import type { Caller } from "../../platform/http/routing/handler.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { refuseBlind } from "../../workspace/access/blind-access.ts";
import { requireProject } from "../../workspace/projects/project-service.ts";
import { findRubric } from "../rubrics/rubric-queries.ts";
import { type LabeledFilter, listLabeledSamples } from "./reference-queries.ts";
import { loadLabels } from "./reference-service.ts";

/** Number of samples that are read and replaced at once. */
const batchSize = 500;

const first = "00000000-0000-0000-0000-000000000000";

/**
 * Writes reference labels to the expected answers of a dataset, as one new version; only counts them in a dry run.
 *
 * @throws {ApiError} 422 for an inaccessible project; 403 while the caller still has to review one of its samples blind;
 * the refusals of `requireTargets`.
 */
export async function applyReferences(
  tx: Tx,
  deps: PlatformDeps,
  { caller, body }: { caller: Caller; body: ApplyReferencesBody },
) {
  const { workspaceId } = caller;
  const project = await requireProject(tx, caller, { named: body.project });
  await refuseBlind(tx, caller, { projectId: project.id });
  const datasetId = idOrNone("dataset", body.dataset);
  const found = {
    project: formatId("project", project.id),
    rubric: await findRubric(tx, caller, idOrNone("rubric", body.rubric)),
    dataset: await (body.dry_run ? findDataset : lockDataset)(tx, caller, datasetId),
  };
  const { dimension, dataset } = requireTargets(found, body);
  const application = new ReferenceApplication(body.path);
  const filter = {
    workspaceId,
    rubricId: idOrNone("rubric", body.rubric),
    dimension: dimension.id,
    sources: body.sources,
    datasetId,
  };
  for await (const samples of labeledSamples(tx, filter, dimension)) {
    const changes = application.add(samples);
    if (body.dry_run || changes.length === 0) continue;
    await replaceSamples(tx, deps, {
      workspaceId,
      version: dataset.version + 1,
      samples: changes.map(({ sample, expected }) => withExpected(sample, expected)),
    });
  }
  const version = body.dry_run ? dataset.version : await record(tx, deps, { caller, dataset, application });
  return application.toWire(version);
}

/** Records the written labels as the next version of the dataset. @returns the version. */
const record = (
  tx: Tx,
  deps: PlatformDeps,
  {
    caller,
    dataset,
    application,
  }: { caller: Caller; dataset: DatasetRecord; application: ReferenceApplication },
): Promise<number> =>
  recordChange(
    tx,
    deps,
    { reach: caller, dataset },
    { change: "samples", inserted: 0, updated: application.updated, samplesAdded: 0 },
  );

/** Yields the samples of a dataset with their reference labels, in the order of their ids. */
async function* labeledSamples(tx: Tx, filter: LabeledFilter, dimension: RubricDimension) {
  const { workspaceId, rubricId, datasetId } = filter;
  const rubric = formatId("rubric", rubricId);
  let ids: string[] = [];
  do {
    ids = await listLabeledSamples(tx, filter, { after: ids.at(-1) ?? first, limit: batchSize });
    const { labelOf } = await loadLabels(tx, { workspaceId, rubricIds: [rubricId], sampleIds: ids });
    const samples = await findPresentSamples(tx, workspaceId, { datasetId, ids });
    yield samples.flatMap((sample: SampleRecord) => {
      const label = labelOf({ sample: sample.id, rubric }, dimension);
      return label ? [{ sample, value: label.value }] : [];
    });
  } while (ids.length === batchSize);
}
