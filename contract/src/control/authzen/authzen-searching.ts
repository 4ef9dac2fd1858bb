// Runs AuthZEN's searches and builds their responses; shared by server and mock.
import type * as z from "zod";
import type { AuthorizationRequest } from "../decisions/authorize-call.ts";
import { callOfAuthZen } from "./authzen-rules.ts";
import type { actionSearch, resourceSearch, subjectSearch } from "./authzen-search.ts";
import { toolCallAction } from "../../domain/policy/baseline/policy-case.ts";
import type { KeyAgent } from "../../workspace/key-agent.ts";
import { refuseEntities } from "../decisions/caller-identity.ts";
import { limits } from "../../platform/limits.ts";
import { validationFailed } from "../../platform/validation/validation.ts";
import { type CursorList, decodeCursor, encodeCursor } from "../../wire/http/cursor.ts";

/** A search: its criteria, and the functions that turn a candidate into a call and into a result. */
export interface AuthZenSearch<Result> {
  list: string;
  /** The criteria, which must be the same on every page. */
  asked: object;
  page: SearchPage | undefined;
  /** The entities that the request names. If any of them is unknown, the result is empty. */
  named: readonly Pick<AuthorizationRequest["subject"], "type" | "id">[];
  /** The type of the candidate entities; null: the candidates are actions. */
  type: string | null;
  /** Candidates to add to those of the workspace. */
  further: readonly string[];
  /** The only permitted candidate; null if candidates are not restricted. */
  only: string | null;
  callFor: (candidate: string) => AuthorizationRequest;
  resultOf: (candidate: string) => Result;
}

interface FoundEntity {
  type: string;
  id: string;
}

/**
 * Searches subjects that may perform an action on a resource; with a bound API key, only its agent.
 *
 * @throws {ApiError} 403 `agent_mismatch`, or 400, as for a request for a decision.
 */
export function subjectSearchOf(
  { page, subject, ...rest }: z.output<typeof subjectSearch>,
  keyAgent: KeyAgent,
): AuthZenSearch<FoundEntity> {
  refuseEntities({ subject, resource: rest.resource }, keyAgent);
  const { type, properties, onBehalfOf } = subject;
  return {
    list: "subject",
    asked: { subject, ...rest },
    page,
    named: [rest.resource],
    type,
    further: [],
    only: keyAgent,
    callFor: (id) => callOfAuthZen({ ...rest, subject: { type, id, properties, onBehalfOf } }),
    resultOf: (id) => ({ type, id }),
  };
}

/** Searches resources on which a subject may perform an action. @throws {ApiError} 403, or 400. */
export function resourceSearchOf(
  { page, resource, ...rest }: z.output<typeof resourceSearch>,
  keyAgent: KeyAgent,
): AuthZenSearch<FoundEntity> {
  refuseEntities({ subject: rest.subject, resource }, keyAgent);
  const { type, properties } = resource;
  return {
    list: "resource",
    asked: { resource, ...rest },
    page,
    named: [rest.subject],
    type,
    further: [],
    only: null,
    callFor: (id) => callOfAuthZen({ ...rest, resource: { type, id, properties } }),
    resultOf: (id) => ({ type, id }),
  };
}

const isToolCall = ({ subject, resource }: Pick<AuthorizationRequest, "subject" | "resource">): boolean =>
  subject.type === "agent" && resource.type === "tool";

/** Searches actions that a subject may perform on a resource. @throws {ApiError} 403, or 400. */
export function actionSearchOf(
  { page, ...criteria }: z.output<typeof actionSearch>,
  keyAgent: KeyAgent,
): AuthZenSearch<{ name: string }> {
  refuseEntities(criteria, keyAgent);
  return {
    list: "action",
    asked: criteria,
    page,
    named: [criteria.subject, criteria.resource],
    type: null,
    // An agent can call tools without a declared action, so the tool call is always a candidate.
    further: isToolCall(criteria) ? [toolCallAction] : [],
    only: null,
    callFor: (name) => callOfAuthZen({ ...criteria, action: { name } }),
    resultOf: (name) => ({ name }),
  };
}

/** The workspace to search. */
interface SearchedWorkspace {
  /** Whether all named entities are known. */
  areKnown: (named: AuthZenSearch<unknown>["named"]) => boolean | Promise<boolean>;
  /** The workspace's actions, in any order. */
  findActions: () => readonly string[] | Promise<readonly string[]>;
  /** The ids of the workspace's entities of a type, in any order. */
  findEntities: (type: string) => readonly string[] | Promise<readonly string[]>;
  /** Whether policies permit a call. The ceilings of rate and budget are ignored. */
  isPermitted: (call: AuthorizationRequest) => boolean | Promise<boolean>;
}

/**
 * Builds the response to a search: one page of the permitted candidates, in the order of the candidates.
 *
 * @throws {ApiError} 400 if the page token belongs to another search.
 */
export async function runSearch<Result>(search: AuthZenSearch<Result>, workspace: SearchedWorkspace) {
  const { list, asked: criteria, page, callFor, resultOf } = search;
  const position = positionOf(list, criteria, page ?? {});
  const limit = page?.limit ?? limits.searchResultsPerPage;
  const candidates = await candidatesOf(search, workspace);
  const { found, last } = await searchPage(candidates, { position, limit }, (chunk) =>
    Promise.all(chunk.map(async (candidate) => workspace.isPermitted(callFor(candidate)))),
  );
  const body = { results: found.map(resultOf), ...pageResponse(list, criteria, { page, last }) };
  return { status: 200 as const, body };
}

async function candidatesOf(
  { named, type, further, only }: AuthZenSearch<unknown>,
  { areKnown, findActions, findEntities }: SearchedWorkspace,
): Promise<readonly string[]> {
  if (!(await areKnown(named))) return [];
  const stored = await (type === null ? findActions() : findEntities(type));
  const all = [...stored, ...further];
  return only === null ? all : all.filter((name) => name === only);
}

/** The requested page of a search. */
interface SearchPage {
  token?: string | undefined;
  limit?: number | undefined;
}

const listOf = (list: string, criteria: object): CursorList => ({
  list: `search.${list}`,
  filter: { asked: JSON.stringify(criteria) },
  names: { parameter: "page.token", member: "page.next_token" },
});

/**
 * The result after which a page starts; undefined for the first page.
 *
 * @throws {ApiError} 400 if the token belongs to another search.
 */
function positionOf(list: string, criteria: object, { token }: SearchPage): string | undefined {
  if (token === undefined) return undefined;
  try {
    const [position] = decodeCursor(token, listOf(list, criteria), ["text"]);
    return String(position);
  } catch {
    throw validationFailed([
      {
        path: "/page/token",
        code: "invalid_cursor",
        message: "token must be the next_token of a page of the same search.",
      },
    ]);
  }
}

/** The `page` of a response. @param last the position of the last result; undefined: the last page. */
function pageResponse(
  list: string,
  criteria: object,
  { page, last }: { page: SearchPage | undefined; last: string | undefined },
): { page?: { next_token: string } } {
  if (last === undefined) return page ? { page: { next_token: "" } } : {};
  return { page: { next_token: encodeCursor({ ...listOf(list, criteria), position: [last] }) } };
}

/**
 * Evaluates candidates in order until a page is full.
 *
 * @param permits evaluates a chunk of candidates.
 * @returns the matches on the page, and the last of them if more matches follow.
 */
async function searchPage(
  candidates: readonly string[],
  { position, limit }: { position: string | undefined; limit: number },
  permits: (chunk: readonly string[]) => Promise<boolean[]>,
): Promise<{ found: string[]; last: string | undefined }> {
  const sorted = [...new Set(candidates)].sort();
  const rest = position === undefined ? sorted : sorted.filter((name) => name > position);
  const found: string[] = [];
  for (let start = 0; start < rest.length && found.length <= limit; start += chunkSize) {
    const chunk = rest.slice(start, start + chunkSize);
    const permitted = await permits(chunk);
    found.push(...chunk.filter((_name, index) => permitted[index]));
  }
  const shown = found.slice(0, limit);
  return { found: shown, last: found.length > limit ? shown.at(-1) : undefined };
}

/** Number of candidates that are evaluated before other requests can run (about 10 ms). */
const chunkSize = 100;
