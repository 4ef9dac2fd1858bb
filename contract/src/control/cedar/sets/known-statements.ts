import type { Cedar } from "../engine/cedar-instance.ts";
import { type ParsedStatement, type StatementsOfText, statementsOf } from "../text/policy-statements.ts";

/** The statements of a text without their JSON forms, or the errors of the parser. */
export type SplitText =
  | { ok: true; statements: readonly Omit<ParsedStatement, "json">[] }
  | Extract<StatementsOfText, { ok: false }>;

/** Maximum number of characters of the cached texts: 32 texts of the maximum size. */
const maxChars = 2_000_000;
/** What each text counts besides its characters. */
const charsPerText = 1000;

/** Splits a text into statements. A text of 64 KiB can take seconds. */
export function splitText(cedar: Cedar, text: string): SplitText {
  const parsed = statementsOf(cedar, text);
  if (!parsed.ok) return parsed;
  return { ok: true, statements: parsed.statements.map(({ json: _json, ...statement }) => statement) };
}

/**
 * Caches the statements of texts, because splitting a text takes ten times as long as compiling its statements. Sets
 * that contain the same text share its statements. The least recently used text is evicted first.
 */
export class KnownStatements {
  readonly #texts = new Map<string, SplitText>();
  #chars = 0;

  /** Whether the statements of a text are cached. */
  has(text: string): boolean {
    return this.#texts.has(text);
  }

  /** Caches the statements of a text. */
  add(text: string, split: SplitText): void {
    this.#remove(text);
    this.#texts.set(text, split);
    this.#chars += text.length + charsPerText;
    // A Map iterates in insertion order: the first entry is the least recently used.
    for (const [oldest] of this.#texts) {
      if (this.#chars <= maxChars || oldest === text) return;
      this.#remove(oldest);
    }
  }

  /** The statements of a text: the cached ones, or those that `splitText` finds. */
  of(cedar: Cedar, text: string): SplitText {
    const split = this.#texts.get(text) ?? this.split(cedar, text);
    this.add(text, split);
    return split;
  }

  /** Splits a text that is not cached, in this thread. */
  split(cedar: Cedar, text: string): SplitText {
    return splitText(cedar, text);
  }

  #remove(text: string): void {
    if (this.#texts.delete(text)) this.#chars -= text.length + charsPerText;
  }
}
