import { withoutAbsent } from "../../domain/values/without-absent.ts";
import type { Decision, RuleContext } from "../../platform/decision.ts";
import { datasetArchived, datasetInUse, notFound, referenceNotFound } from "../../platform/refusals.ts";
import type { CreateDatasetBody, UpdateDatasetBody } from "./datasets.ts";

/** A stored dataset, without its contents. Instants are milliseconds since 1970. */
export interface DatasetRecord {
  id: string;
  project: string;
  name: string;
  description: string | null;
  archived: boolean;
  sampleCount: number;
  /** Of its contents: 0 when created, one more for each change. */
  version: number;
  createdAt: number;
  updatedAt: number;
}

/** One change of the contents of a dataset. */
export interface DatasetVersionRecord {
  dataset: string;
  version: number;
  change: "samples" | "import" | "outputs";
  /** Samples, or outputs, that were added. */
  inserted: number;
  /** Samples, or outputs, that were replaced. */
  updated: number;
  sampleCount: number;
  createdAt: number;
}

/** A request that creates or changes a dataset. */
export type DatasetCommand =
  | { type: "create"; body: CreateDatasetBody }
  | { type: "update"; id: string; body: UpdateDatasetBody };

/** What the caller has loaded, and locked where it writes. */
export interface DatasetState {
  /** The dataset that the command names, if the caller can reach it. */
  dataset: DatasetRecord | undefined;
  /** Whether the caller can reach the project that the body names; read for `create` only. */
  projectFound: boolean;
}

/** The outcome of a command on a dataset. */
export type DatasetDecision = Decision<DatasetRecord, never, never> & { record: DatasetRecord };

/** A dataset that was looked up. @throws {ApiError} 404 `not_found` when there is none. */
export function requireDataset<D>(dataset: D | undefined, id: string): D {
  if (dataset === undefined) throw notFound("dataset", id);
  return dataset;
}

/** A dataset whose contents are about to change. @throws {ApiError} 404; 409 `invalid_state` when it is archived. */
export function requireOpenDataset<D extends { archived: boolean }>(dataset: D | undefined, id: string): D {
  const found = requireDataset(dataset, id);
  if (found.archived) throw datasetArchived(id);
  return found;
}

/**
 * Decides a command on a dataset.
 *
 * @throws {ApiError} 422 for a project that the caller cannot reach; 404 for an unknown dataset. Nothing is changed then.
 */
export function decideDataset(
  { dataset, projectFound }: DatasetState,
  command: DatasetCommand,
  context: RuleContext,
): DatasetDecision {
  if (command.type === "create") {
    if (!projectFound) throw referenceNotFound("project", command.body.project, "/project");
    return decideCreate(command.body, context);
  }
  const present = requireDataset(dataset, command.id);
  const set = { ...withoutAbsent(command.body), updatedAt: context.now };
  const changes = [{ op: "update" as const, id: present.id, set }];
  return { record: { ...present, ...set }, changes, evidence: [], events: [] };
}

function decideCreate(
  { name, description, project }: CreateDatasetBody,
  { now, newId }: RuleContext,
): DatasetDecision {
  const record: DatasetRecord = {
    id: newId("dataset"),
    project,
    name,
    description: description ?? null,
    archived: false,
    sampleCount: 0,
    version: 0,
    createdAt: now,
    updatedAt: now,
  };
  return { record, changes: [{ op: "insert", record }], evidence: [], events: [] };
}

/**
 * Decides the deletion of a dataset with its contents.
 *
 * @param state.evaluationCount how many evaluations have used it.
 * @throws {ApiError} 404 for an unknown dataset; 409 when an evaluation has used it. Nothing is changed then.
 */
export function decideDatasetDeletion(
  { dataset, evaluationCount }: { dataset: DatasetRecord | undefined; evaluationCount: number },
  id: string,
): Decision<DatasetRecord, never, never> {
  requireDataset(dataset, id);
  if (evaluationCount > 0) throw datasetInUse(id, evaluationCount);
  return { record: undefined, changes: [{ op: "delete", id }], evidence: [], events: [] };
}

/** What a request did to the contents of a dataset. */
export type ContentChange = Pick<DatasetVersionRecord, "change" | "inserted" | "updated"> & {
  samplesAdded: number;
};

/**
 * The next version of a dataset whose contents change; undefined: nothing was inserted or updated, so that the present
 * version stays. It is to be stored with what {@link afterVersion} sets of the dataset.
 */
export function nextVersion(
  { id, version, sampleCount }: Pick<DatasetRecord, "id" | "version" | "sampleCount">,
  { samplesAdded, ...change }: ContentChange,
  { now }: Pick<RuleContext, "now">,
): DatasetVersionRecord | undefined {
  if (change.inserted + change.updated === 0) return undefined;
  const after = { version: version + 1, sampleCount: sampleCount + samplesAdded };
  return { dataset: id, ...after, ...change, createdAt: now };
}

/** What a new version sets of its dataset. */
export const afterVersion = ({ version, sampleCount, createdAt }: DatasetVersionRecord) => ({
  version,
  sampleCount,
  updatedAt: createdAt,
});
