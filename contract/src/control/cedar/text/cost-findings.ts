// Refuses texts whose evaluation would take too long, and warns of texts that long values make slow.
import {
  type LikeCost,
  likeCost,
  maxPassingLength,
  maxTextLength,
  maxPolicyCost,
  textsOf,
  totalCost,
  usualTextLength,
} from "../../../domain/policy/policy-cost.ts";
import type { PolicyFinding } from "../../policies/policy-finding.ts";
import { tokensOf } from "./name-ranges.ts";
import { CedarBroken, type CedarInstance } from "../engine/cedar-instance.ts";
import { type PolicyStatement, statementsOf } from "./policy-statements.ts";
import { findingsAt, type TextRange } from "./text-positions.ts";

/** The findings about the cost of a text. */
export interface CostFindings {
  errors: readonly PolicyFinding[];
  warnings: readonly PolicyFinding[];
}

/** The range of each operator `like` and its pattern, in the order of the text. */
function likeRanges(text: string): TextRange[] {
  const tokens = tokensOf(text);
  return tokens.flatMap(({ text: word, start }, index) => {
    const [before, pattern] = [tokens[index - 1], tokens[index + 1]];
    const isOperator = word === "like" && before?.text !== "@" && pattern?.text.startsWith('"') === true;
    return isOperator ? [{ start, end: pattern.end }] : [];
  });
}

/** The range of the `like` that costs most; undefined if there is none. */
function costliestRange(text: string, likes: readonly LikeCost[]): TextRange | undefined {
  const costs = likes.map((like) => likeCost(like, textsOf(usualTextLength)));
  return costs.length === 0 ? undefined : likeRanges(text)[costs.indexOf(Math.max(...costs))];
}

const inDigits = (count: number): string => count.toLocaleString("en-US");

const usualCost = (statements: readonly PolicyStatement[]): number =>
  totalCost(
    statements.map(({ cost }) => cost),
    textsOf(usualTextLength),
  );

/** The cost of a stored text for values of 1,024 characters; 0 if the engine cannot parse the text. */
export function usualCostOfText(instance: CedarInstance, text: string): number {
  try {
    return instance.call((cedar) => {
      const parsed = statementsOf(cedar, text);
      return parsed.ok ? usualCost(parsed.statements) : 0;
    });
  } catch (error) {
    if (!(error instanceof CedarBroken)) throw error;
    return 0;
  }
}

/**
 * The error if a text exceeds the budget even for values of 1,024 characters, or the warning if it exceeds
 * the budget for the longest values. Every statement counts, because the request is not known.
 */
export function costFindings(text: string, statements: readonly PolicyStatement[]): CostFindings {
  const costs = statements.map(({ cost }) => cost);
  const usual = usualCost(statements);
  const range = costliestRange(
    text,
    costs.flatMap(({ likes }) => likes),
  );
  if (usual > maxPolicyCost) {
    const message = `the policy would cost ${inDigits(usual)} steps for values of ${inDigits(usualTextLength)} characters; at most ${inDigits(maxPolicyCost)} are allowed; use fewer or shorter patterns of like`;
    return {
      errors: findingsAt(text, [{ code: "policy_too_costly", message, suggestion: null, range }]),
      warnings: [],
    };
  }
  if (totalCost(costs, textsOf(maxTextLength)) <= maxPolicyCost) return { errors: [], warnings: [] };
  const message = `a call is denied if the values that like matches are longer than ${inDigits(maxPassingLength(costs))} characters, because the policy would cost more than ${inDigits(maxPolicyCost)} steps`;
  return {
    errors: [],
    warnings: findingsAt(text, [{ code: "slow_with_long_text", message, suggestion: null, range }]),
  };
}
