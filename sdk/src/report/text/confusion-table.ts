import type { TriageSummary } from "../../generated/types.ts";
import type { NumbersTable } from "../plot-node.ts";

/** Responses other than levels, with the texts that name them. */
const otherResponses: Record<string, string> = {
  no_answer: "no answer",
  invalid_level: "invalid",
  missing_output: "missing",
  errored: "errored",
};

/** A column of the confusion matrix. */
export interface Response {
  /** The key in `confusion`. */
  key: string;
  label: string;
}

/** Returns the count of one cell. */
export const cellCount = ({ confusion }: TriageSummary, expected: string, response: string): number =>
  confusion[expected]?.[response] ?? 0;

/**
 * Returns the responses of a confusion matrix: all levels, most urgent first, and those of `no answer`,
 * `invalid`, `missing` and `errored` that occur.
 */
export function responsesOf(triage: TriageSummary): Response[] {
  const occurring = Object.entries(otherResponses).filter(([key]) =>
    triage.levels.some((level) => cellCount(triage, level, key) > 0),
  );
  return [
    ...triage.levels.map((key) => ({ key, label: key })),
    ...occurring.map(([key, label]) => ({ key, label })),
  ];
}

/** Returns the confusion matrix as a table of counts: expected levels as rows, responses as columns. */
export function confusionTable(triage: TriageSummary): NumbersTable {
  const responses = responsesOf(triage);
  const rows = triage.levels.map((level) => {
    const counts = responses.map(({ key }) => cellCount(triage, level, key));
    const total = counts.reduce((sum, count) => sum + count, 0);
    return [level, ...counts.map(String), String(total)];
  });
  return { head: ["expected", ...responses.map(({ label }) => label), "total"], rows };
}
