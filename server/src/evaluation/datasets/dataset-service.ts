import {
  type ContentChange,
  type DatasetCommand,
  type DatasetRecord,
  type DatasetUse,
  decideDataset,
  decideDatasetDeletion,
  nextVersion,
  requireDataset,
  requireOpenDataset,
  tasksNamed,
} from "@assay/contract/evaluation/datasets/dataset-rules";
import { parseId } from "@assay/contract/platform/ids";
import type { Knex } from "knex";
import type { Reach } from "../../workspace/access/reach.ts";
import { appendsNothing, commitDecision, emitsNothing } from "../../platform/db/commit-decision.ts";
import type { Tx } from "../../platform/db/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { ruleContext } from "../../platform/rule-context.ts";
import { reachedProjects } from "../../workspace/projects/project-service.ts";
import {
  countEvaluations,
  deleteDataset,
  findDataset,
  insertDataset,
  insertVersion,
  lockDataset,
  newestTasks,
  updateDataset,
} from "./dataset-queries.ts";

type Parts = Pick<PlatformDeps, "now" | "newId">;

const writers = (tx: Tx, workspaceId: string) => ({
  insert: (dataset: DatasetRecord) => insertDataset(tx, workspaceId, dataset),
  update: (id: string, set: Partial<DatasetRecord>) => updateDataset(tx, { workspaceId, id }, set),
  delete: (id: string) => deleteDataset(tx, workspaceId, id),
  append: appendsNothing,
  emit: emitsNothing,
});

/** Creates or changes a dataset. @throws {ApiError} the refusals that `decideDataset` returns. */
export async function changeDataset(
  tx: Tx,
  deps: Parts,
  { caller, command }: { caller: Reach & { apiKeyId: string }; command: DatasetCommand },
): Promise<DatasetRecord> {
  const state = {
    dataset: command.type === "create" ? undefined : await lockNamed(tx, caller, command.id),
    projectFound: command.type === "create" && (await reachesProject(tx, caller, command.body.project)),
  };
  const decision = decideDataset(state, command, ruleContext(deps, caller));
  await commitDecision(decision, writers(tx, caller.workspaceId));
  return decision.record;
}

const reachesProject = async (tx: Tx, reach: Reach, project: string): Promise<boolean> =>
  (await reachedProjects(tx, reach, [project])).has(project);

/**
 * Deletes a dataset with its contents.
 *
 * @throws {ApiError} the refusals that `decideDatasetDeletion` returns.
 */
export async function removeDataset(tx: Tx, reach: Reach, id: string): Promise<void> {
  const dataset = await lockNamed(tx, reach, id);
  const use = dataset ? await usesOf(tx, reach.workspaceId, dataset.id) : unused;
  const decision = decideDatasetDeletion({ dataset, ...use }, id);
  await commitDecision(decision, writers(tx, reach.workspaceId));
}

const unused: Omit<DatasetUse, "dataset"> = { evaluationCount: 0, tasks: { count: 0, newest: [] } };

/** Returns what uses a locked dataset. Transactions that start to use a dataset wait for its lock. */
const usesOf = async (tx: Tx, workspaceId: string, dataset: string) => ({
  evaluationCount: await countEvaluations(tx, workspaceId, dataset),
  tasks: await newestTasks(tx, { workspaceId, dataset }, tasksNamed),
});

async function lockNamed(tx: Tx, reach: Reach, id: string): Promise<DatasetRecord | undefined> {
  const uuid = parseId("dataset", id);
  return uuid === undefined ? undefined : lockDataset(tx, reach, uuid);
}

/** Returns a dataset by its id. @throws {ApiError} 404 if the caller cannot access the dataset. */
export async function getDataset(db: Knex, reach: Reach, id: string): Promise<DatasetRecord> {
  const uuid = parseId("dataset", id);
  return requireDataset(uuid === undefined ? undefined : await findDataset(db, reach, uuid), id);
}

/**
 * Locks a dataset until the transaction ends. Must be called before the dataset's samples change.
 *
 * @throws {ApiError} 404 if the caller cannot access the dataset; 409 if it is archived.
 */
export async function lockForChange(tx: Tx, reach: Reach, id: string): Promise<DatasetRecord> {
  return requireOpenDataset(await lockNamed(tx, reach, id), id);
}

/**
 * Records a change to a locked dataset as the dataset's next version.
 *
 * @returns the next version; the current version if the change inserted and updated nothing.
 */
export async function recordChange(
  tx: Tx,
  deps: Parts,
  { reach, dataset }: { reach: Reach; dataset: DatasetRecord },
  change: ContentChange,
): Promise<number> {
  const version = nextVersion(dataset, change, { now: deps.now().getTime() });
  if (version) await insertVersion(tx, reach.workspaceId, version);
  return version?.version ?? dataset.version;
}
