import { type Decision, type RuleContext, unchanged } from "../../platform/decision.ts";
import { maxPolicyCost } from "../../domain/policy/policy-cost.ts";
import { type ControlEvent, policyStored } from "../control-evidence.ts";
import type { Policy } from "./policy-responses.ts";
import {
  type CheckedPolicy,
  type PolicyContents,
  policyDigest,
  type PolicyVersion,
  refuseBaseline,
} from "./policy-contents.ts";
import {
  attachedTooCostly,
  noSuchPolicy,
  noSuchPolicyVersion,
  policyConflict,
  tooManyPolicies,
} from "./policy-refusals.ts";
import { policyToWire } from "./policy-wire.ts";

/**
 * The version in force after a version with this status is stored.
 *
 * @param before the version that was in force until then; null if none was.
 */
export function liveVersionAfter(
  { version, status }: { version: number; status: Policy["status"] },
  before: number | null,
): number | null {
  if (status === "active") return version;
  return status === "retired" ? null : before;
}

/** A command that stores a version of a policy. */
export type PolicyCommand =
  | ({ type: "create" | "replace" } & CheckedPolicy)
  | { type: "rollback"; id: string; version: number };

/** The state loaded by the caller, with the policy locked. */
export interface PolicyState {
  /** The latest version; undefined if the policy is unknown. */
  latest: PolicyVersion | undefined;
  /** The version in force; null if none is in force. */
  liveVersion: number | null;
  /** The version that a rollback names; undefined if the version is unknown. */
  earlier: PolicyVersion | undefined;
  /** Number of policies in the workspace; read for `create` only. */
  policyCount: number;
}

/** The id of the policy of a command. */
export const policyIdOf = (command: PolicyCommand): string =>
  command.type === "rollback" ? command.id : command.contents.id;

/** The outcome of a policy command, with the latest version after it. */
export type PolicyDecision = Decision<Policy, ControlEvent, never> & { record: Policy };

/**
 * Decides which version of a policy is stored. `insert` means that the caller stores this version and its
 * version in force. If the contents equal those of the latest version, nothing changes.
 *
 * @throws {ApiError} 403 for the baseline; 404 for an unknown policy; 409 if the id exists with other
 *   contents, or if the limit of policies is reached; 422 for a rollback to an unknown version.
 */
export function decidePolicy(
  { latest, liveVersion, earlier, policyCount }: PolicyState,
  command: PolicyCommand,
  context: RuleContext,
): PolicyDecision {
  const id = policyIdOf(command);
  refuseBaseline(id);
  if (command.type === "create" && !latest) {
    if (policyCount >= context.limits.policiesPerWorkspace)
      throw tooManyPolicies(context.limits.policiesPerWorkspace);
    return storeVersion({ version: 0, liveVersion: null }, command, context);
  }
  if (!latest) throw noSuchPolicy(id);
  const present = { version: latest.version, liveVersion };
  if (command.type === "rollback") {
    if (!earlier) throw noSuchPolicyVersion(id, command.version);
    if (earlier.version === latest.version) return unchangedPolicy(latest, liveVersion);
    return storeVersion(present, { contents: contentsOf(earlier), validated: earlier.validated }, context);
  }
  if (latest.digest === policyDigest(command.contents)) return unchangedPolicy(latest, liveVersion);
  if (command.type === "create") throw policyConflict(id);
  return storeVersion(present, command, context);
}

function unchangedPolicy(latest: PolicyVersion, liveVersion: number | null): PolicyDecision {
  const record = policyToWire(latest, liveVersion);
  return { ...unchanged(record), record };
}

function storeVersion(
  before: { version: number; liveVersion: number | null },
  { contents, validated }: CheckedPolicy,
  { now, actor }: RuleContext,
): PolicyDecision {
  const version = before.version + 1;
  const stored = {
    ...contents,
    version,
    digest: policyDigest(contents),
    validated,
    createdAt: now,
    createdBy: actor,
  };
  const record = policyToWire(
    stored,
    liveVersionAfter({ version, status: contents.status }, before.liveVersion),
  );
  return { record, changes: [{ op: "insert", record }], evidence: [policyStored(record)], events: [] };
}

const contentsOf = ({
  id,
  name,
  description,
  language,
  text,
  mode,
  status,
  outcome,
  code,
  severity,
  tests,
}: PolicyVersion): PolicyContents => ({
  id,
  name,
  description,
  language,
  text,
  mode,
  status,
  outcome,
  code,
  severity,
  tests,
});

/**
 * Refuses to attach policies that cost too much together.
 *
 * @param usualCost the cost of a text for values of 1,024 characters.
 * @throws {ApiError} 400.
 */
export function refuseCostlySet(
  policies: readonly Pick<Policy, "text">[],
  usualCost: (text: string) => number,
): void {
  const steps = policies.reduce((sum, { text }) => sum + usualCost(text), 0);
  if (steps > maxPolicyCost) throw attachedTooCostly(steps);
}
