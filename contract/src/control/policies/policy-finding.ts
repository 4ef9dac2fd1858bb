import * as z from "zod";
import { withDefault } from "../../platform/common.ts";
import { limits } from "../../platform/limits.ts";

const place = (description: string) => z.int().min(1).nullable().meta({ description });

/** A finding in a policy's text. */
export const policyFinding = z
  .object({
    code: z.string().max(100).meta({
      description:
        "Code: `policy_text` is a fault of the text or a note of the engine; warnings about values are `whole_numbers_only`, `fractions_only` and `absent_passes`; about the cost `slow_with_long_text`; about names `unknown_entity_type`, `unknown_action`, `unknown_agent`, `unknown_tool`, `unknown_group`, `unknown_fact_value`, `similar_name` and `names_not_checked`; about annotations `unknown_annotation`; about test cases `test_failed` and `tests_not_run`. `unknown_annotation_value` and `policy_too_costly` are errors.",
    }),
    message: z.string().max(4000).meta({ description: "The fault and the accepted values." }),
    line: place("Line of the text, from 1; null for the whole text."),
    column: place("Column in the line, in characters, from 1."),
    endLine: place("Line of the first character after the fault."),
    endColumn: place("Column of that character."),
    suggestion: z
      .string()
      .max(1000)
      .nullable()
      .meta({ description: "Text to use instead; null if no such text is known." }),
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

/** Maximum number of findings in a response. */
export const maxFindings = 100;

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

/** How misspelt names in a policy in force are treated. */
export const unknownNamesTreatment = withDefault(
  z.enum(["refuse", "allow"]).meta({
    description:
      "`refuse`: an active policy that is enforced must not have an unknown name that is similar to a known name; `allow`: such unknown names cause only warnings.",
  }),
  "refuse",
);

const codesOfNames = [
  "unknown_entity_type",
  "unknown_action",
  "unknown_agent",
  "unknown_tool",
  "unknown_group",
] as const;

const nameMembers = {
  name: z.string().max(limits.policyTextBytes).meta({ description: "The name, as in the text." }),
};

/** An unknown name in a policy. */
export const unknownName = z
  .object({
    code: z
      .enum([...codesOfNames, "unknown_fact_value"])
      .meta({ description: "Kind of the name; `unknown_fact_value`: a value that the fact never has." }),
    ...nameMembers,
    line: place("Line of its first occurrence, from 1; null if not found in the text."),
    column: place("Column in the line, in characters, from 1."),
  })
  .meta({
    id: "UnknownName",
    description: "A name in a policy that the workspace does not know.",
    examples: [{ code: "unknown_tool", name: "chart.export", line: 2, column: 56 }],
  });

/** Warnings about names in policies that are unknown because of a change. */
export const nameWarnings = z
  .array(
    z
      .strictObject({
        policyId: z.string().max(128).meta({ description: "Id of the policy." }),
        code: z.enum(codesOfNames).meta({ description: "Kind of the name." }),
        ...nameMembers,
      })
      .meta({
        id: "NameWarning",
        description: "A name in a policy in force that the workspace no longer knows.",
        examples: [{ policyId: "chart-exports", code: "unknown_tool", name: "chart.export" }],
      }),
  )
  .max(maxFindings)
  .meta({
    description: "Names in policies in force that this change made unknown: no request matches them.",
  });
