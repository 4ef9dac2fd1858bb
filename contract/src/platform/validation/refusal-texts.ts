// Sentence templates for refusals, so that equal cases have equal wording everywhere.
import { quoted } from "../../wire/http/quote.ts";

const sentence = (text: string | undefined): string => (text === undefined ? "" : ` ${text}.`);

/** Formats `"a", "b"`; `none` if the list is empty. */
export const quotedList = (values: readonly string[]): string =>
  values.length === 0 ? "none" : values.map((value) => quoted(value)).join(", ");

const joined = (words: readonly string[], conjunction: string): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${conjunction} ${words.at(-1)}`;

/** Formats `a`, `a or b`, or `a, b or c`. */
export const anyOf = (words: readonly string[]): string => joined(words, "or");

/** Formats `a`, `a and b`, or `a, b and c`. */
export const allOf = (words: readonly string[]): string => joined(words, "and");

/** Returns an id for a path in a message. Returns `{id}` if the id is long or would have to be escaped. */
export const idInPath = (id: string): string => (/^[\w.~-]{1,100}$/.test(id) ? id : "{id}");

/**
 * An id that is unknown or that the API key cannot access.
 *
 * @param next such as `List agents with GET /api/agents`.
 */
export const notFoundText = (thing: string, next?: string): string =>
  `${thing} not found, or not accessible with this API key.${sentence(next)}`;

/**
 * An id that already exists.
 *
 * @param differing what differs, such as `contents` or `name and tools`.
 * @param next such as `update it with PATCH /api/agents/x`.
 */
export const alreadyExistsText = (thing: string, differing: string, next: string): string =>
  `${thing} already exists with different ${differing}. Send identical values, or ${next}.`;

/**
 * An operation that the current state does not permit.
 *
 * @param next an additional sentence, without its period.
 */
export const stateText = (
  thing: string,
  { state, requires }: { state: string; requires: readonly string[] },
  next?: string,
): string => `${thing} is ${state}; this operation requires ${anyOf(requires)}.${sentence(next)}`;

/** A workspace or an API key that has reached a limit. @param nouns such as `1000 agents`. */
export const limitReachedText = (owner: string, nouns: string, next: string): string =>
  `${owner} has reached its limit of ${nouns}. ${next}.`;

/** An object in the body that does not belong to another object. */
export const notInText = (thing: string, owner: string, next?: string): string =>
  `${thing} does not belong to ${owner}.${sentence(next)}`;

/** A value that is not the key of any of an evaluation's evaluators. */
export const evaluatorText = (member: string, key: string, keys: readonly string[]): string =>
  `${member} is ${quoted(key)}; it must be one of the evaluators of the evaluation: ${quotedList(keys)}.`;
