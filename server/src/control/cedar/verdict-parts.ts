import {
  explainBaseline,
  type FactFindings,
  findBaselinePolicy,
  type PatchOperation,
  type PolicyObligation,
  type PolicyOutcome,
  type PolicyReason,
  type PolicyRequest,
  type PolicyWarning,
} from "@assay/contract/domain";
import { engineReason, policyReason } from "@assay/contract/control/cedar/policy-verdict";
import { keepCanonical } from "@assay/contract/wire";
import type { CompiledStatement } from "./sets/compile-set.ts";
import type { FailedStatement } from "./evaluate-group.ts";

const outcomeOf = ({ policy, statement }: CompiledStatement): PolicyOutcome =>
  statement.effect === "permit" ? "allow" : (policy.outcome ?? "deny");

const plainReasons = new WeakMap<CompiledStatement, PolicyReason>();

/** Why a statement determined a decision, where nothing of the request is told of: made once. */
function plainReasonOf(compiled: CompiledStatement): PolicyReason {
  const known = plainReasons.get(compiled);
  if (known) return known;
  const made = keepCanonical(makeReason(compiled, undefined));
  plainReasons.set(compiled, made);
  return made;
}

/** Why a statement determined a decision. */
function reasonOf(compiled: CompiledStatement, request: PolicyRequest, findings: FactFindings): PolicyReason {
  const { policy } = compiled;
  const particulars =
    outcomeOf(compiled) !== "allow" && findBaselinePolicy(policy.id)
      ? explainBaseline(policy.id, request, findings)
      : undefined;
  return particulars === undefined ? plainReasonOf(compiled) : makeReason(compiled, particulars);
}

function makeReason(compiled: CompiledStatement, particulars: string | undefined): PolicyReason {
  const { policy, statement } = compiled;
  const outcome = outcomeOf(compiled);
  return {
    ...policyReason(policy, outcome, particulars ?? statement.message),
    ...(outcome !== "allow" && statement.remedy !== undefined && { remedy: statement.remedy }),
  };
}

/** Reasons of statements; a policy that several of its statements speak for is named once for each message. */
export function reasonsOf(
  compiled: readonly CompiledStatement[],
  request: PolicyRequest,
  findings: FactFindings,
): PolicyReason[] {
  const [first] = compiled;
  if (first && compiled.length === 1) return [reasonOf(first, request, findings)];
  const seen = new Set<string>();
  return compiled
    .map((one) => reasonOf(one, request, findings))
    .filter((reason) => {
      const key = JSON.stringify(reason);
      return !seen.has(key) && seen.add(key);
    });
}

/** A deny because a statement could not be evaluated: skipping it, as the engine does, could let through what it forbids. */
export const failureReason = ({ policy, message }: FailedStatement): PolicyReason =>
  engineReason(
    "policy_error",
    `Policy ${JSON.stringify(policy.id)} could not be evaluated: ${message}.`,
    policy,
  );

/** What statements say besides. */
export function warningsOf(compiled: readonly CompiledStatement[]): PolicyWarning[] {
  return compiled.flatMap(({ policy, statement }) =>
    statement.warning === undefined
      ? []
      : [{ policyId: policy.id, code: "policy_warning", message: statement.warning }],
  );
}

/** What statements oblige to. */
export function obligationsOf(compiled: readonly CompiledStatement[]): PolicyObligation[] {
  return compiled.flatMap(({ policy, statement }) =>
    statement.obligation === undefined ? [] : [{ policyId: policy.id, obligation: statement.obligation }],
  );
}

/** The changes of all statements that transform, one after the other. */
export const patchOf = (compiled: readonly CompiledStatement[]): PatchOperation[] =>
  compiled.flatMap((one) => (outcomeOf(one) === "transform" ? [...(one.statement.transform ?? [])] : []));
