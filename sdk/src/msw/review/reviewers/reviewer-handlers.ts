import type { Credential } from "@assay/contract/evaluation/routing/credentials";
import { notFound } from "@assay/contract/platform/refusals";
import { assignWaiting, pendingCount, releaseUnfit } from "../tasks/assignment.ts";
import { blindSamples } from "../../workspace/blind-review.ts";
import { instant, instantOrNull, newestFirst, pageOf } from "../../platform/http/paging.ts";
import { findReviewer, reachesReviewer } from "../find-reviewer.ts";
import { referredProject } from "../../workspace/reach.ts";
import { statisticsOf } from "./reviewer-statistics.ts";
import type { ReviewCall, ReviewHandlers, ReviewerRow } from "../review-tables.ts";

const toWire = (call: ReviewCall) => (row: ReviewerRow) => ({
  id: row.id,
  object: "reviewer" as const,
  name: row.name,
  credentials: [...row.credentials],
  specialty: row.specialty,
  available: row.available,
  projects: row.projects && [...row.projects],
  pending_count: pendingCount(call, row),
  credential_expires_at: instantOrNull(row.credentialExpiresAt),
  created_at: instant(row.createdAt),
});

/** What a request says of a reviewer. */
interface ReviewerBody {
  name: string;
  credentials: Credential[];
  specialty?: string | null | undefined;
  available: boolean;
  projects?: readonly string[] | null | undefined;
  credential_expires_at?: string | null | undefined;
}

/** Members that may be left out. */
type Changed<T> = { [K in keyof T]?: T[K] | undefined };

function contentsOf({ caller }: ReviewCall, body: Changed<ReviewerBody>): Partial<ReviewerRow> {
  const { name, credentials, specialty, available, projects, credential_expires_at: expiry } = body;
  return {
    ...(name !== undefined && { name }),
    ...(credentials !== undefined && { credentials }),
    ...(specialty !== undefined && { specialty }),
    ...(available !== undefined && { available }),
    ...(projects !== undefined && { projects: projects && projectIds(caller, projects) }),
    ...(expiry !== undefined && { credentialExpiresAt: expiry === null ? null : Date.parse(expiry) }),
  };
}

const projectIds = (caller: ReviewCall["caller"], asked: readonly string[]): string[] => [
  ...new Set(asked.map((id, index) => referredProject(caller, id, `/projects/${index}`).id)),
];

function createReviewer(call: ReviewCall, body: ReviewerBody): ReviewerRow {
  const row: ReviewerRow = {
    id: call.newId("reviewer"),
    name: body.name,
    credentials: body.credentials,
    specialty: null,
    available: body.available,
    projects: null,
    credentialExpiresAt: null,
    lastActiveAt: null,
    createdAt: call.clock.now(),
    ...contentsOf(call, body),
  };
  call.caller.workspace.reviewers.set(row.id, row);
  assignWaiting(call);
  return row;
}

function getReviewer({ caller }: ReviewCall, id: string): ReviewerRow {
  const row = findReviewer(caller, id);
  if (!row) throw notFound("reviewer", id);
  return row;
}

/** The routes of reviewers. */
export const reviewerHandlers: ReviewHandlers<"reviewers"> = {
  create: ({ body }, call) =>
    call.commit(() => ({ status: 201, body: toWire(call)(createReviewer(call, body)) })),
  list: ({ query }, call) => {
    const { project, credentials, available } = query;
    const rows = [...call.caller.workspace.reviewers.values()].filter(
      (row) =>
        reachesReviewer(call.caller, row) &&
        (project === undefined || row.projects === null || row.projects.includes(project)) &&
        (credentials === undefined || credentials.some((one) => row.credentials.includes(one))) &&
        (available === undefined || row.available === available),
    );
    const identity = { list: "reviewers", filter: { project, credentials, available } };
    return { status: 200, body: pageOf(rows, query, { ...identity, toWire: toWire(call), ...newestFirst }) };
  },
  get: ({ params }, call) => ({ status: 200, body: toWire(call)(getReviewer(call, params.id)) }),
  update: ({ params, body }, call) =>
    call.commit(() => {
      const row = getReviewer(call, params.id);
      Object.assign(row, contentsOf(call, body));
      releaseUnfit(call, row);
      assignWaiting(call);
      return { status: 200, body: toWire(call)(row) };
    }),
  statistics: ({ params, query }, call) => ({
    status: 200,
    body: statisticsOf(call, getReviewer(call, params.id), {
      period: query.period,
      hidden: blindSamples(call.caller),
    }),
  }),
};
