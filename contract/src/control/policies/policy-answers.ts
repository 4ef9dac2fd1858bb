import * as z from "zod";
import { nameText, optional } from "../../platform/common.ts";
import { idOf } from "../../platform/common.ts";
import { policyOutcomes } from "../../domain/policy/policy-outcomes.ts";
import { seqOf } from "../../evidence/events/event-object.ts";
import { limits } from "../../platform/limits.ts";
import {
  examplePolicy,
  exampleText,
  policy,
  policyChecked,
  policyCode,
  policyExpectation,
  policyForbids,
  policyId,
  policyTests,
  policyText,
  policyVersion,
} from "./policy-object.ts";

const place = (description: string) => z.int().min(1).nullable().meta({ description });

const policyFinding = z
  .object({
    message: z.string().max(4000).meta({ description: "What is wrong, and what would be accepted." }),
    line: place("Line of the text, counted from 1; null: the text as a whole."),
    column: place("Column in it, in characters, counted from 1."),
    endLine: place("Line of the first character after it."),
    endColumn: place("Column of that character."),
  })
  .meta({
    id: "PolicyFinding",
    description: "Something about a policy's text, and where.",
    examples: [
      {
        message: "attribute `facts.rsik` in context not found; did you mean `risk`?",
        line: 3,
        column: 8,
        endLine: 3,
        endColumn: 26,
      },
    ],
  });
const findings = (description: string) => z.array(policyFinding).max(100).meta({ description });
const exampleFindings = { valid: true, validated: "strict" as const, errors: [], warnings: [] };

export const validatePolicyBody = z
  .strictObject({ text: policyText, outcome: optional(policyForbids) })
  .meta({ id: "ValidatePolicy", description: "A text to check.", examples: [{ text: exampleText }] });

export const policyValidation = z
  .object({
    valid: z.boolean().meta({ description: "Whether it would be stored." }),
    validated: policyChecked,
    errors: findings("What stands against it."),
    warnings: findings("What should be looked at."),
  })
  .meta({
    id: "PolicyValidation",
    description: "What is found in a policy's text.",
    examples: [exampleFindings],
  });

export const testPolicyBody = z
  .strictObject({
    version: optional(policyVersion.meta({ description: "The version to test; the latest when left out." })),
    tests: optional(policyTests),
  })
  .meta({
    id: "TestPolicy",
    description: "What to test; tests that are given take the place of the policy's own.",
    examples: [{}],
  });

const testResult = z
  .object({
    name: nameText("Name of the test case."),
    passed: z.boolean().meta({ description: "Whether it came out as expected." }),
    expected: policyExpectation,
    actual: policyExpectation,
    messages: z.array(z.string().max(2000)).max(100).meta({ description: "What the policy said." }),
  })
  .meta({
    id: "PolicyTestResult",
    description: "What came of a test case.",
    examples: [{ name: "asks", passed: true, expected: "ask", actual: "ask", messages: ["Wait."] }],
  });
const count = (description: string) => z.int().min(0).meta({ description });

export const policyTestReport = z
  .object({
    policyId,
    version: policyVersion.meta({ description: "The version that was tested." }),
    passed: count("Test cases that came out as expected."),
    failed: count("Those that did not."),
    results: z.array(testResult).max(limits.policyTests).meta({ description: "In the order of the cases." }),
  })
  .meta({
    id: "PolicyTestReport",
    description: "What came of a policy's test cases.",
    examples: [{ policyId: examplePolicy.id, version: 2, passed: 0, failed: 0, results: [] }],
  });

export const simulatePolicyBody = z
  .strictObject({
    policyId: optional(
      policyId.meta({
        description:
          "The policy that the draft would replace; decisions that it took no part in are passed over. Left out: the draft is added to every decision's policies.",
      }),
    ),
    text: optional(
      policyText.meta({ description: "The draft; left out: the latest version of `policyId`." }),
    ),
    outcome: optional(policyForbids),
    code: optional(policyCode),
    agentId: optional(z.string().min(1).max(128).meta({ description: "Only decisions about this agent." })),
    last: optional(
      z
        .int()
        .min(1)
        .max(limits.simulatedDecisions)
        .meta({ description: `How many decisions, the newest first; default 100.` }),
    ),
  })
  .refine(({ policyId: id, text }) => id !== undefined || text !== undefined, {
    path: ["text"],
    error: "must be given when there is no policyId",
  })
  .meta({
    id: "SimulatePolicy",
    description: "A draft to try on decisions that were made.",
    examples: [{ text: exampleText, outcome: "ask", last: 100 }],
  });

const outcome = z.enum(policyOutcomes);
const decisionMembers = {
  decisionId: z.string().max(64).nullable().meta({ description: "Its id; null when its data was erased." }),
  eventId: idOf("event"),
  seq: seqOf("Place of its event in the log."),
};
const exampleDecision = {
  decisionId: "dec_01jd0vcf5he7hb3m4k9s2t6w8x",
  eventId: "evt_01jd0vcf5he7hb3m4k9s2t6w8x",
  seq: 42,
};
const changedDecision = z
  .object({
    ...decisionMembers,
    from: outcome.meta({ description: "What was decided." }),
    to: outcome.meta({ description: "What would have been decided with the draft." }),
    because: z.string().max(4000).meta({ description: "Why it would have come out so." }),
  })
  .meta({
    id: "ChangedDecision",
    description: "A decision that the draft would have changed.",
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
      ])
      .meta({ description: "Why it could not be made anew." }),
    because: z.string().max(1000).meta({ description: "The same in words." }),
  })
  .meta({
    id: "UnreplayedDecision",
    description: "A decision that cannot be made anew from what is kept of it.",
    examples: [
      { ...exampleDecision, code: "redacted", because: "/args/note was redacted, and the policies read it." },
    ],
  });

export const policySimulation = z
  .object({
    replayed: count("Decisions that were made anew."),
    changed: z
      .array(changedDecision)
      .max(limits.simulatedDecisions)
      .meta({ description: "Those that came out otherwise, the newest first." }),
    notReplayed: z
      .array(unreplayedDecision)
      .max(limits.simulatedDecisions)
      .meta({ description: "Those that could not be, the newest first." }),
  })
  .meta({
    id: "PolicySimulation",
    description: "What a draft would have changed.",
    examples: [{ replayed: 100, changed: [], notReplayed: [] }],
  });

export const policyVersions = z
  .object({
    versions: z.array(policy).max(100).meta({ description: "The versions of this page, the newest first." }),
    nextCursor: z
      .string()
      .max(2000)
      .nullable()
      .meta({ description: "`cursor` of the next page; null when nothing follows." }),
  })
  .meta({
    id: "PolicyVersions",
    description: "One page of a policy's versions.",
    examples: [{ versions: [examplePolicy], nextCursor: null }],
  });

export const rollbackPolicyBody = z
  .strictObject({ version: policyVersion.meta({ description: "The version to go back to." }) })
  .meta({ id: "RollbackPolicy", description: "Which version.", examples: [{ version: 1 }] });

/** A validated request for a simulation. */
export type SimulatePolicyBody = z.output<typeof simulatePolicyBody>;
/** A finding about a text, with its position. */
export type PolicyFinding = z.output<typeof policyFinding>;
/** A simulation, as in responses. */
export type PolicySimulation = z.output<typeof policySimulation>;
/** A policy with all members, as in responses. */
export type Policy = z.output<typeof policy>;
