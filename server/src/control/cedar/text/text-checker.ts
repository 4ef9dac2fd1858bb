import { CedarInstance } from "../cedar-wasm.ts";
import type { KnownType } from "../request/cedar-schema.ts";
import { checkPolicyText, type TextCheck } from "./check-policy-text.ts";

/**
 * Checks texts in a separate instance of the engine, so that a text that crashes it does not affect
 * decisions.
 */
export class TextChecker {
  readonly #cedar = new CedarInstance();

  /** Checks a text. @param known types of entities besides agents and tools. */
  check(text: string, known: readonly KnownType[] = []): TextCheck {
    return checkPolicyText(this.#cedar, text, known);
  }
}
