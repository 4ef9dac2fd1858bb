import { CedarInstance, type LoadCedar } from "../engine/cedar-instance.ts";
import type { KnownType } from "../request/cedar-schema.ts";
import type { CheckedText } from "../../policies/policy-contents.ts";
import type { PolicyName } from "../../policies/names/name-index.ts";
import { checkPolicyText, namesInText } from "./check-policy-text.ts";
import { usualCostOfText } from "./cost-findings.ts";

/**
 * Checks texts in a separate instance of the engine. A text that crashes this instance does not affect
 * decisions.
 */
export class TextChecker {
  readonly #cedar: CedarInstance;

  /** @param load loads the module of the engine. */
  constructor(load: LoadCedar) {
    this.#cedar = new CedarInstance(load);
  }

  /** Checks a text. @param known types of entities besides agents and tools. */
  check(text: string, known: readonly KnownType[] = []): CheckedText {
    return checkPolicyText(this.#cedar, text, known);
  }

  /** The cost of a stored text for values of 1,024 characters, in steps. */
  usualCost(text: string): number {
    return usualCostOfText(this.#cedar, text);
  }

  /** The names in a stored text. */
  names(text: string): readonly PolicyName[] {
    return namesInText(this.#cedar, text);
  }
}
