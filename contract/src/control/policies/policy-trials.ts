// Checks of a policy before it is stored: its text, its test cases and the simulation of a draft.
import { validationFailed } from "../../platform/validation/validation.ts";
import { findingOfText } from "./policy-finding.ts";
import { type Policy, type SimulatePolicyBody } from "./policy-responses.ts";
import {
  type CheckedText,
  findingsOfText,
  type NameTreatment,
  outcomeFault,
  textRefused,
} from "./policy-contents.ts";
import { noSuchPolicy } from "./policy-refusals.ts";
import type { KnownNames } from "./names/name-index.ts";
import type { EffectivePolicy } from "../cedar/policy-set.ts";

/**
 * Returns the findings about a text, its names and the outcome of its forbids, in their form in responses.
 */
export function validationToWire(
  checked: CheckedText,
  input: NameTreatment & { outcome?: Parameters<typeof outcomeFault>[0] },
  known: KnownNames,
) {
  const { outcome } = input;
  const { errors, warnings } = findingsOfText(checked, { ...input, outcome }, known);
  const fault = errors.length === 0 ? outcomeFault(outcome, checked.statements) : undefined;
  const all = fault ? [findingOfText(fault.code, fault.message)] : errors;
  return { valid: all.length === 0, validated: checked.validated, errors: all, warnings };
}

/** The results of a policy's test cases, as in responses. */
export function testReportToWire<Result extends { passed: boolean; messages: readonly string[] }>(
  { id, version }: Pick<Policy, "id" | "version">,
  results: readonly Result[],
) {
  const passed = results.filter((result) => result.passed).length;
  return {
    policyId: id,
    version,
    passed,
    failed: results.length - passed,
    results: results.map((one) => ({ ...one, messages: [...one.messages] })),
  };
}

/** The id of a draft that replaces no policy. No stored policy can have this id. */
export const draftId = "(draft)";

/**
 * The draft of a simulation in effective form: the stored policy with the changes of the simulation.
 *
 * @param stored the policy that the simulation names; undefined if there is none.
 * @throws {ApiError} 400 for an invalid text; 404 if there is neither a text nor a stored policy.
 */
export function draftPolicy(
  { policyId, text, outcome, code }: SimulatePolicyBody,
  stored: Policy | undefined,
  check: (text: string) => CheckedText,
): EffectivePolicy {
  const drafted = text ?? stored?.text;
  if (drafted === undefined) throw noSuchPolicy(policyId ?? draftId);
  const { errors, statements } = check(drafted);
  if (errors.length > 0) throw textRefused(errors);
  const wanted = outcome ?? stored?.outcome ?? undefined;
  const forbids = statements.some(({ effect }) => effect === "forbid");
  const fault = outcomeFault(forbids ? wanted : outcome, statements);
  if (fault) throw validationFailed([fault]);
  const drafting = {
    text: drafted,
    outcome: forbids ? (wanted ?? ("deny" as const)) : null,
    code: code ?? stored?.code ?? null,
  };
  // A draft has no version and no digest, but each draft needs a different key for the compiled set.
  return {
    id: policyId ?? draftId,
    name: stored?.name ?? draftId,
    version: (stored?.version ?? 0) + 1,
    mode: "enforce",
    digest: JSON.stringify(drafting),
    ...drafting,
  };
}
