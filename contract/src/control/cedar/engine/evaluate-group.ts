import type { StatefulAuthorizationCall } from "@cedar-policy/cedar-wasm/nodejs";
import type { Cedar } from "./cedar-instance.ts";
import type { CompiledGroup } from "../sets/compile-set.ts";
import type { CompiledStatement } from "../sets/group-reads.ts";
import type { UnrepresentableValue } from "../request/unrepresentable.ts";

/** A statement that could not be evaluated. */
export interface FailedStatement extends CompiledStatement {
  message: string;
}

/** The engine's outcome for a request. */
export interface GroupOutcome {
  /**
   * The statements that determined the decision, in the order of the policies. They are the forbids that
   * apply, or the permits if no forbid applies.
   */
  satisfied: readonly CompiledStatement[];
  /** Statements that the engine skipped because of an error. */
  failed: readonly FailedStatement[];
  /** The engine's error for the request as a whole; null if it has none. */
  refused: string | null;
  /**
   * Values that the statements read but Cedar cannot represent. If there are any, nothing was evaluated.
   */
  unrepresentable: readonly UnrepresentableValue[];
}

/** An outcome. `key` is its cache key if the outcome is not cached yet. */
export interface CachedOutcome {
  outcome: GroupOutcome;
  key?: string | undefined;
}

/** The result of evaluating a compiled set. */
export interface Evaluation {
  outcome: GroupOutcome;
  /** The outcome of the permits alone; null if `outcome` already shows whether a statement permits. */
  permits: GroupOutcome | null;
  elapsedMs: number;
}

/** The outcome for a request with values that Cedar cannot represent. */
export const notEvaluated = (unrepresentable: readonly UnrepresentableValue[]): GroupOutcome => ({
  satisfied: [],
  failed: [],
  refused: null,
  unrepresentable,
});

/**
 * Evaluates a group of statements.
 *
 * @param call the request for this group, built by `cedarRequest`.
 * @throws {unknown} if the engine crashes.
 */
export function evaluateGroup(
  cedar: Cedar,
  group: CompiledGroup,
  call: StatefulAuthorizationCall,
): GroupOutcome {
  const result = cedar.statefulIsAuthorized(call);
  if (result.type === "failure") {
    return { ...notEvaluated([]), refused: result.errors[0]?.message ?? "no reason given" };
  }
  const { reason, errors } = result.response.diagnostics;
  const reasons = new Set(reason);
  const faults = new Map(errors.map(({ policyId, error }) => [policyId, error.message]));
  const satisfied: CompiledStatement[] = [];
  const failed: FailedStatement[] = [];
  for (const [id, compiled] of group.statements) {
    if (reasons.has(id)) satisfied.push(compiled);
    const message = faults.get(id);
    if (message !== undefined) failed.push({ ...compiled, message });
  }
  return { satisfied, failed, refused: null, unrepresentable: [] };
}
