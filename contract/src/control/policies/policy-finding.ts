import * as z from "zod";

const place = (description: string) => z.int().min(1).nullable().meta({ description });

/** A finding in a policy's text. */
export const policyFinding = z
  .object({
    code: z.string().max(100).meta({
      description:
        "Code: `policy_text` is a fault of the text or a note of the engine; warnings about values are `whole_numbers_only`, `fractions_only` and `absent_passes`.",
    }),
    message: z.string().max(4000).meta({ description: "The fault and the accepted values." }),
    line: place("Line of the text, from 1; null: the whole text."),
    column: place("Column in the line, in characters, from 1."),
    endLine: place("Line of the first character after the fault."),
    endColumn: place("Column of that character."),
    suggestion: z
      .string()
      .max(1000)
      .nullable()
      .meta({ description: "Text to use instead; null: none is known." }),
  })
  .meta({
    id: "PolicyFinding",
    description: "A finding in a policy's text, with its position.",
    examples: [
      {
        code: "policy_text",
        message: "attribute `facts.rsik` in context not found; did you mean `risk`?",
        line: 3,
        column: 8,
        endLine: 3,
        endColumn: 26,
        suggestion: null,
      },
    ],
  });

/** A finding about a text, with its position. */
export type PolicyFinding = z.output<typeof policyFinding>;

/** A finding about a text as a whole. */
export const findingOfText = (code: string, message: string): PolicyFinding => ({
  code,
  message,
  line: null,
  column: null,
  endLine: null,
  endColumn: null,
  suggestion: null,
});
