import type { TriageSummary } from "../../generated/types.ts";
import type { NumbersTable } from "../plot-node.ts";

const otherValues = "(other values)";

/**
 * Returns the answers that are not a level on the scale, most frequent first, with the expected level and the
 * number of samples.
 *
 * @returns undefined if every answer is a level, or if an earlier version stored the results.
 */
export function invalidAnswersTable(triage: TriageSummary): NumbersTable | undefined {
  const { invalid_answers: answers = [], invalid_answers_other: other = 0 } = triage;
  const rows = answers.map(({ value, expected, count }) => [value, expected, String(count)]);
  if (other > 0) rows.push([otherValues, "", String(other)]);
  return rows.length === 0 ? undefined : { head: ["invalid answer", "expected", "samples"], rows };
}

/**
 * Returns the expected values that are not a level on the scale, most frequent first. No figure counts their samples.
 *
 * @returns undefined if there are none.
 */
export function invalidExpectedTable(triage: TriageSummary): NumbersTable | undefined {
  const { invalid_expected: expected = [], invalid_expected_other: other = 0 } = triage;
  const rows = expected.map(({ value, count }) => [value, String(count)]);
  if (other > 0) rows.push([otherValues, String(other)]);
  return rows.length === 0 ? undefined : { head: ["invalid expected level", "samples"], rows };
}
