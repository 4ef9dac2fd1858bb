import { withoutAbsent } from "../../domain/values/without-absent.ts";
import type { Decision, RuleContext } from "../../platform/decision.ts";
import { datasetArchived, datasetInUse, notFound, referenceNotFound } from "../../platform/refusals.ts";
import { datasetReviewed } from "./dataset-refusals.ts";
import type { CreateDatasetBody, UpdateDatasetBody } from "./datasets.ts";

/** A stored dataset, without its contents. Times are in milliseconds since 1970. */
export interface DatasetRecord {
  id: string;
  project: string;
  name: string;
  description: string | null;
  archived: boolean;
  sampleCount: number;
  /** Version of the dataset's contents: 0 at creation; each change adds 1. */
  version: number;
  createdAt: number;
  updatedAt: number;
}

/** One change to the contents of a dataset. */
export interface DatasetVersionRecord {
  dataset: string;
  version: number;
  change: "samples" | "import" | "outputs";
  /** Number of added samples or outputs. */
  inserted: number;
  /** Number of replaced samples or outputs. */
  updated: number;
  sampleCount: number;
  createdAt: number;
}

/** A command that creates or changes a dataset. */
export type DatasetCommand =
  | { type: "create"; body: CreateDatasetBody }
  | { type: "update"; id: string; body: UpdateDatasetBody };

/** The stored state that the command needs. The caller loads the state, and also locks it before a write. */
export interface DatasetState {
  /** The dataset in the command, if the caller can access it. */
  dataset: DatasetRecord | undefined;
  /** Whether the caller can access the project in the body. Only `create` uses this. */
  projectFound: boolean;
}

/** The outcome of a dataset command. */
export type DatasetDecision = Decision<DatasetRecord, never, never> & { record: DatasetRecord };

/** Requires that a dataset exists. @throws {ApiError} 404 `not_found` if it does not. */
export function requireDataset<D>(dataset: D | undefined, id: string): D {
  if (dataset === undefined) throw notFound("dataset", id);
  return dataset;
}

/**
 * Requires a dataset whose contents may change.
 *
 * @throws {ApiError} 404 if the dataset does not exist; 409 `invalid_state` if it is archived.
 */
export function requireOpenDataset<D extends { archived: boolean }>(dataset: D | undefined, id: string): D {
  const found = requireDataset(dataset, id);
  if (found.archived) throw datasetArchived(id);
  return found;
}

/**
 * Decides a dataset command.
 *
 * @throws {ApiError} 422 for an inaccessible project; 404 for an unknown dataset. On an error, nothing
 *   changes.
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

/** What uses a dataset, and the dataset, if the caller can access it. */
export interface DatasetUse {
  dataset: DatasetRecord | undefined;
  /** Number of evaluations of the dataset. */
  evaluationCount: number;
  /** The review tasks with samples of the dataset, whatever their status: the number, and the newest ids. */
  tasks: { count: number; newest: readonly string[] };
}

/** Number of review tasks that the refusal to delete a dataset names. */
export const tasksNamed = 2;

/**
 * Decides a request to delete a dataset with its contents.
 *
 * @throws {ApiError} 404 for an unknown dataset; 409 if an evaluation used it, or if a review task contains one of
 *   its samples. On an error, nothing changes.
 */
export function decideDatasetDeletion(
  { dataset, evaluationCount, tasks: { count, newest } }: DatasetUse,
  id: string,
): Decision<DatasetRecord, never, never> {
  requireDataset(dataset, id);
  if (evaluationCount > 0) throw datasetInUse(id, evaluationCount);
  if (count > 0) throw datasetReviewed(id, { count, named: newest.slice(0, tasksNamed) });
  return { record: undefined, changes: [{ op: "delete", id }], evidence: [], events: [] };
}

/** The changes that a request makes to a dataset's contents. */
export type ContentChange = Pick<DatasetVersionRecord, "change" | "inserted" | "updated"> & {
  samplesAdded: number;
};

/**
 * Returns the next version of a dataset whose contents change. Returns undefined if nothing was inserted or
 * updated; the dataset then keeps its current version. The caller stores the new version together with the
 * columns from {@link afterVersion}.
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

/** Returns the columns of a dataset's row that a new version changes. */
export const afterVersion = ({ version, sampleCount, createdAt }: DatasetVersionRecord) => ({
  version,
  sampleCount,
  updatedAt: createdAt,
});
