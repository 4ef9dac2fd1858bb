import type { Credential } from "../../workspace/credentials.ts";
import type { Decision, RuleContext } from "../../platform/decision.ts";
import { notFound, referenceNotFound } from "../../platform/refusals.ts";
import { reviewerRequired } from "../review-refusals.ts";
import type { CreateReviewerBody, UpdateReviewerBody } from "./reviewers.ts";

/**
 * A stored reviewer, who is a person with credentials. Ids are in wire form, times in milliseconds since
 * 1970.
 */
export interface ReviewerRecord {
  id: string;
  name: string;
  credentials: readonly Credential[];
  specialty: string | null;
  available: boolean;
  /** The projects in which the reviewer may review; null for all projects. */
  projects: readonly string[] | null;
  /** When the credentials expire; null if they do not expire. */
  credentialExpiresAt: number | null;
  /** Time of the last assignment or the last submitted review; null if there is none. */
  lastActiveAt: number | null;
  createdAt: number;
}

/** A command that creates or changes a reviewer. */
export type ReviewerCommand =
  | { type: "create"; body: CreateReviewerBody }
  | { type: "update"; id: string; body: UpdateReviewerBody };

/** The stored state that the command needs. The caller loads the state, and also locks it before a write. */
export interface ReviewerState {
  /** The reviewer in the command, if the caller can access it. */
  reviewer: ReviewerRecord | undefined;
  /** The projects in the command that the caller can access. */
  reachedProjects: ReadonlySet<string>;
}

/** The outcome of a reviewer command. Tasks are reassigned in a later decision. */
export type ReviewerDecision = Decision<ReviewerRecord, never, never> & { record: ReviewerRecord };

/**
 * Decides a reviewer command.
 *
 * @throws {ApiError} 404 for an inaccessible reviewer; 422 for the first inaccessible project.
 */
export function decideReviewer(
  { reviewer, reachedProjects }: ReviewerState,
  command: ReviewerCommand,
  { newId, now }: RuleContext,
): ReviewerDecision {
  if (command.type === "update") {
    const present = requireReviewer(reviewer, command.id);
    const set = contentsOf(command.body, reachedProjects);
    const changes = [{ op: "update" as const, id: present.id, set }];
    return { record: { ...present, ...set }, changes, evidence: [], events: [] };
  }
  const { body } = command;
  const record: ReviewerRecord = {
    name: body.name,
    credentials: body.credentials,
    specialty: null,
    available: body.available,
    projects: null,
    credentialExpiresAt: null,
    lastActiveAt: null,
    ...contentsOf(body, reachedProjects),
    id: newId("reviewer"),
    createdAt: now,
  };
  return { record, changes: [{ op: "insert", record }], evidence: [], events: [] };
}

/** Converts a reviewer request to its stored form. */
function contentsOf(
  body: UpdateReviewerBody,
  reachedProjects: ReadonlySet<string>,
): Partial<Omit<ReviewerRecord, "id" | "createdAt" | "lastActiveAt">> {
  const { name, credentials, specialty, available, projects, credential_expires_at: expiry } = body;
  return {
    ...(name !== undefined && { name }),
    ...(credentials !== undefined && { credentials }),
    ...(specialty !== undefined && { specialty }),
    ...(available !== undefined && { available }),
    ...(projects !== undefined && { projects: projects && projectIds(projects, reachedProjects) }),
    ...(expiry !== undefined && { credentialExpiresAt: expiry === null ? null : Date.parse(expiry) }),
  };
}

/** Returns the distinct projects in a request. */
function projectIds(listed: readonly string[], reached: ReadonlySet<string>): string[] {
  for (const [index, id] of listed.entries())
    if (!reached.has(id)) throw referenceNotFound("project", id, `/projects/${index}`);
  return [...new Set(listed)];
}

/** Requires that a reviewer exists. @throws {ApiError} 404 `not_found` if the reviewer is inaccessible. */
export function requireReviewer<R extends ReviewerRecord>(reviewer: R | undefined, id: string): R {
  if (!reviewer) throw notFound("reviewer", id);
  return reviewer;
}

/** Requires the reviewer that a body references at a path. @throws {ApiError} 422 `reference_not_found`. */
export function requireNamedReviewer(
  reviewer: ReviewerRecord | undefined,
  { named, path }: { named: string; path: string },
): ReviewerRecord {
  if (!reviewer) throw referenceNotFound("reviewer", named, path);
  return reviewer;
}

/**
 * Returns the reviewer for whom an API key acts.
 *
 * @throws {ApiError} 403 `reviewer_required` if there is none.
 */
export function requireCallingReviewer(reviewer: ReviewerRecord | undefined): ReviewerRecord {
  if (!reviewer) throw reviewerRequired();
  return reviewer;
}

/** The filters of a list of reviewers; undefined matches any reviewer. */
interface ReviewerFilter {
  project?: string | undefined;
  credentials?: readonly Credential[] | undefined;
  available?: boolean | undefined;
}

/** Whether a list with these filters contains a reviewer: one of the credentials suffices. */
export const listsReviewer = (
  { project, credentials, available }: ReviewerFilter,
  reviewer: ReviewerRecord,
): boolean =>
  (project === undefined || reviewer.projects === null || reviewer.projects.includes(project)) &&
  (credentials === undefined || credentials.some((one) => reviewer.credentials.includes(one))) &&
  (available === undefined || reviewer.available === available);
