import * as z from "zod";
import { repeatedLevel, reservedTriageLevels } from "../../domain/triage/triage-levels.ts";
import { optional } from "../../platform/common.ts";
import { ownMissingOutput } from "./evaluator-input.ts";

const level = z
  .union([
    z
      .string()
      .max(100)
      .refine((value) => value.trim() !== "", { error: "must contain more than white space" })
      .refine((value) => !reservedTriageLevels.some((reserved) => reserved === value), {
        error: `must not be one of ${reservedTriageLevels.join(", ")}`,
      }),
    z.number().min(Number.MIN_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER),
  ])
  .meta({ description: "Name of a level, or its number." });

const severityWeight = z.number().min(0).max(1000);

/** The schema of the options for the evaluator `triage_accuracy`. */
export const triageAccuracyConfig = z
  .strictObject({
    levels: optional(
      z
        .array(level)
        .min(2)
        .max(20)
        .check(({ value, issues }) => {
          const index = repeatedLevel(value);
          if (index === -1) return;
          const message =
            "must differ from the earlier levels (case, apostrophes, spaces, underscores and dashes do not count)";
          issues.push({ code: "custom", path: [index], message, input: value[index] });
        })
        .meta({
          description:
            'Levels, most urgent first; default emergent, urgent, semi_urgent, routine. They match outputs regardless of case, spaces, underscores and dashes, and numbers match by value (`1`, `"1.0"`). Results name a number by its digits.',
        }),
    ),
    severity_weights: optional(
      z
        .strictObject({
          under_triage: optional(severityWeight.meta({ description: "Weight of under-triage; default 2." })),
          over_triage: optional(severityWeight.meta({ description: "Weight of over-triage; default 1." })),
        })
        .meta({
          description:
            "Weights of errors: score = 100·(1 − min(1, weight·distance/(levels − 1))). If both weights are at least levels − 1, any error scores 0.",
        }),
    ),
    require_expected: optional(
      z.boolean().meta({
        description: "Whether a sample without an expected level is errored (true, the default) or skipped.",
      }),
    ),
    missing_output: ownMissingOutput,
  })
  .meta({
    id: "TriageAccuracyConfig",
    description:
      "Compares `output.triage_level` with `expected.triage_level`. An output or expectation that is a text or number is the level itself.",
    examples: [{ severity_weights: { under_triage: 2, over_triage: 1 } }],
  });
