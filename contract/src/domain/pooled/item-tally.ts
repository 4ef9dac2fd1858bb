import type { SafetyOutcome } from "../comparison/safety.ts";

/** The expected and the reported items of one sample, which are red flags or symptoms, by their names. */
export interface SampleItems {
  /** The expected items that the output reports. */
  found: readonly string[];
  /** The expected items that the output does not report. */
  missed: readonly string[];
  /** The reported items that are not expected. */
  falseAlarms: readonly string[];
  /** Number of expected symptoms that the output reports with the opposite polarity only. */
  opposed: number;
  /** Whether an escalation is expected; false for symptoms. */
  escalationExpected: boolean;
  /** Whether the output escalates; false for symptoms. */
  escalated: boolean;
}

/**
 * How pooled figures count a sample. The items of `counted` and `errored` samples are counted. `outside` samples have
 * no expected item in scope, and `unknown` samples have no readable expectation.
 */
type ItemState = "counted" | "errored" | "outside" | "unknown";

/** The parsed tally of one sample. All counts are 0 for `outside` and `unknown` samples. */
export interface ItemTally extends SampleItems {
  state: ItemState;
  /** Numbers of items. The lists contain only the first {@link maxNames} names. */
  counts: { found: number; missed: number; falseAlarms: number };
}

/** Maximum number of names in each list of a tally, which limits the size of a stored result. */
const maxNames = 1000;

/** Returns the tally of a sample whose items are counted. */
export function itemTally(state: "counted" | "errored", items: SampleItems): string {
  const { found, missed, falseAlarms, opposed, escalationExpected, escalated } = items;
  const lists = [found, missed, falseAlarms];
  return JSON.stringify([
    state,
    [...lists.map(({ length }) => length), opposed, Number(escalationExpected), Number(escalated)],
    ...lists.map((names) => names.slice(0, maxNames)),
  ]);
}

/** Returns the tally of a sample whose items are not counted. */
export const tallyWithoutItems = (state: "outside" | "unknown"): string => JSON.stringify([state]);

const states: readonly ItemState[] = ["counted", "errored", "outside", "unknown"];
const numbersIn = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === "number") : [];
const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];

/**
 * Parses a tally that {@link itemTally} or {@link tallyWithoutItems} returned.
 *
 * @throws {RangeError} if the text is not such a tally.
 */
export function parseItemTally(tally: string): ItemTally {
  const parts: unknown = JSON.parse(tally);
  const [name, numbers, found, missed, falseAlarms]: unknown[] = Array.isArray(parts) ? parts : [];
  const state = states.find((each) => each === name);
  if (state === undefined) throw new RangeError(`"${tally}" is not a tally of items.`);
  const [foundCount = 0, missedCount = 0, alarmCount = 0, opposed = 0, expected = 0, made = 0] =
    numbersIn(numbers);
  return {
    state,
    counts: { found: foundCount, missed: missedCount, falseAlarms: alarmCount },
    found: textsIn(found),
    missed: textsIn(missed),
    falseAlarms: textsIn(falseAlarms),
    opposed,
    escalationExpected: expected === 1,
    escalated: made === 1,
  };
}

/** Returns the outcome of a sample in the safety checks of `red_flag_detection`, from its tally. */
export function flagSafety(_config: unknown, tally: string): SafetyOutcome {
  const { counts, escalationExpected, escalated } = parseItemTally(tally);
  return {
    ...(counts.found + counts.missed > 0 && { missed_flags: counts.missed > 0 }),
    ...(escalationExpected && { missed_escalations: !escalated }),
  };
}
