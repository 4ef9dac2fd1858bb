import * as z from "zod";
import { nameText, optional } from "../../platform/common.ts";
import { missingOutputOptions } from "../../domain/evaluators/missing-output.ts";
import { evaluatorTypes } from "../../domain/evaluation/evaluation-keys.ts";

/** The schema of an evaluator's weight in the combined score. */
export const weight = z
  .number()
  .min(0)
  .max(1_000_000)
  .meta({ description: "Weight in the combined score; default 1.0." });

/** The schema of the name that distinguishes evaluators with the same type. */
export const evaluatorName = nameText(
  "Key of this evaluator in results; required if several evaluators have this type.",
);

const missingOutputText =
  "`fail`: a sample without an output scores 0, does not pass and is flagged `no_answer`. `skip`: the sample has no score.";

/** The schema of the setting for missing outputs of an evaluation. */
export const missingOutput = z.enum(missingOutputOptions).meta({
  id: "MissingOutput",
  description: missingOutputText,
  examples: ["fail"],
});

/** The schema of the setting for missing outputs in an evaluator's settings. */
export const ownMissingOutput = optional(
  missingOutput.meta({
    description: `${missingOutputText} By default, the evaluation's \`missing_output\`.`,
  }),
);

/** Creates the schema of one evaluator type in requests: type, name, settings and weight. */
export const evaluatorOf = <const Type extends string, Config extends z.ZodType>(
  type: Type,
  { id, description, config }: { id: string; description: string; config: Config },
) =>
  z
    .strictObject({
      type: z.literal(type).meta({ description: `Always \`${type}\`.` }),
      name: optional(evaluatorName),
      config: optional(config),
      weight: optional(weight),
    })
    .meta({ id, description, examples: [{ type }] });

/** The schema of an evaluator in responses: as sent, with its weight. */
export const evaluatorEcho = z
  .object({
    type: z
      .enum(evaluatorTypes)
      .meta({ id: "EvaluatorType", description: "Type of the evaluator.", examples: ["triage_accuracy"] }),
    name: evaluatorName.optional(),
    config: z
      .record(z.string().max(200), z.unknown())
      .optional()
      .meta({ description: "The settings as sent." }),
    weight,
  })
  .meta({
    id: "Evaluator",
    description: "An evaluator as sent, with its weight.",
    examples: [{ type: "triage_accuracy", weight: 1 }],
  });
