import { checkReadyJobs } from "@assay/contract/workspace/workspace-load";
import { loadWorkspaceLoad } from "../evaluations/workspace-load-queries.ts";
import {
  exportedFile,
  namedEvaluations,
  newExport,
  requireExport,
  type StoredExport,
} from "@assay/contract/evaluation/exports/export-rules";
import type { CreateExportBody } from "@assay/contract/evaluation/exports/exports";
import type { Download } from "@assay/contract/platform/c";
import { formatId, parseId } from "@assay/contract/platform/ids";
import type { Knex } from "knex";
import type { Reach } from "../../workspace/access/reach.ts";
import { uuidOf } from "../../platform/db/record-columns.ts";
import type { Tx } from "../../platform/db/transaction.ts";
import { keyCheck } from "../../platform/http/routing/key-check.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { ruleContext } from "../../platform/rule-context.ts";
import { requireProject } from "../../workspace/projects/project-service.ts";
import { type BlindCaller, refuseBlind } from "../../workspace/access/blind-access.ts";
import { readChunks } from "./export-chunk-queries.ts";
import { completedEvaluations, findEvaluations } from "./exported-evaluation-queries.ts";
import { type ExportRecord, findExport, insertExport } from "./export-queries.ts";
import { exportJob } from "./run-export-job.ts";

/**
 * Stores a new export of the evaluations that have completed so far, and the job that writes the export's
 * file.
 *
 * @throws {ApiError} 422 if the caller cannot access the project; the refusals of `namedEvaluations`; 403
 * while the caller still has to review a sample of one of the evaluations blind.
 */
export async function createExport(
  tx: Tx,
  deps: PlatformDeps,
  caller: Reach & BlindCaller & { apiKeyId: string },
  body: CreateExportBody,
): Promise<StoredExport> {
  const { workspaceId } = caller;
  const project = await requireProject(tx, caller, { named: body.project });
  const evaluations = body.evaluations
    ? namedEvaluations(body, await findNamed(tx, caller, body.evaluations))
    : (await completedEvaluations(tx, { workspaceId, projectId: project.id })).map((uuid) =>
        formatId("evaluation", uuid),
      );
  await refuseBlind(tx, caller, { evaluationIds: uuidsOf(evaluations) });
  const stored = newExport(body, evaluations, ruleContext(deps, caller));
  checkReadyJobs(await loadWorkspaceLoad(tx, workspaceId));
  await insertExport(tx, workspaceId, stored);
  await deps.jobs.enqueue(tx, [exportJob(workspaceId, uuidOf("export", stored.id))]);
  return stored;
}

const uuidsOf = (evaluations: readonly string[]): string[] =>
  evaluations.map((id) => uuidOf("evaluation", id));

async function findNamed(tx: Tx, reach: Reach, named: readonly string[]) {
  const uuids = named.flatMap((id) => parseId("evaluation", id) ?? []);
  const found = await findEvaluations(tx, reach, uuids);
  return new Map(
    found.map(({ id, project_id: project, name, status }) => [
      formatId("evaluation", id),
      { project: formatId("project", project), name, status },
    ]),
  );
}

/** Returns an export by its id. @throws {ApiError} 404 if the caller cannot access the export. */
export const getReachable = async (db: Knex, reach: Reach, id: string): Promise<ExportRecord> =>
  requireExport(await findExport(db, reach, id), id);

/**
 * Yields the parts of a download while the API key is valid. The key is checked before a part if the last
 * check is some seconds old.
 *
 * @throws {Error} if the key is no longer valid, so that the client does not mistake the sent parts for the
 *   whole file.
 */
async function* whileAuthorized(
  parts: AsyncIterable<Uint8Array>,
  now: () => Date,
  recheck: () => Promise<boolean>,
): AsyncGenerator<Uint8Array> {
  const isValid = keyCheck(now, recheck);
  for await (const part of parts) {
    if (!(await isValid())) throw new Error("The API key became invalid during the download.");
    yield part;
  }
}

/**
 * Returns the file of an export.
 *
 * @throws {ApiError} 404 if the caller cannot access the export; 409 if the export has no file; 403 while the
 * caller still has to review one of its samples blind.
 */
export async function exportContent(
  deps: PlatformDeps,
  { caller: reach, recheck }: { caller: Reach & BlindCaller; recheck: () => Promise<boolean> },
  id: string,
): Promise<Download> {
  const { knex } = deps.database;
  const stored = await getReachable(knex, reach, id);
  const file = exportedFile(stored, deps.now().getTime());
  const { attempt, evaluations } = stored;
  if (attempt === null) throw new Error(`Export ${id} completed without an attempt.`);
  await refuseBlind(knex, reach, { evaluationIds: uuidsOf(evaluations) });
  const key = { workspaceId: reach.workspaceId, exportId: uuidOf("export", stored.id), attempt };
  return {
    ...file,
    read: (start, end) => whileAuthorized(readChunks(knex, key, { start, end }), deps.now, recheck),
  };
}
