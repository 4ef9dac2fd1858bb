import { type BaselinePolicy, baselinePolicies } from "../../domain/policy/baseline/baseline.ts";
import { type CursorPages, cursorPages } from "../../platform/paging/cursor-pages.ts";
import type { Policy } from "./policy-responses.ts";
import { noSuchPolicy } from "./policy-refusals.ts";
import { type PolicyContents, policyDigest, type PolicyVersion } from "./policy-contents.ts";

/** A version of a policy, as in responses. @param liveVersion the version in force, or null. */
export const policyToWire = (
  { createdAt, createdBy, ...version }: PolicyVersion,
  liveVersion: number | null,
): Policy => ({ ...version, baseline: false, liveVersion, createdAt, createdBy });

function baselineContents({ version: _version, tests, ...policy }: BaselinePolicy): PolicyContents {
  return {
    ...policy,
    language: "cedar",
    mode: "enforce",
    status: "active",
    // Safe: the cases are valid by the contract's schema. A copy protects them from changes.
    tests: structuredClone(tests) as Policy["tests"],
  };
}

function baselineToWire(policy: BaselinePolicy): Policy {
  const contents = baselineContents(policy);
  return {
    ...contents,
    version: policy.version,
    digest: policyDigest(contents),
    baseline: true,
    liveVersion: policy.version,
    createdAt: null,
    createdBy: null,
    validated: "strict",
  };
}

/** The baseline, as in responses. */
export const baselineOutcomes: readonly Policy[] = baselinePolicies.map(baselineToWire);

/** A baseline policy, as in responses; undefined for any other id. */
export const baselineOutcomeOf = (id: string): Policy | undefined =>
  baselineOutcomes.find((policy) => policy.id === id);

/**
 * A version of a baseline policy; undefined for any other id. @throws {ApiError} 404 for an unknown version.
 */
export function baselineVersionOf(id: string, version: number | undefined): Policy | undefined {
  const baseline = baselineOutcomeOf(id);
  if (baseline && version !== undefined && version !== baseline.version) throw noSuchPolicy(id, version);
  return baseline;
}

/** A policy without its text and its tests. */
export function summaryOf({ text: _text, tests: _tests, validated: _validated, ...summary }: Policy) {
  return summary;
}

/** The pages of the versions of a policy. */
export const policyVersionPages = (
  id: string,
  query: { limit?: number | undefined; cursor?: string | undefined },
): CursorPages =>
  cursorPages({ list: `policies.versions:${id}`, filter: {} }, query, { parts: ["integer"], limit: 20 });
