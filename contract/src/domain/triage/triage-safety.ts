import type { SafetyOutcome } from "../comparison/safety.ts";
import { parseTriageTally } from "./triage-tally.ts";

/**
 * Returns whether a sample that expects the most urgent level was not caught: its output has another level, or
 * no level, or is missing or errored. Returns no outcome for a sample that expects another level.
 *
 * @param config the levels, most urgent first.
 * @param tally the sample's tally of `triage_accuracy`.
 * @throws {RangeError} if the tally is not one of `triage_accuracy`.
 */
export function triageSafety(config: { readonly levels: readonly string[] }, tally: string): SafetyOutcome {
  const { expected, answer } = parseTriageTally(tally);
  if (expected === null || expected !== config.levels[0]) return {};
  return { emergent_not_caught: answer.kind !== "level" || answer.level !== expected };
}
