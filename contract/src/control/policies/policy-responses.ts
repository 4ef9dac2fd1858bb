import * as z from "zod";
import { nameText, optional, withDefault } from "../../platform/common.ts";
import { idOf } from "../../platform/common.ts";
import { policyOutcomes } from "../../domain/policy/policy-outcomes.ts";
import { seqOf } from "../../evidence/events/event-object.ts";
import { limits } from "../../platform/limits.ts";
import { maxFindings, policyFinding, unknownName, unknownNamesTreatment } from "./policy-finding.ts";
import {
  examplePolicy,
  exampleText,
  policy,
  policyChecked,
  policyCode,
  policyExpectation,
  policyForbids,
  policyId,
  policyMode,
  policyStatus,
  policyTests,
  policyText,
  policyVersion,
} from "./policy-object.ts";

const findings = (description: string) => z.array(policyFinding).max(maxFindings).meta({ description });
/** A stored version, with the warnings about its text. */
export const storedPolicy = policy
  .extend({ warnings: findings("Warnings about the text and its outcome, as from the validation.") })
  .meta({
    id: "StoredPolicy",
    description: "A version of a policy that was stored.",
    examples: [{ ...examplePolicy, warnings: [] }],
  });

const exampleFindings = { valid: true, validated: "strict" as const, errors: [], warnings: [] };

/** A version of a policy, with the unknown names in its text. */
export const policyDetails = policy
  .extend({
    unknownNames: z.array(unknownName).max(maxFindings).meta({
      description: "Unknown names in the policy text. While a name is unknown, no request matches it.",
    }),
  })
  .meta({
    id: "PolicyDetails",
    description: "A version of a policy, with the names in its text that are not known.",
    examples: [{ ...examplePolicy, unknownNames: [] }],
  });

export const validatePolicyBody = z
  .strictObject({
    text: policyText,
    outcome: optional(policyForbids),
    mode: withDefault(policyMode, "enforce"),
    status: withDefault(policyStatus, "active"),
    unknownNames: unknownNamesTreatment,
  })
  .meta({
    id: "ValidatePolicy",
    description: "A text to validate, with the members on which its check depends.",
    examples: [{ text: exampleText }],
  });

export const policyValidation = z
  .object({
    valid: z.boolean().meta({ description: "Whether the text can be stored." }),
    validated: policyChecked,
    errors: findings("Faults of the text."),
    warnings: findings("Warnings about the text."),
  })
  .meta({
    id: "PolicyValidation",
    description: "The validation of a policy's text.",
    examples: [exampleFindings],
  });

export const testPolicyBody = z
  .strictObject({
    version: optional(policyVersion.meta({ description: "Version to test; default the latest." })),
    tests: optional(policyTests),
  })
  .meta({
    id: "TestPolicy",
    description: "The version and tests to run; given tests replace the policy's own.",
    examples: [{}],
  });

const testResult = z
  .object({
    name: nameText("Name of the test case."),
    passed: z.boolean().meta({ description: "Whether the result is the expected one." }),
    expected: policyExpectation,
    actual: policyExpectation,
    messages: z.array(z.string().max(2000)).max(100).meta({ description: "Messages of the policy." }),
  })
  .meta({
    id: "PolicyTestResult",
    description: "The result of a test case.",
    examples: [{ name: "returns ask", passed: true, expected: "ask", actual: "ask", messages: ["Wait."] }],
  });
const count = (description: string) => z.int().min(0).meta({ description });

export const policyTestReport = z
  .object({
    policyId,
    version: policyVersion.meta({ description: "The tested version." }),
    passed: count("Number of passed test cases."),
    failed: count("Number of failed test cases."),
    results: z
      .array(testResult)
      .max(limits.policyTests)
      .meta({ description: "Results in the order of the cases." }),
  })
  .meta({
    id: "PolicyTestReport",
    description: "The results of a policy's test cases.",
    examples: [{ policyId: examplePolicy.id, version: 2, passed: 0, failed: 0, results: [] }],
  });

export const simulatePolicyBody = z
  .strictObject({
    policyId: optional(
      policyId.meta({
        description:
          "The policy to replace; decisions without this policy are skipped. Default: the draft is added to the policies of every decision.",
      }),
    ),
    text: optional(
      policyText.meta({ description: "Text of the draft; default the latest version of `policyId`." }),
    ),
    outcome: optional(policyForbids),
    code: optional(policyCode),
    agentId: optional(z.string().min(1).max(128).meta({ description: "Filter by agent." })),
    last: optional(
      z
        .int()
        .min(1)
        .max(limits.simulatedDecisions)
        .meta({ description: `Number of decisions, the newest first; default 100.` }),
    ),
  })
  .refine(({ policyId: id, text }) => id !== undefined || text !== undefined, {
    path: ["text"],
    error: "is required: send it, or policyId",
  })
  .meta({
    id: "SimulatePolicy",
    description: "A draft to simulate on past decisions.",
    examples: [{ text: exampleText, outcome: "ask", last: 100 }],
  });

const outcome = z.enum(policyOutcomes);
const decisionMembers = {
  decisionId: z
    .string()
    .max(64)
    .nullable()
    .meta({ description: "Id of the decision; null if the data of its event was erased." }),
  eventId: idOf("event"),
  seq: seqOf("Position of the decision's event in the log."),
};
const exampleDecision = {
  decisionId: "dec_01jd0vcf5he7hb3m4k9s2t6w8x",
  eventId: "evt_01jd0vcf5he7hb3m4k9s2t6w8x",
  seq: 42,
};
const changedDecision = z
  .object({
    ...decisionMembers,
    from: outcome.meta({ description: "Outcome of the decision." }),
    to: outcome.meta({ description: "Outcome with the draft." }),
    because: z.string().max(4000).meta({ description: "Reasons of the outcome with the draft." }),
  })
  .meta({
    id: "ChangedDecision",
    description: "A decision whose outcome the draft changes.",
    examples: [
      { ...exampleDecision, from: "allow", to: "ask", because: "Exports of charts wait for a human." },
    ],
  });
const unreplayedDecision = z
  .object({
    ...decisionMembers,
    code: z
      .enum([
        "redacted",
        "too_large",
        "erased",
        "policy_gone",
        "entity_changed",
        "not_reproduced",
        "other_shape",
        "budget_spent",
      ])
      .meta({ description: "Code of the cause." }),
    because: z.string().max(1000).meta({ description: "Text of the cause." }),
  })
  .meta({
    id: "UnreplayedDecision",
    description: "A decision that was not recomputed.",
    examples: [
      { ...exampleDecision, code: "redacted", because: "/args/note was redacted, and the policies read it." },
    ],
  });

export const policySimulation = z
  .object({
    replayed: count("Number of recomputed decisions."),
    changed: z
      .array(changedDecision)
      .max(limits.simulatedDecisions)
      .meta({ description: "Decisions with a changed outcome, the newest first." }),
    notReplayed: z
      .array(unreplayedDecision)
      .max(limits.simulatedDecisions)
      .meta({ description: "Decisions that were not recomputed, the newest first." }),
  })
  .meta({
    id: "PolicySimulation",
    description: "The effect of a draft on past decisions.",
    examples: [{ replayed: 100, changed: [], notReplayed: [] }],
  });

export const policyVersions = z
  .object({
    versions: z.array(policy).max(100).meta({ description: "The versions of this page, the newest first." }),
    nextCursor: z
      .string()
      .max(2000)
      .nullable()
      .meta({ description: "`cursor` of the next page; null on the last page." }),
  })
  .meta({
    id: "PolicyVersions",
    description: "One page of a policy's versions.",
    examples: [{ versions: [examplePolicy], nextCursor: null }],
  });

export const rollbackPolicyBody = z
  .strictObject({
    version: policyVersion.meta({ description: "The version to restore." }),
    unknownNames: unknownNamesTreatment,
  })
  .meta({ id: "RollbackPolicy", description: "The version of a rollback.", examples: [{ version: 1 }] });

/** A validated request for a simulation. */
export type SimulatePolicyBody = z.output<typeof simulatePolicyBody>;
/** A simulation, as in responses. */
export type PolicySimulation = z.output<typeof policySimulation>;
/** A policy with all members, as in responses. */
export type Policy = z.output<typeof policy>;
