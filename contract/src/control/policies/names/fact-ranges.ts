import { agentStatuses } from "../../../domain/agents/agent-states.ts";
import { riskLevels } from "../../../domain/policy/policy-facts.ts";
import { secretTypes } from "../../../domain/policy/secret-material.ts";

/** All values that a fact, or an element of it, can have. */
export interface FactRange {
  /** The values as text. */
  values: ReadonlySet<string>;
  /** The values in a message. */
  label: string;
}

const oneOf = (values: readonly string[]): FactRange => ({
  values: new Set(values),
  label: values.join(", "),
});

const wholeFrom = (min: number, max: number): FactRange => ({
  values: new Set(Array.from({ length: max - min + 1 }, (_, index) => String(min + index))),
  label: `${min} to ${max}`,
});

/**
 * The ranges of the facts that have few values. The key is the path below `context.facts`. All other facts
 * can have any value of their type.
 */
export const factRanges: ReadonlyMap<string, FactRange> = new Map([
  ["agentStatus", oneOf([...agentStatuses, "unknown"])],
  ["now.dayOfWeek", wholeFrom(1, 7)],
  ["now.hour", wholeFrom(0, 23)],
  ["now.minute", wholeFrom(0, 59)],
  ["risk", oneOf(riskLevels)],
  ["riskRank", wholeFrom(0, riskLevels.length - 1)],
  ["secretTypes", oneOf(secretTypes)],
]);
