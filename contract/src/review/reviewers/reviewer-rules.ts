import type { Credential } from "../../evaluation/routing/credentials.ts";
import type { Decision, RuleContext } from "../../platform/decision.ts";
import { notFound, referenceNotFound } from "../../platform/refusals.ts";
import { reviewerRequired } from "../review-refusals.ts";
import type { CreateReviewerBody, UpdateReviewerBody } from "./reviewers.ts";

/** A stored reviewer: a credentialed person. Ids are those of the wire, instants milliseconds since 1970. */
export interface ReviewerRecord {
  id: string;
  name: string;
  credentials: readonly Credential[];
  specialty: string | null;
  available: boolean;
  /** The only projects to review in; null: all. */
  projects: readonly string[] | null;
  /** Null: never. */
  credentialExpiresAt: number | null;
  /** When last given a task, or when a review was last submitted; null: never. */
  lastActiveAt: number | null;
  createdAt: number;
}

/** A request that creates or changes a reviewer. */
export type ReviewerCommand =
  | { type: "create"; body: CreateReviewerBody }
  | { type: "update"; id: string; body: UpdateReviewerBody };

/** What the caller has loaded, and locked where it writes. */
export interface ReviewerState {
  /** The reviewer whom the command changes, when the caller can reach them. */
  reviewer: ReviewerRecord | undefined;
  /** Which of the projects that the command names the caller can reach. */
  reachedProjects: ReadonlySet<string>;
}

/** The outcome of a command on a reviewer. Who holds which tasks then is decided after it. */
export type ReviewerDecision = Decision<ReviewerRecord, never, never> & { record: ReviewerRecord };

/**
 * Decides a command on a reviewer.
 *
 * @throws {ApiError} 404 for a reviewer whom the caller cannot reach; 422 for the first project that it cannot reach.
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

/** What a request says of a reviewer, as it is stored. */
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

/** The projects that a request lists, each once. */
function projectIds(listed: readonly string[], reached: ReadonlySet<string>): string[] {
  for (const [index, id] of listed.entries())
    if (!reached.has(id)) throw referenceNotFound("project", id, `/projects/${index}`);
  return [...new Set(listed)];
}

/** A reviewer who was looked up. @throws {ApiError} 404 `not_found` when the caller cannot reach them. */
export function requireReviewer<R extends ReviewerRecord>(reviewer: R | undefined, id: string): R {
  if (!reviewer) throw notFound("reviewer", id);
  return reviewer;
}

/** A reviewer whom a body names at a place. @throws {ApiError} 422 `reference_not_found`. */
export function requireNamedReviewer(
  reviewer: ReviewerRecord | undefined,
  { named, path }: { named: string; path: string },
): ReviewerRecord {
  if (!reviewer) throw referenceNotFound("reviewer", named, path);
  return reviewer;
}

/** The reviewer as whom a key acts. @throws {ApiError} 403 `reviewer_required` when it acts as none. */
export function requireCallingReviewer(reviewer: ReviewerRecord | undefined): ReviewerRecord {
  if (!reviewer) throw reviewerRequired();
  return reviewer;
}
