// Runs AuthZEN's searches and builds their responses; shared by server and mock.
import type * as z from "zod";
import { type AdmitsCost, CostBudget } from "../../domain/policy/cost/cost-budget.ts";
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
  /** The type of the candidate entities; null if the candidates are actions. */
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
  /** Loads what the decision on a call depends on. */
  prepare: (call: AuthorizationRequest) => EvaluatePrepared | Promise<EvaluatePrepared>;
}

/** Returns whether policies permit a prepared call. The ceilings of rate and budget are ignored. */
type EvaluatePrepared = (admits: AdmitsCost) => boolean | Promise<boolean>;

/**
 * Builds the response to a search: one page of the permitted candidates, in the order of the candidates. If
 * the policies cost too much for one request, the page ends earlier, and has a token.
 *
 * @throws {ApiError} 400 if the page token belongs to another search.
 */
export async function runSearch<Result>(search: AuthZenSearch<Result>, workspace: SearchedWorkspace) {
  const { list, asked: criteria, page, callFor, resultOf } = search;
  const position = positionOf(list, criteria, page ?? {});
  const limit = page?.limit ?? limits.searchResultsPerPage;
  const candidates = await candidatesOf(search, workspace);
  const { found, last } = await searchPage(candidates, { position, limit }, (candidate) =>
    workspace.prepare(callFor(candidate)),
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

/** The `page` of a response. @param last the position of the last result; undefined for the last page. */
function pageResponse(
  list: string,
  criteria: object,
  { page, last }: { page: SearchPage | undefined; last: string | undefined },
): { page?: { next_token: string } } {
  if (last === undefined) return page ? { page: { next_token: "" } } : {};
  return { page: { next_token: encodeCursor({ ...listOf(list, criteria), position: [last] }) } };
}

/**
 * Evaluates candidates in order until a page is full or the budget of the request is spent.
 *
 * @returns the matches on the page, and the candidate after which the next page starts; undefined if no
 *   candidate is left.
 */
async function searchPage(
  candidates: readonly string[],
  { position, limit }: { position: string | undefined; limit: number },
  prepare: (candidate: string) => EvaluatePrepared | Promise<EvaluatePrepared>,
): Promise<{ found: string[]; last: string | undefined }> {
  const sorted = [...new Set(candidates)].sort();
  const rest = position === undefined ? sorted : sorted.filter((name) => name > position);
  const budget = new CostBudget();
  const found: string[] = [];
  let last: string | undefined;
  for (let start = 0; start < rest.length; start += chunkSize) {
    const chunk = rest.slice(start, start + chunkSize);
    const prepared = await Promise.all(chunk.map(async (candidate) => prepare(candidate)));
    for (const [index, candidate] of chunk.entries()) {
      const isPermitted = await prepared[index]?.(budget.share());
      if (budget.hasRefused) return { found, last };
      if (isPermitted === true && found.length === limit) return { found, last: found.at(-1) };
      if (isPermitted === true) found.push(candidate);
      last = candidate;
    }
  }
  return { found, last: undefined };
}

/** Number of candidates that are loaded at the same time. */
const chunkSize = 100;
