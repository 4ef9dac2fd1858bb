import { CedarInstance } from "../cedar-wasm.ts";
import type { KnownType } from "../request/cedar-schema.ts";
import { checkPolicyText, type TextCheck } from "./check-policy-text.ts";

/** Checks texts in an instance of the engine of its own: one that a text breaks takes no decision with it. */
export class TextChecker {
  readonly #cedar = new CedarInstance();

  /** What is found in a text. @param known types of entities besides agents and tools. */
  check(text: string, known: readonly KnownType[] = []): TextCheck {
    return checkPolicyText(this.#cedar, text, known);
  }
}
