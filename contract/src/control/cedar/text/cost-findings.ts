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

const inDigits = (count: number): string => count.toLocaleString("en-US");

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

/**
 * Maximum numbers of commas and statements in a text. The engine parses a text with these numbers in 0.1 to 0.2 s, and
 * its parser cannot be interrupted. Commas count the elements of sets and lists, and the members of records.
 */
export const textBounds = { commas: 5000, statements: 1000 };

/** The error if a text has too many statements or elements to parse it; undefined if it does not. */
export function boundsFinding(text: string): PolicyFinding | undefined {
  let [commas, statements] = [0, 0];
  for (const { text: token, start, end } of tokensOf(text)) {
    if (token === ",") commas += 1;
    if (token === ";") statements += 1;
    const message =
      commas > textBounds.commas
        ? `the policy has more than ${inDigits(textBounds.commas)} commas; use shorter sets, or groups of entities`
        : `the policy has more than ${inDigits(textBounds.statements)} statements; use several policies`;
    if (commas > textBounds.commas || statements > textBounds.statements)
      return findingsAt(text, [
        { code: "policy_too_costly", message, suggestion: null, range: { start, end } },
      ])[0];
  }
  return undefined;
}

/**
 * Maximum number of actions in a text, and of nodes times combinations of action, subject and resource, for which the
 * engine validates types: it checks each statement for each combination. The time grows with the square of the number
 * of actions: 86 s for 2,500 actions, and 0.1 s for 50.
 */
const validationBounds = { actions: 50, nodes: 250_000 };
const nodesPerStatement = 10;

/** Whether the engine validates the types of a text in at most about 0.2 s. @param types number of entity types. */
export function isQuickToValidate(
  statements: readonly PolicyStatement[],
  { actions, types }: { actions: number; types: number },
): boolean {
  const nodes = statements.reduce((sum, { cost }) => sum + cost.nodes + nodesPerStatement, 0);
  const combinations = (actions + 1) * types * types;
  return actions <= validationBounds.actions && nodes * combinations <= validationBounds.nodes;
}

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
    const advice = range ? "use fewer or shorter patterns of like" : "use fewer conditions, or shorter ones";
    const message = `the policy would cost ${inDigits(usual)} steps for values of ${inDigits(usualTextLength)} characters; at most ${inDigits(maxPolicyCost)} are allowed; ${advice}`;
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
