import * as z from "zod";
import { parents } from "../hierarchy/entity-name.ts";
import {
  longText,
  milliseconds,
  nameText,
  optional,
  refusingProto,
  withDefault,
  withinBytes,
} from "../../platform/common.ts";
import { takenPolicyCodes } from "../../domain/policy/baseline/baseline.ts";
import { policyOutcomes } from "../../domain/policy/policy-outcomes.ts";
import { digestText } from "../../evidence/events/event-object.ts";
import { exampleDigest, exampleIds } from "../../platform/example-values.ts";
import { limits } from "../../platform/limits.ts";
import { policyFactsPart } from "./policy-facts-object.ts";
import { unknownNamesTreatment } from "./policy-finding.ts";

export const policyId = z
  .string()
  .max(128)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._:@/-]{0,127}$/, {
    error: "must consist of 1 to 128 ASCII letters, digits and ._:@/-, and start with a letter or digit",
  })
  .meta({ description: "Id chosen by the client: letters, digits and `._:@/-`, 1 to 128 characters." });

/** A policy id in a path: any text; the handler responds 404 to an unknown id. */
export const pathPolicy = z.object({
  id: z.string().min(1).max(200).meta({ description: "Id of the policy; encode a `/` in the id as `%2F`." }),
});

const utf8 = new TextEncoder();

/** The text of a policy. */
export const policyText = z
  .string()
  .min(1)
  .max(limits.policyTextBytes)
  .refine((text) => utf8.encode(text).length <= limits.policyTextBytes, {
    error: `must be at most ${limits.policyTextBytes} bytes`,
  })
  .refine((text) => !text.includes("\u0000"), { error: "must not contain U+0000" })
  .meta({
    description: `Cedar: one or several statements, at most ${limits.policyTextBytes} bytes, without slots. Annotations of a statement: \`@message\`, \`@remedy\`, \`@obligation\`, \`@warning\`, \`@transform\` with a JSON Patch on the arguments, \`@absent("allow")\` and \`@nulls("absent")\`.`,
  });

export const policyVersion = z.int().min(1).max(2_147_483_647);
export const policyMode = z
  .enum(["enforce", "shadow"])
  .meta({ description: "`enforce`: affects decisions; `shadow`: evaluated and reported without effect." });
export const policyStatus = z.enum(["draft", "active", "retired"]).meta({
  description:
    "`active`: this version is in force; `draft`: the version in force does not change; `retired`: no version is in force.",
});
export const policyForbids = z.enum(["deny", "ask", "transform"]).meta({
  description:
    "Outcome if a `forbid` statement of the policy matches: denied, decided by a human, or allowed with changed arguments.",
});
export const policyCode = z
  .string()
  .max(64)
  .regex(/^[a-z][a-z0-9_]*$/, {
    error: "must consist of lowercase ASCII letters, digits and _, and start with a letter",
  })
  .refine((code) => !takenPolicyCodes.includes(code), {
    error: `must not be a code of the engine or the baseline: ${takenPolicyCodes.join(", ")}`,
  })
  .meta({
    description: "Reason code if a `forbid` matches: lower-case letters, digits, `_`; not reserved.",
  });
const policySeverity = z
  .enum(["low", "medium", "high", "critical"])
  .meta({ description: "Severity of a forbid." });
export const policyExpectation = z.enum([...policyOutcomes, "none"]).meta({
  description:
    "Expected result of the policy alone, without the baseline; `none`: the policy does not apply.",
});

const properties = (description: string) =>
  refusingProto(z.record(z.string().max(1000), z.unknown())).meta({ description });
const entityMembers = {
  type: nameText("Type."),
  id: z.string().max(1000).meta({ description: "Id." }),
  properties: properties("Attributes.").optional(),
  parents: parents.optional().meta({ description: "All ancestors; default: none." }),
};

const testRequest = z
  .strictObject({
    subject: z.strictObject(entityMembers).optional().meta({ description: "Default: an agent." }),
    action: z
      .strictObject({
        name: nameText("Name."),
        properties: properties("`context.action`.").optional(),
      })
      .optional()
      .meta({ description: "Default: `tools/call`." }),
    resource: z.strictObject(entityMembers).optional().meta({ description: "Default: a tool." }),
    args: properties("`context.args`.").optional(),
    context: properties("Further members of `context`.").optional(),
    facts: policyFactsPart.optional(),
  })
  .meta({
    id: "PolicyTestRequest",
    description:
      "Request of the test case; omitted members have the values of a call that the baseline allows.",
    examples: [{ facts: { risk: "high", riskRank: 2 } }],
  });

const exampleTest = {
  name: "requires approval for chart exports",
  request: { resource: { type: "tool", id: "chart.export" } },
  expect: "ask" as const,
};
const policyTest = z
  .strictObject({
    name: nameText("The requirement that the test case checks."),
    request: testRequest.optional(),
    expect: policyExpectation,
  })
  .meta({ id: "PolicyTest", description: "A test case of a policy.", examples: [exampleTest] });

export const policyTests = z
  .array(policyTest)
  .max(limits.policyTests)
  .refine((tests) => withinBytes(tests, limits.policyTextBytes), {
    error: `must be at most ${limits.policyTextBytes} bytes of JSON`,
  })
  .meta({ description: "Test cases of the policy, which `POST /api/policies/{id}/test` runs." });

const inputMembers = {
  name: optional(nameText("Display name; default the id.")),
  description: withDefault(longText("Purpose of the policy."), ""),
  language: withDefault(z.literal("cedar").meta({ description: "Always `cedar`." }), "cedar"),
  text: policyText,
  mode: withDefault(policyMode, "enforce"),
  status: withDefault(policyStatus, "active"),
  outcome: optional(policyForbids),
  code: optional(policyCode),
  severity: withDefault(policySeverity, "medium"),
  tests: withDefault(policyTests, []),
  unknownNames: unknownNamesTreatment,
};

export const exampleText = `@message("Exports of charts wait for a human.")
forbid (principal is agent, action, resource == tool::"chart.export")
unless { context.facts.approved };
`;
const exampleInput = {
  name: "Chart exports",
  text: exampleText,
  outcome: "ask" as const,
  code: "export_needs_approval",
  tests: [exampleTest],
};

/** A policy to store. */
export const createPolicyBody = z.strictObject({ id: policyId, ...inputMembers }).meta({
  id: "CreatePolicy",
  description: "A new policy.",
  examples: [{ id: "chart-exports", ...exampleInput }],
});

/** The next version of a policy; omitted members have their defaults. */
export const replacePolicyBody = z.strictObject(inputMembers).meta({
  id: "ReplacePolicy",
  description: "The complete next version of a policy; omitted members have their defaults.",
  examples: [exampleInput],
});

const validated = z.enum(["strict", "syntax"]).meta({
  description:
    "`strict`: all names and types were checked; `syntax`: the text contains types or members that only requests define, or too many actions to check its types quickly.",
});
export const policyChecked = validated;

const summaryMembers = {
  id: policyId,
  version: policyVersion.meta({ description: "Version number, from 1." }),
  name: nameText("Display name."),
  description: longText("Purpose of the policy."),
  language: z.literal("cedar").meta({ description: "Always `cedar`." }),
  mode: policyMode,
  status: policyStatus,
  outcome: policyForbids.nullable().meta({
    description: "Outcome if a `forbid` statement matches; null if the policy only has `permit`s.",
  }),
  code: z.string().max(64).nullable().meta({
    description: "Reason code if a `forbid` statement matches; null stands for `policy_forbids`.",
  }),
  severity: policySeverity,
  digest: digestText("Digest of the contents without the version (RFC 8785)."),
  baseline: z.boolean().meta({ description: "Whether the policy is part of the product and immutable." }),
  liveVersion: policyVersion.nullable().meta({
    description: "The version in force; null if no version is in force.",
  }),
  createdAt: milliseconds("Creation time of this version.").nullable().meta({
    description: "Creation time of this version; null for the baseline. Milliseconds since 1970.",
  }),
  createdBy: z.string().max(64).nullable().meta({
    description: "Id of the API key that stored this version; null for the baseline.",
  }),
};

export const examplePolicySummary = {
  id: "chart-exports",
  version: 2,
  name: "Chart exports",
  description: "",
  language: "cedar" as const,
  mode: "enforce" as const,
  status: "active" as const,
  outcome: "ask" as const,
  code: "export_needs_approval",
  severity: "medium" as const,
  digest: exampleDigest,
  baseline: false,
  liveVersion: 2,
  createdAt: 1_772_443_800_000,
  createdBy: exampleIds.apiKey,
};
export const examplePolicy = {
  ...examplePolicySummary,
  text: exampleText,
  tests: [exampleTest],
  validated: "strict" as const,
};

export const policySummary = z.object(summaryMembers).meta({
  id: "PolicySummary",
  description: "A policy without text and tests.",
  examples: [examplePolicySummary],
});

export const policy = z
  .object({
    ...summaryMembers,
    text: z.string().max(limits.policyTextBytes).meta({ description: "Cedar." }),
    tests: z.array(policyTest).max(limits.policyTests).meta({ description: "Test cases of the policy." }),
    validated,
  })
  .meta({ id: "Policy", description: "A version of a policy.", examples: [examplePolicy] });

/** A validated policy request. */
export type PolicyInput = z.output<typeof replacePolicyBody>;
