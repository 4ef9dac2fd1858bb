import type { PolicyOutcome } from "./policy-outcomes.ts";

/** Why a decision came out as it did: one for each policy, or rule of the engine, that determined it. */
export interface PolicyReason {
  /** Null: no policy but a rule of the engine. */
  policyId: string | null;
  version: number | null;
  outcome: PolicyOutcome;
  code: string;
  message: string;
  remedy?: string;
}

/** Something that determined nothing and should be known. */
export interface PolicyWarning {
  policyId: string | null;
  code: string;
  message: string;
}

/** What whoever enforces the decision has to do besides. */
export interface PolicyObligation {
  policyId: string;
  obligation: string;
}

/** An operation of a JSON Patch (RFC 6902) on the arguments. */
export type PatchOperation =
  | { op: "add" | "replace"; path: string; value: unknown }
  | { op: "remove"; path: string };

/** What policies say of a request. */
export interface PolicyVerdict {
  outcome: PolicyOutcome;
  /** Never empty; in the order of the policies. */
  reasons: readonly PolicyReason[];
  /** What policies in shadow mode would have said; it counts for nothing. */
  shadow: readonly PolicyReason[];
  warnings: readonly PolicyWarning[];
  obligations: readonly PolicyObligation[];
  /** What to change in the arguments; null unless the outcome is `transform`. */
  transform: readonly PatchOperation[] | null;
}
