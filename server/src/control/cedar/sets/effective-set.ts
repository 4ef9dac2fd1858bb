import { createHash } from "node:crypto";
import { baselineAnswers } from "@assay/contract/control/policies/policy-wire";
import type { Policy } from "@assay/contract/control/policies/policy-answers";
import { canonicalize } from "@assay/contract/wire";

/** A policy as it takes part in decisions. */
export type EffectivePolicy = Pick<
  Policy,
  "id" | "version" | "digest" | "name" | "text" | "mode" | "outcome" | "code"
>;

/** The policies that one subject is under: immutable, and compiled once for all sets with the same digest. */
export interface EffectiveSet {
  policies: readonly EffectivePolicy[];
  /** Attached ids that no policy of the workspace has. */
  unresolved: readonly string[];
  /** SHA-256 of the RFC 8785 form of ids, versions and digests, and of what is unresolved; lower-case hexadecimal. */
  digest: string;
}

/** The baseline as it takes part in decisions. */
export const effectiveBaselinePolicies: readonly EffectivePolicy[] = baselineAnswers;

/**
 * Puts policies together that decide together.
 *
 * @param policies those attached, in their order; without the baseline.
 * @param baseline whether the baseline goes before them: for agents it does, for other subjects it does not.
 * @param unresolved ids that no policy has: with one of them everything is denied.
 */
export function effectiveSet(
  policies: readonly EffectivePolicy[],
  { baseline, unresolved = [] }: { baseline: boolean; unresolved?: readonly string[] },
): EffectiveSet {
  const all = baseline ? [...effectiveBaselinePolicies, ...policies] : [...policies];
  const named = all.map(({ id, version, digest, mode }) => ({ id, version, digest, mode }));
  const canonical = canonicalize({ policies: named, unresolved: [...unresolved] });
  return {
    policies: all,
    unresolved: [...unresolved],
    digest: createHash("sha256").update(canonical).digest("hex"),
  };
}

/** The set of an agent to which nothing is attached. */
export const baselineSet: EffectiveSet = effectiveSet([], { baseline: true });
