import type { Credential } from "@assay/contract/evaluation/routing/credentials";
import { notFound } from "@assay/contract/platform/refusals";
import { parseId } from "@assay/contract/platform/ids";
import type { Knex } from "knex";
import type { Reach } from "../../workspace/access/reach.ts";
import type { Tx } from "../../platform/db/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { referredProjects } from "../../workspace/projects/project-service.ts";
import {
  type CountedReviewerRow,
  findReviewer,
  insertReviewer,
  type ReviewerRow,
  updateReviewer,
} from "./reviewer-queries.ts";

/** What review tasks do when a reviewer is created or changed. */
export interface ReviewerAssignments {
  /** Locks the assignments of a workspace until the transaction ends. */
  lockAssignments: (tx: Tx, workspaceId: string) => Promise<void>;
  /** Locks the open tasks that a reviewer holds; before the reviewer's own row is changed. */
  lockHeldTasks: (tx: Tx, workspaceId: string, reviewerId: string) => Promise<void>;
  /** Takes from a reviewer the slots for which they no longer qualify; others get them. */
  releaseSlots: (
    tx: Tx,
    deps: PlatformDeps,
    held: { workspaceId: string; reviewer: ReviewerRow },
  ) => Promise<void>;
  /** Assigns waiting tasks to those who qualify. */
  assignWaiting: (tx: Tx, deps: PlatformDeps, workspaceId: string) => Promise<void>;
}

/** The dependencies of creating and changing reviewers. */
export interface ReviewerDeps extends PlatformDeps {
  assignments: ReviewerAssignments;
}

/** What a request says of a reviewer. */
export interface ReviewerBody {
  name: string;
  credentials: Credential[];
  specialty?: string | null | undefined;
  available: boolean;
  projects?: readonly string[] | null | undefined;
  credential_expires_at?: string | null | undefined;
}

/** A reviewer by the public id. @throws {ApiError} 404 when the caller cannot reach them. */
export async function getReviewer(db: Knex, reach: Reach, publicId: string): Promise<CountedReviewerRow> {
  const id = parseId("reviewer", publicId);
  const row = id && (await findReviewer(db, reach, id));
  if (!row) throw notFound("reviewer", publicId);
  return row;
}

/** Stores a reviewer and gives them what waits for somebody like them. @throws {ApiError} 422 for an unknown project. */
export async function createReviewer(
  tx: Tx,
  deps: ReviewerDeps,
  reach: Reach,
  body: ReviewerBody,
): Promise<CountedReviewerRow> {
  const row: ReviewerRow = {
    id: deps.newId(),
    name: body.name,
    credentials: body.credentials,
    specialty: body.specialty ?? null,
    available: body.available,
    projects: await projectIds(tx, reach, body.projects),
    credential_expires_at: instantOf(body.credential_expires_at),
    last_active_at: null,
    created_at: deps.now(),
  };
  await deps.assignments.lockAssignments(tx, reach.workspaceId);
  await insertReviewer(tx, { ...row, workspace_id: reach.workspaceId });
  await deps.assignments.assignWaiting(tx, deps, reach.workspaceId);
  return getStored(tx, reach, row.id);
}

/**
 * Changes a reviewer. What they hold and no longer qualify for, or cannot take up, is given to others; then they get
 * what waits for somebody like them.
 *
 * @throws {ApiError} 404 when the caller cannot reach them; 422 for an unknown project.
 */
export async function changeReviewer(
  tx: Tx,
  deps: ReviewerDeps,
  { reach, publicId }: { reach: Reach; publicId: string },
  body: { [K in keyof ReviewerBody]?: ReviewerBody[K] | undefined },
): Promise<CountedReviewerRow> {
  const { assignments } = deps;
  await assignments.lockAssignments(tx, reach.workspaceId);
  const before = await getReviewer(tx, reach, publicId);
  await assignments.lockHeldTasks(tx, reach.workspaceId, before.id);
  const { projects, credential_expires_at: expiry } = body;
  const row = await updateReviewer(
    tx,
    { reach, id: before.id },
    {
      ...(body.name !== undefined && { name: body.name }),
      ...(body.credentials !== undefined && { credentials: body.credentials }),
      ...(body.specialty !== undefined && { specialty: body.specialty }),
      ...(body.available !== undefined && { available: body.available }),
      ...(projects !== undefined && { projects: await projectIds(tx, reach, projects) }),
      ...(expiry !== undefined && { credential_expires_at: instantOf(expiry) }),
    },
  );
  if (!row) throw notFound("reviewer", publicId);
  await assignments.releaseSlots(tx, deps, { workspaceId: reach.workspaceId, reviewer: row });
  await assignments.assignWaiting(tx, deps, reach.workspaceId);
  return getStored(tx, reach, row.id);
}

const instantOf = (text: string | null | undefined): Date | null =>
  text === undefined || text === null ? null : new Date(text);

const projectIds = async (
  tx: Tx,
  reach: Reach,
  asked: readonly string[] | null | undefined,
): Promise<string[] | null> =>
  asked === undefined || asked === null ? null : referredProjects(tx, reach, asked);

async function getStored(tx: Tx, reach: Reach, id: string): Promise<CountedReviewerRow> {
  const row = await findReviewer(tx, reach, id);
  if (!row) throw new Error(`Reviewer ${id} is gone.`);
  return row;
}
