// Decides on calls whose arguments have been changed by policies.
import type { PolicyReason, PolicyVerdict } from "../../domain/policy/verdict.ts";
import { isSameJson } from "../../wire/json/canonical-json.ts";
import { withChanges } from "../../wire/json/json-patch.ts";
import { requestTooLarge } from "./policy-size.ts";
import { denied, engineReason, type PolicyQuestion } from "./policy-verdict.ts";

/** Returns a reason for each policy that requires changes only because of the changes of other policies. */
function furtherChanges(first: PolicyVerdict, second: PolicyVerdict): PolicyReason[] {
  const known = new Set(first.reasons.map(({ policyId }) => policyId));
  return second.reasons.flatMap(({ policyId, version }) => {
    if (policyId === null || known.has(policyId)) return [];
    const message = `Policy ${JSON.stringify(policyId)} requires further changes of the changed arguments.`;
    return [engineReason("policy_error", message, { id: policyId, version })];
  });
}

/** This warning states that a verdict concerns changed arguments. */
const changedWarning = {
  policyId: null,
  code: "changed_arguments",
  message: "The policies were evaluated again with the changed arguments, and the outcome is stricter.",
};

/**
 * Returns the verdict on a call whose arguments are changed by policies. The tool receives the changed
 * arguments, so the policies must permit the changed call too. If a policy denies the changed call or
 * requires an approval, the verdict has this outcome.
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
  const strict = second.outcome === "transform" ? denied(furtherChanges(first, second)) : second;
  if (strict.outcome === "allow" || strict.reasons.length === 0) return first;
  const earlier = first.reasons.filter((one) => !strict.reasons.some((other) => isSameJson(one, other)));
  const warnings = [...second.warnings, changedWarning];
  return { ...strict, reasons: [...strict.reasons, ...earlier], warnings, transform: null };
}
