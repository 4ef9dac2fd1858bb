import * as z from "zod";
import { reservedTriageLevels } from "../../domain/triage/triage-levels.ts";
import { optional } from "../../platform/common.ts";

const level = z
  .string()
  .min(1)
  .max(100)
  .refine((value) => !reservedTriageLevels.some((reserved) => reserved === value), {
    error: `must not be one of ${reservedTriageLevels.join(", ")}`,
  })
  .meta({ description: "Name of a level." });

const severityWeight = z.number().min(0).max(1000);

/** The schema of the options for the evaluator `triage_accuracy`. */
export const triageAccuracyConfig = z
  .strictObject({
    levels: optional(
      z
        .array(level)
        .min(2)
        .max(20)
        .refine((levels) => new Set(levels).size === levels.length, { error: "must be distinct" })
        .meta({ description: "Levels, most urgent first; default emergent, urgent, semi_urgent, routine." }),
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
  })
  .meta({
    id: "TriageAccuracyConfig",
    description: "Compares `output.triage_level` with `expected.triage_level`.",
    examples: [{ severity_weights: { under_triage: 2, over_triage: 1 } }],
  });
