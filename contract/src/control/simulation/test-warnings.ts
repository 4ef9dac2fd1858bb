// Warns of test cases that fail, when a version of a policy is stored. The cases do not decide whether it is stored.
import { ApiError } from "../../platform/errors.ts";
import type { PolicyOutcome } from "../../domain/policy/policy-outcomes.ts";
import { cut, quoted } from "../../wire/http/quote.ts";
import { findingOfText, maxFindings, type PolicyFinding } from "../policies/policy-finding.ts";
import type { PolicyVersion } from "../policies/policy-contents.ts";
import type { EffectivePolicy } from "../cedar/policy-set.ts";
import type { PolicyEngine } from "../cedar/engine/policy-engine.ts";
import { runPolicyCases } from "../cedar/engine/run-policy-case.ts";

/** A policy whose text is valid, with its test cases. */
export interface TestedPolicy {
  id: string;
  text: string;
  /** Absent or null: the default of the text. */
  outcome?: PolicyOutcome | null | undefined;
  tests: PolicyVersion["tests"];
}

const notRun = (why: string): PolicyFinding =>
  findingOfText("tests_not_run", `the test cases were not run: ${why}`);

/** The tested policy in effective form. Its tests read neither name, version nor code. */
const effectiveOf = ({ id, text, outcome }: TestedPolicy): EffectivePolicy => ({
  id,
  text,
  outcome: outcome === "allow" ? null : (outcome ?? null),
  version: 1,
  // The policy has no digest yet, but each text and outcome needs a different key for the compiled set.
  digest: JSON.stringify({ text, outcome: outcome ?? null }),
  name: id,
  mode: "enforce",
  code: null,
});

/**
 * The warnings about the test cases of a policy: one for each case that fails, or one if they were not run.
 *
 * @param engine undefined if the engine cannot be loaded.
 * @param turn runs one test case, at once or later.
 */
export async function testWarnings(
  engine: Pick<PolicyEngine, "decide"> | undefined,
  policy: TestedPolicy,
  turn: Parameters<typeof runPolicyCases>[2],
): Promise<PolicyFinding[]> {
  const { tests: cases } = policy;
  if (cases.length === 0) return [];
  if (!engine) return [notRun("the policy engine is not loaded")];
  try {
    const results = await runPolicyCases(engine, { policy: effectiveOf(policy), cases }, turn);
    return results.flatMap(({ passed, name, expected, actual }) =>
      passed
        ? []
        : findingOfText(
            "test_failed",
            `the test case ${quoted(cut(name, 100))} expects ${expected}, but the outcome is ${actual}`,
          ),
    );
  } catch (error) {
    // The cases cost too much together.
    if (error instanceof ApiError) return [notRun("they cost too much together")];
    throw error;
  }
}

/** The warnings about a stored version: those about its tests come first. */
export const allWarnings = (
  tests: readonly PolicyFinding[],
  others: readonly PolicyFinding[],
): PolicyFinding[] => [...tests, ...others].slice(0, maxFindings);
