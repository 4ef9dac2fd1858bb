// What AuthZEN requests mean, and how their answers look. Server and mock go by the same rules.
import { type AuthorizeCall, callOfEvaluation } from "./authorize-call.ts";
import { authzenEvaluationBody, type AuthZenEvaluationsBody } from "./authzen.ts";
import type { ApiError } from "./errors.ts";
import type { decisionAnswer } from "./policy-decision.ts";
import { malformedJson } from "./refusals.ts";
import { validationFailed } from "./validation.ts";
import { type CursorList, decodeCursor, encodeCursor } from "./wire/cursor.ts";
import { quoted } from "./wire/quote.ts";

/** The call of an evaluation. */
export const callOfAuthZen = ({
  subject,
  action,
  resource,
  context,
}: Pick<AuthorizeCall, "subject" | "action" | "resource"> & {
  context?: Record<string, unknown> | undefined;
}): AuthorizeCall => callOfEvaluation({ subject, action, resource }, { context });

/** What names an entity or an action. */
const names = ["type", "id", "name"];

/**
 * What an item lacks of an entity or an action is taken from the default: all of it, or the members that name it. Properties
 * are not: they were said of what the default names.
 */
function filled(item: unknown, fallback: Record<string, unknown> | undefined): unknown {
  if (item === undefined) return fallback;
  if (typeof item !== "object" || item === null || Array.isArray(item)) return item;
  const named = Object.entries(fallback ?? {}).filter(([member]) => names.includes(member));
  return { ...Object.fromEntries(named), ...item };
}

/** How several evaluations are gone through. */
interface AuthZenBatch {
  /** Of each item; undefined: it lacks a required member, and is denied. */
  calls: (AuthorizeCall | undefined)[];
  /** Whether the next item is decided after one with this decision. */
  goesOn: (decision: boolean) => boolean;
}

/** The items of a request with their defaults filled in; undefined: it is a single evaluation. */
export function batchOf(body: AuthZenEvaluationsBody): AuthZenBatch | undefined {
  const { evaluations = [], options } = body;
  if (evaluations.length === 0) return undefined;
  const calls = evaluations.map((item) => {
    const parsed = authzenEvaluationBody.safeParse({
      subject: filled(item.subject, body.subject),
      action: filled(item.action, body.action),
      resource: filled(item.resource, body.resource),
      context: item.context ?? body.context,
    });
    return parsed.success ? callOfAuthZen(parsed.data) : undefined;
  });
  const semantic = options?.evaluations_semantic ?? "execute_all";
  const goesOn = (decision: boolean): boolean =>
    semantic === "execute_all" || decision === (semantic === "deny_on_first_deny");
  return { calls, goesOn };
}

/** The single evaluation that a request for several is. @throws ApiError 400. */
export function singleOf(body: AuthZenEvaluationsBody): AuthorizeCall {
  // The body's own check has seen to that.
  return callOfAuthZen(authzenEvaluationBody.parse(body));
}

/** A decision as AuthZEN answers it: bare, with what policies say besides. */
export function bareDecision({
  decision,
  outcome,
  context,
  transform,
  obligations,
}: ReturnType<typeof decisionAnswer>) {
  const said = {
    ...(outcome === "ask" && { outcome, ...(context.approvalId && { approvalId: context.approvalId }) }),
    ...(outcome === "transform" && { outcome, ...(transform && { transform }) }),
    ...(obligations.length > 0 && { obligations }),
  };
  return { decision, ...(Object.keys(said).length > 0 && { context: said }) };
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

/** How many results are before a page. @throws ApiError 400 for a token of another search. */
export function positionOf(list: string, asked: object, { token }: SearchPage): string | undefined {
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
export function pageAnswer(
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
export async function searchPage(
  candidates: readonly string[],
  { position, limit }: { position: string | undefined; limit: number },
  permits: (chunk: readonly string[]) => boolean[] | Promise<boolean[]>,
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

/** 400 for what AuthZEN wants no other status of: a content type that is not JSON's, and no body at all. */
export const authzenRefusal = (contentType: string): ApiError =>
  malformedJson(`The content type is ${quoted(contentType)}; send application/json.`);
