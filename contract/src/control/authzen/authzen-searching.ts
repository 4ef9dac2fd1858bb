// What AuthZEN's searches go through, and how their answers look. Server and mock go by the same rules.
import type * as z from "zod";
import type { AuthorizationRequest } from "../decisions/authorize-call.ts";
import { callOfAuthZen } from "./authzen-rules.ts";
import type { actionSearch, resourceSearch, subjectSearch } from "./authzen-search.ts";
import { limits } from "../../platform/limits.ts";
import { validationFailed } from "../../platform/validation/validation.ts";
import { type CursorList, decodeCursor, encodeCursor } from "../../wire/http/cursor.ts";

/** A search: what is asked, and as which call of each candidate. */
export interface AuthZenSearch<Result> {
  list: string;
  /** All that must stay the same from page to page. */
  asked: object;
  page: SearchPage | undefined;
  /** What is named: where the workspace does not know all of it, nothing is found. */
  named: readonly Pick<AuthorizationRequest["subject"], "type" | "id">[];
  /** The type of the entities that are gone through; null: actions are. */
  type: string | null;
  callFor: (candidate: string) => AuthorizationRequest;
  resultOf: (candidate: string) => Result;
}

interface FoundEntity {
  type: string;
  id: string;
}

/** Who may do something to something. */
export function subjectSearchOf({
  page,
  subject,
  ...rest
}: z.output<typeof subjectSearch>): AuthZenSearch<FoundEntity> {
  const { type, properties } = subject;
  return {
    list: "subject",
    asked: { subject, ...rest },
    page,
    named: [rest.resource],
    type,
    callFor: (id) => callOfAuthZen({ ...rest, subject: { type, id, properties } }),
    resultOf: (id) => ({ type, id }),
  };
}

/** What somebody may do something to. */
export function resourceSearchOf({
  page,
  resource,
  ...rest
}: z.output<typeof resourceSearch>): AuthZenSearch<FoundEntity> {
  const { type, properties } = resource;
  return {
    list: "resource",
    asked: { resource, ...rest },
    page,
    named: [rest.subject],
    type,
    callFor: (id) => callOfAuthZen({ ...rest, resource: { type, id, properties } }),
    resultOf: (id) => ({ type, id }),
  };
}

/** What somebody may do to something. */
export function actionSearchOf({
  page,
  ...asked
}: z.output<typeof actionSearch>): AuthZenSearch<{ name: string }> {
  return {
    list: "action",
    asked,
    page,
    named: [asked.subject, asked.resource],
    type: null,
    callFor: (name) => callOfAuthZen({ ...asked, action: { name } }),
    resultOf: (name) => ({ name }),
  };
}

/** The workspace that a search goes through. */
interface SearchedWorkspace {
  /** Whether it knows all that is named. */
  areKnown: (named: AuthZenSearch<unknown>["named"]) => boolean | Promise<boolean>;
  /** Its actions, in any order. */
  findActions: () => readonly string[] | Promise<readonly string[]>;
  /** The ids of its entities of a type, in any order. */
  findEntities: (type: string) => readonly string[] | Promise<readonly string[]>;
  /** Whether a call is permitted when rate and budget are left out. */
  isPermitted: (call: AuthorizationRequest) => boolean | Promise<boolean>;
}

/**
 * The answer of a search: a page of the candidates that are permitted, in their order.
 *
 * @throws {ApiError} 400 for a token of another search.
 */
export async function runSearch<Result>(search: AuthZenSearch<Result>, workspace: SearchedWorkspace) {
  const { list, asked, page, callFor, resultOf } = search;
  const position = positionOf(list, asked, page ?? {});
  const limit = page?.limit ?? limits.searchResultsPerPage;
  const candidates = await candidatesOf(search, workspace);
  const { found, last } = await searchPage(candidates, { position, limit }, (chunk) =>
    Promise.all(chunk.map(async (candidate) => workspace.isPermitted(callFor(candidate)))),
  );
  const body = { results: found.map(resultOf), ...pageAnswer(list, asked, { page, last }) };
  return { status: 200 as const, body };
}

async function candidatesOf(
  { named, type }: AuthZenSearch<unknown>,
  { areKnown, findActions, findEntities }: SearchedWorkspace,
): Promise<readonly string[]> {
  if (!(await areKnown(named))) return [];
  return type === null ? findActions() : findEntities(type);
}

/** Which page of a search is asked for. */
interface SearchPage {
  token?: string | undefined;
  limit?: number | undefined;
}

const listOf = (list: string, asked: object): CursorList => ({
  list: `search.${list}`,
  filter: { asked: JSON.stringify(asked) },
  names: { parameter: "page.token", member: "page.next_token" },
});

/** The last result before a page. @throws {ApiError} 400 for a token of another search. */
function positionOf(list: string, asked: object, { token }: SearchPage): string | undefined {
  if (token === undefined) return undefined;
  try {
    const [position] = decodeCursor(token, listOf(list, asked), ["text"]);
    return String(position);
  } catch {
    throw validationFailed([
      {
        path: "/page/token",
        code: "invalid_cursor",
        message: "token must be the next_token of a page of this search, sent with the same members.",
      },
    ]);
  }
}

/** The `page` of an answer. @param last the position of the last result; undefined: nothing follows. */
function pageAnswer(
  list: string,
  asked: object,
  { page, last }: { page: SearchPage | undefined; last: string | undefined },
): { page?: { next_token: string } } {
  if (last === undefined) return page ? { page: { next_token: "" } } : {};
  return { page: { next_token: encodeCursor({ ...listOf(list, asked), position: [last] }) } };
}

/**
 * Goes through candidates in their order until a page is full.
 *
 * @param permits which of some candidates are matches.
 * @returns the matches of the page, and the last one when others follow.
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

/** Candidates that are decided on before others get their turn: some 10 ms. */
const chunkSize = 100;
