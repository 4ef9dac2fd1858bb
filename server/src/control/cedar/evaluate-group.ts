import type { StatefulAuthorizationCall } from "@cedar-policy/cedar-wasm/nodejs";
import type { Cedar } from "./cedar-wasm.ts";
import type { CompiledGroup, CompiledStatement } from "./sets/compile-set.ts";

/** A statement that could not be evaluated. */
export interface FailedStatement extends CompiledStatement {
  message: string;
}

/** What the engine says of a request. */
export interface GroupOutcome {
  /** The statements that determined its decision, in the order of the policies: forbids, and only without them permits. */
  satisfied: readonly CompiledStatement[];
  /** Statements that it skipped over an error; a forbid among them would have been no forbid. */
  failed: readonly FailedStatement[];
  /** What it has against the request as a whole; null: nothing. */
  refused: string | null;
}

/**
 * Asks the engine.
 *
 * @param question what is asked of this group: `cedarRequest`.
 * @throws {unknown} whatever the engine throws when it breaks.
 */
export function evaluateGroup(
  cedar: Cedar,
  group: CompiledGroup,
  question: StatefulAuthorizationCall,
): GroupOutcome {
  const answer = cedar.statefulIsAuthorized(question);
  if (answer.type === "failure") {
    return { satisfied: [], failed: [], refused: answer.errors[0]?.message ?? "no reason given" };
  }
  const { reason, errors } = answer.response.diagnostics;
  const reasons = new Set(reason);
  const faults = new Map(errors.map(({ policyId, error }) => [policyId, error.message]));
  const satisfied: CompiledStatement[] = [];
  const failed: FailedStatement[] = [];
  for (const [id, compiled] of group.statements) {
    if (reasons.has(id)) satisfied.push(compiled);
    const message = faults.get(id);
    if (message !== undefined) failed.push({ ...compiled, message });
  }
  return { satisfied, failed, refused: null };
}
