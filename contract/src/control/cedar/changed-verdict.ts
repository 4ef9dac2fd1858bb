// Decides on calls whose arguments have been changed by policies.
import type { PolicyReason, PolicyVerdict } from "../../domain/policy/verdict.ts";
import { isSameJson } from "../../wire/json/canonical-json.ts";
import { withChanges, withChangesAgain } from "../../wire/json/json-patch.ts";
import { requestTooLarge } from "./policy-size.ts";
import { denied, engineReason, type PolicyQuestion } from "./policy-verdict.ts";

type Args = Readonly<Record<string, unknown>>;

/**
 * Returns a reason for each policy that requires further changes of the changed arguments: a policy that required no
 * changes before, or one whose changes are not yet complete. Empty if repeating the changes alters nothing.
 */
function furtherChanges(first: PolicyVerdict, second: PolicyVerdict, args: Args): PolicyReason[] {
  const known = new Set(first.reasons.map(({ policyId }) => policyId));
  const others = second.reasons.filter(({ policyId }) => !known.has(policyId));
  const again = others.length === 0 ? withChangesAgain(args, second.transform ?? []) : undefined;
  if (again && isSameJson(again, args)) return [];
  return (others.length > 0 ? others : second.reasons).map(({ policyId, version }) => {
    const message = `Policy ${JSON.stringify(policyId)} requires further changes of the changed arguments.`;
    return engineReason("policy_error", message, policyId === null ? null : { id: policyId, version });
  });
}

/** The members of two lists without duplicates. */
function union<T>(first: readonly T[], second: readonly T[]): T[] {
  const known = new Set(first.map((one) => JSON.stringify(one)));
  return [...first, ...second.filter((one) => !known.has(JSON.stringify(one)))];
}

/** The warnings and obligations of both verdicts: the call that is made must fulfill all of them. */
const remarksOfBoth = (
  first: PolicyVerdict,
  second: PolicyVerdict,
): Pick<PolicyVerdict, "warnings" | "obligations"> => ({
  warnings: union(first.warnings, second.warnings),
  obligations: union(first.obligations, second.obligations),
});

/** This warning states that a verdict concerns changed arguments. */
const changedWarning = {
  policyId: null,
  code: "changed_arguments",
  message: "The policies were evaluated again with the changed arguments, and the outcome is stricter.",
};

/**
 * Returns the verdict on a call whose arguments are changed by policies. The tool receives the changed
 * arguments, so the policies must permit the changed call too. If a policy denies the changed call or
 * requires an approval, the verdict has this outcome. The warnings and obligations of both verdicts apply.
 *
 * @param first the verdict on the arguments as sent.
 * @param decide returns the verdict of the enforced policies on a request.
 */
export function afterChanges(
  question: PolicyQuestion,
  first: PolicyVerdict,
  decide: (changed: PolicyQuestion) => PolicyVerdict,
): PolicyVerdict {
  const { transform } = first;
  if (transform === null || transform.length === 0) return first;
  // If the changes do not fit the arguments, no caller can make the changed call.
  const args = withChanges(question.request.args, transform);
  if (!args) return first;
  const request = { ...question.request, args };
  const large = requestTooLarge(request);
  const second =
    large === undefined
      ? decide({ ...question, request })
      : denied([engineReason("policy_too_large", large)]);
  const further = second.outcome === "transform" ? furtherChanges(first, second, args) : [];
  const strict = further.length > 0 ? denied(further) : second;
  const remarks = remarksOfBoth(first, second);
  if (strict.outcome === "allow" || strict.outcome === "transform") return { ...first, ...remarks };
  const reasons = union(strict.reasons, first.reasons);
  return { ...strict, ...remarks, reasons, warnings: [...remarks.warnings, changedWarning], transform: null };
}
