import * as z from "zod";
import { nameText, optional } from "./common.ts";
import type { Evaluator } from "./domain/evaluators/evaluator.ts";
import { defaultTriageLevels, reservedTriageLevels } from "./domain/triage-levels.ts";
import { triageAccuracy, type TriageAccuracyConfig } from "./domain/evaluators/triage-accuracy.ts";

const weight = z
  .number()
  .min(0)
  .max(1_000_000)
  .meta({ description: "Weight in the combined score; default 1.0." });
const evaluatorName = nameText("Key of this evaluator in results; needed when its type occurs twice.");

const level = z
  .string()
  .min(1)
  .max(100)
  .refine((value) => !reservedTriageLevels.some((reserved) => reserved === value), {
    error: `must not be one of ${reservedTriageLevels.join(", ")}`,
  })
  .meta({ description: "Name of a level." });

const severityWeight = z.number().min(0).max(1000);

const triageAccuracyConfig = z
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
          under_triage: optional(
            severityWeight.meta({ description: "Weight of a level too low; default 2." }),
          ),
          over_triage: optional(
            severityWeight.meta({ description: "Weight of a level too high; default 1." }),
          ),
        })
        .meta({
          description:
            "How hard errors count: score = 100·(1 − min(1, weight·distance/(levels − 1))). Both at levels − 1 or more: any error scores 0.",
        }),
    ),
    require_expected: optional(
      z.boolean().meta({
        description: "A sample without an expected level errors (true, the default) or is skipped.",
      }),
    ),
  })
  .meta({
    id: "TriageAccuracyConfig",
    description: "Compares `output.triage_level` with `expected.triage_level`.",
    examples: [{ severity_weights: { under_triage: 2, over_triage: 1 } }],
  });

const triageAccuracyInput = z
  .strictObject({
    type: z.literal("triage_accuracy").meta({ description: "Always `triage_accuracy`." }),
    name: optional(evaluatorName),
    config: optional(triageAccuracyConfig),
    weight: optional(weight),
  })
  .meta({
    id: "TriageAccuracyEvaluatorInput",
    description: "Scores the triage level.",
    examples: [{ type: "triage_accuracy" as const }],
  });

/** An evaluator as a request names it. */
export const evaluatorInput = z.discriminatedUnion("type", [triageAccuracyInput]).meta({
  id: "EvaluatorInput",
  description: "One evaluator of an evaluation.",
  examples: [{ type: "triage_accuracy" }],
});

/** What a request says of one evaluator, checked. */
export type EvaluatorInput = z.output<typeof evaluatorInput>;

/** An evaluator as answers show it: as it was sent, plus its weight. */
export const evaluatorEcho = z
  .object({
    type: z
      .enum(["triage_accuracy"])
      .meta({ id: "EvaluatorType", description: "Kind of evaluator.", examples: ["triage_accuracy"] }),
    name: evaluatorName.optional(),
    config: z
      .record(z.string().max(200), z.unknown())
      .optional()
      .meta({ description: "The settings as they were sent." }),
    weight,
  })
  .meta({
    id: "Evaluator",
    description: "An evaluator as it was sent, plus its weight.",
    examples: [{ type: "triage_accuracy", weight: 1 }],
  });

const triageConfig = (config: z.output<typeof triageAccuracyConfig> | undefined): TriageAccuracyConfig => ({
  levels: config?.levels ?? [...defaultTriageLevels],
  severity_weights: {
    under_triage: config?.severity_weights?.under_triage ?? 2,
    over_triage: config?.severity_weights?.over_triage ?? 1,
  },
  require_expected: config?.require_expected ?? true,
});

/** An evaluator with its settings resolved, ready to score samples. */
export interface BoundEvaluator {
  type: EvaluatorInput["type"];
  /** The settings with every default filled in: plain JSON. */
  config: unknown;
  classifications: readonly string[];
  evaluate(sample: Parameters<Evaluator<unknown>["evaluate"]>[1]): ReturnType<Evaluator<unknown>["evaluate"]>;
  unscored: (
    sample: Parameters<Evaluator<unknown>["unscored"]>[1],
    status: "skipped" | "errored",
    reason: string,
  ) => ReturnType<Evaluator<unknown>["unscored"]>;
  /** The extra block of the results, from counts of outcomes; undefined when the type has none. */
  summarize?: (
    tallies: Parameters<NonNullable<Evaluator<unknown>["summarize"]>>[1],
  ) => ReturnType<NonNullable<Evaluator<unknown>["summarize"]>>;
}

function bind<Config>(
  type: EvaluatorInput["type"],
  evaluator: Evaluator<Config>,
  config: Config,
): BoundEvaluator {
  const { summarize } = evaluator;
  return {
    type,
    config,
    classifications: evaluator.classifications,
    evaluate: (sample) => evaluator.evaluate(config, sample),
    unscored: (sample, status, reason) => evaluator.unscored(config, sample, status, reason),
    ...(summarize && { summarize: (tallies) => summarize(config, tallies) }),
  };
}

/** Resolves the defaults of an evaluator's settings and binds them to its rule. A new evaluator adds its case here. */
export function bindEvaluator(evaluator: Pick<EvaluatorInput, "type" | "config">): BoundEvaluator {
  switch (evaluator.type) {
    case "triage_accuracy":
      return bind("triage_accuracy", triageAccuracy, triageConfig(evaluator.config));
  }
}
