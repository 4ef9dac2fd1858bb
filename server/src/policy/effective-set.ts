import { createHash } from "node:crypto";
import { type BaselinePolicy, baselinePolicies, type PolicyOutcome } from "@assay/contract/domain";
import { canonicalize } from "@assay/contract/wire";

/** A policy as it takes part in decisions. */
export interface EffectivePolicy {
  id: string;
  version: number;
  /** SHA-256 of its contents, lower-case hexadecimal. */
  digest: string;
  name: string;
  text: string;
  mode: "enforce" | "shadow";
  /** What its forbids come out as; null: it only permits. */
  outcome: Exclude<PolicyOutcome, "allow"> | null;
  /** What its forbids give as their code; null: `policy_forbids`. */
  code: string | null;
}

/** The policies that one subject is under: immutable, and compiled once for all sets with the same digest. */
export interface EffectiveSet {
  policies: readonly EffectivePolicy[];
  /** Attached ids that no policy of the workspace has. */
  unresolved: readonly string[];
  /** SHA-256 of the RFC 8785 form of ids, versions and digests, and of what is unresolved; lower-case hexadecimal. */
  digest: string;
}

const sha256 = (value: unknown): string => createHash("sha256").update(canonicalize(value)).digest("hex");

function effectiveBaseline({ tests: _tests, ...policy }: BaselinePolicy): EffectivePolicy {
  return { ...policy, digest: sha256(policy), mode: "enforce" };
}

/** The baseline as it takes part in decisions. */
export const effectiveBaselinePolicies: readonly EffectivePolicy[] = baselinePolicies.map(effectiveBaseline);

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
  return {
    policies: all,
    unresolved: [...unresolved],
    digest: sha256({ policies: named, unresolved }),
  };
}

/** The set of an agent to which nothing is attached. */
export const baselineSet: EffectiveSet = effectiveSet([], { baseline: true });
