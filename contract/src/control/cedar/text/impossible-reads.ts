// Refuses texts that read values which no entity has. A forbid on such a value would never apply.
import type { DetailedError } from "@cedar-policy/cedar-wasm/nodejs";
import { utf8 } from "../../../wire/crypto/bytes.ts";
import type { ImpossibleRead } from "../reads/statement-reads.ts";
import { tokensOf } from "./name-ranges.ts";

const messages: Readonly<Record<ImpossibleRead, string>> = {
  tags: "entities have no tags; read an attribute, for example principal.level",
  action_attributes: "actions have no attributes; read the properties of the action in context.action",
  action_ancestors:
    'the groups of an action that the policy text names are not known; use the variable action, for example action in Action::"view"',
};

const accessors = [".", "[", "has"];

/** The indexes of the first and last token that cause an error. */
type Found = readonly [start: number, end: number] | undefined;

/** Finds a read. Undefined if it is part of a larger expression. */
function findRead(kind: ImpossibleRead, texts: readonly string[]): Found {
  for (const [index, text] of texts.entries()) {
    const [before, next = "", afterNext = ""] = [texts[index - 1], ...texts.slice(index + 1, index + 3)];
    if (kind === "tags") {
      if (before === "." && /^(?:has|get)Tag$/.test(text) && next === "(") return [index, index];
      continue;
    }
    if (kind === "action_attributes" && text === "action" && before !== "." && before !== "has") {
      if (accessors.includes(next)) return [index, index + 2];
    }
    if (text !== "Action" || next !== "::" || before === "::") continue;
    const follower = texts[index + 3] ?? "";
    const isRead = kind === "action_attributes" ? accessors.includes(follower) : follower === "in";
    if (afterNext.startsWith('"') && isRead) return [index, index + 3];
  }
  return undefined;
}

/** The errors about reads that can have no result, each with the position of the first one of its kind. */
export function impossibleErrors(text: string, kinds: Iterable<ImpossibleRead>): DetailedError[] {
  const tokens = tokensOf(text);
  const texts = tokens.map((token) => token.text);
  const byteAt = (offset: number): number => utf8(text.slice(0, offset)).length;
  return Array.from(new Set(kinds), (kind) => {
    const [first, last] = findRead(kind, texts) ?? [];
    const [start, end] = [first, last].map((index) => (index === undefined ? undefined : tokens[index]));
    const sourceLocations =
      start && end ? [{ label: null, start: byteAt(start.start), end: byteAt(end.end) }] : [];
    return { message: messages[kind], help: null, code: null, url: null, severity: "error", sourceLocations };
  });
}
