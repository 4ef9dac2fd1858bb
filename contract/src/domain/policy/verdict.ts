import type { PolicyOutcome } from "./policy-outcomes.ts";

/** A reason for a decision's outcome: one for each policy, or engine rule, that determined it. */
export interface PolicyReason {
  /** Null if an engine rule determined the outcome instead of a policy. */
  policyId: string | null;
  version: number | null;
  outcome: PolicyOutcome;
  code: string;
  message: string;
  remedy?: string;
}

/** A note that did not determine the outcome. */
export interface PolicyWarning {
  policyId: string | null;
  code: string;
  message: string;
}

/** An obligation that the enforcing system must fulfill in addition to the outcome. */
export interface PolicyObligation {
  policyId: string;
  obligation: string;
}

/** An operation of a JSON Patch (RFC 6902) on the arguments. */
export type PatchOperation =
  | { op: "add" | "replace"; path: string; value: unknown }
  | { op: "remove"; path: string };

/** The result of the policies for a request. */
export interface PolicyVerdict {
  outcome: PolicyOutcome;
  /** Never empty; in the order of the policies. */
  reasons: readonly PolicyReason[];
  /** The reasons of policies in shadow mode, which do not affect the outcome. */
  shadow: readonly PolicyReason[];
  warnings: readonly PolicyWarning[];
  obligations: readonly PolicyObligation[];
  /** The change to the arguments; null unless the outcome is `transform`. */
  transform: readonly PatchOperation[] | null;
}
