import * as z from "zod";
import {
  defaultTriageLevels,
  repeatedLevel,
  reservedTriageLevels,
  triageLevelKey,
} from "../../domain/triage/triage-levels.ts";
import { optional } from "../../platform/common.ts";
import { ownMissingOutput } from "./evaluator-input.ts";
import { aliasesOf, pathIn, reportAliasFaults } from "./reading-config.ts";

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
            "must differ from the earlier levels (case, apostrophes, spaces, underscores and dashes are ignored)";
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
    aliases: aliasesOf("levels", () => undefined),
    output_path: pathIn("output", "the level; by default `/triage_level`."),
    expected_path: pathIn("expected answer", "the level; by default `/triage_level`."),
    missing_output: ownMissingOutput,
  })
  .check(({ value: { levels = defaultTriageLevels, aliases = {} }, issues }) => {
    const mains = levels.map(String);
    const keys = mains.map(triageLevelKey);
    for (const name of Object.keys(aliases))
      if (!keys.includes(triageLevelKey(name)))
        issues.push({
          code: "custom",
          path: ["aliases", name],
          message: `must belong to one of the levels ${mains.join(", ")}`,
          input: aliases[name],
        });
    reportAliasFaults({ aliases, mains, keyOf: triageLevelKey }, issues, ["aliases"]);
  })
  .meta({
    id: "TriageAccuracyConfig",
    description:
      "Compares `output.triage_level` with `expected.triage_level`, or the values at other paths. An output or expectation that is a text or number is the level itself.",
    examples: [
      { severity_weights: { under_triage: 2, over_triage: 1 } },
      { aliases: { emergent: ["ESI 1", "ESI 2"] }, output_path: "/result/level" },
    ],
  });
