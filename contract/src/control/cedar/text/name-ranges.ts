// Finds the positions of names in a policy's text. The engine's JSON form of the policy contains no
// positions.
import type { TextRange } from "./text-positions.ts";

const token = /"(?:[^"\\]|\\.)*"|\/\/[^\n\r]*|[A-Za-z_]\w*|::|\S/gs;
const escapes: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", "0": "\0" };

/** The value of a string in a policy's text, as the engine reads it. @param literal includes the quotes. */
export const textValueOf = (literal: string): string =>
  literal
    .slice(1, -1)
    .replaceAll(
      /\\(?:u\{([\dA-Fa-f_]+)\}|x([\dA-Fa-f]{2})|(.))/gs,
      (all: string, long?: string, short?: string, other?: string) => {
        if (other !== undefined) return escapes[other] ?? other;
        const point = Number.parseInt((long ?? short ?? "").replaceAll("_", ""), 16);
        return point <= 0x10_ff_ff ? String.fromCodePoint(point) : all;
      },
    );

interface Token extends TextRange {
  text: string;
}

/** The tokens of a policy's text, without comments. */
export const tokensOf = (text: string): Token[] =>
  [...text.matchAll(token)]
    .filter(([found]) => !found.startsWith("//"))
    .map(({ 0: found, index }) => ({ text: found, start: index, end: index + found.length }));

const isWord = (one: Token | undefined): one is Token => one !== undefined && /^[A-Za-z_]/.test(one.text);

/** The name of a type with its namespaces, and the index of the token after it. */
function typeAt(tokens: readonly Token[], at: number): { type: Token; after: number } | undefined {
  const first = tokens[at];
  if (!isWord(first)) return undefined;
  const type = { ...first };
  let after = at + 1;
  for (let next = tokens[after + 1]; tokens[after]?.text === "::" && isWord(next); next = tokens[after + 1]) {
    type.text += `::${next.text}`;
    type.end = next.end;
    after += 2;
  }
  return { type, after };
}

/** The range of the first occurrence of each name. */
interface NameRanges {
  /** By type. */
  types: ReadonlyMap<string, TextRange>;
  /** The ranges of entity ids without their quotes. The key is the JSON text of type and id. */
  entities: ReadonlyMap<string, TextRange>;
  /** The ranges of other strings without their quotes, by value. */
  texts: ReadonlyMap<string, TextRange>;
}

/** The string at an index, unless it is the id of an entity or the text of an annotation. */
function plainTextAt(tokens: readonly Token[], at: number): Token | undefined {
  const [name, bracket] = [tokens[at - 3], tokens[at - 1]];
  const isText = tokens[at]?.text.startsWith('"') === true && bracket?.text !== "::";
  return isText && !(bracket?.text === "(" && name?.text === "@") ? tokens[at] : undefined;
}

/** Finds the names of types and entities, and all other strings, in a text. Comments are ignored. */
export function nameRanges(text: string): NameRanges {
  const tokens = tokensOf(text);
  const types = new Map<string, TextRange>();
  const entities = new Map<string, TextRange>();
  const texts = new Map<string, TextRange>();
  for (let at = 0; at < tokens.length; at += 1) {
    const plain = plainTextAt(tokens, at);
    const value = plain && textValueOf(plain.text);
    if (plain && value !== undefined && !texts.has(value))
      texts.set(value, { start: plain.start + 1, end: plain.end - 1 });
    const found = typeAt(tokens, at);
    if (!found) continue;
    const { type, after } = found;
    const id = tokens[after]?.text === "::" ? tokens[after + 1] : undefined;
    const isEntity = id?.text.startsWith('"') === true;
    const isType = isEntity || tokens[at - 1]?.text === "is";
    if (isType && !types.has(type.text)) types.set(type.text, { start: type.start, end: type.end });
    const key = isEntity ? JSON.stringify([type.text, textValueOf(id.text)]) : undefined;
    if (id && key !== undefined && !entities.has(key))
      entities.set(key, { start: id.start + 1, end: id.end - 1 });
    at = after - 1;
  }
  return { types, entities, texts };
}
