/** Maximum number of invalid values that a summary lists. */
export const maxInvalidValues = 20;

/** The number of samples with the same value outside the scale. */
export interface InvalidValueCount {
  /** The value as text, cut after 100 characters. */
  value: string;
  /** The expected level if the value is in the output; null if the value is in the expected answer. */
  expected: string | null;
  count: number;
}

/** The most frequent values outside the scale, and the number of samples with other such values. */
export interface InvalidLevels {
  invalid_answers: { value: string; expected: string; count: number }[];
  invalid_answers_other: number;
  invalid_expected: { value: string; count: number }[];
  invalid_expected_other: number;
}

/** The parts of an outcome of `triage_accuracy` that report a value outside the scale. */
interface LevelOutcome {
  status: "scored" | "skipped" | "errored";
  classification?: string | null;
  tally: string | null;
  details: Readonly<Record<string, unknown>>;
}

/** Returns the value outside the scale that an outcome reports; undefined if it reports none. */
function invalidValueOf(outcome: LevelOutcome): Omit<InvalidValueCount, "count"> | undefined {
  const { predicted, expected } = outcome.details;
  if (typeof expected !== "string") return undefined;
  if (outcome.status !== "scored")
    return outcome.tally?.startsWith("[null,") ? { value: expected, expected: null } : undefined;
  if (outcome.classification !== "invalid_level" || typeof predicted !== "string") return undefined;
  return { value: predicted, expected };
}

/** Compares texts by code point, like the collation "C" of a database. */
function byCodePoint(one: string, other: string): number {
  const [left, right] = [Array.from(one), Array.from(other)];
  const at = left.findIndex((character, index) => character !== right[index]);
  if (at === -1) return left.length - right.length;
  return (left[at]?.codePointAt(0) ?? -1) - (right[at]?.codePointAt(0) ?? -1);
}

const sum = (counts: readonly InvalidValueCount[]): number =>
  counts.reduce((total, { count }) => total + count, 0);

/**
 * Returns the most frequent values, most frequent first. Values with equal counts are sorted by value, then
 * by expected level.
 */
const topValues = (counts: readonly InvalidValueCount[]): InvalidValueCount[] =>
  counts
    .toSorted(
      (one, other) =>
        other.count - one.count ||
        byCodePoint(one.value, other.value) ||
        byCodePoint(one.expected ?? "", other.expected ?? ""),
    )
    .slice(0, maxInvalidValues);

/**
 * Lists the most frequent values outside the scale.
 *
 * @param counts the number of samples by value and expected level, without repetition; at least the most
 *   frequent ones.
 * @param totals the number of all samples with such a value in the output and in the expected answer; by
 *   default the sums of the counts.
 */
export function invalidLevels(
  counts: readonly InvalidValueCount[],
  totals?: { answers: number; expected: number },
): InvalidLevels {
  const inOutput = counts.filter(({ expected }) => expected !== null);
  const inExpected = counts.filter(({ expected }) => expected === null);
  const [answers, expected] = [topValues(inOutput), topValues(inExpected)];
  return {
    invalid_answers: answers.map((one) => ({ ...one, expected: one.expected ?? "" })),
    invalid_answers_other: (totals?.answers ?? sum(inOutput)) - sum(answers),
    invalid_expected: expected.map(({ value, count }) => ({ value, count })),
    invalid_expected_other: (totals?.expected ?? sum(inExpected)) - sum(expected),
  };
}

/** Counts the values outside the scale in outcomes, in memory. A database does the same with `group by`. */
export function countInvalidValues(outcomes: readonly LevelOutcome[]): InvalidValueCount[] {
  const counts = new Map<string, InvalidValueCount>();
  for (const outcome of outcomes) {
    const invalid = invalidValueOf(outcome);
    if (!invalid) continue;
    const key = JSON.stringify([invalid.value, invalid.expected]);
    counts.set(key, { ...invalid, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return [...counts.values()];
}
