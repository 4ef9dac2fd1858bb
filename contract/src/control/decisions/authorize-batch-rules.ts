// Decides which items of a batch are evaluated; shared by server and mock.
import { fieldErrors, validationFailed } from "../../platform/validation/validation.ts";
import type { FieldError } from "../../platform/errors.ts";
import { engineReason } from "../cedar/policy-verdict.ts";
import type { KeyAgent } from "../../workspace/key-agent.ts";
import { type AuthorizationRequest, callOfBody } from "./authorize-call.ts";
import { authorizeBody } from "./authorize-input.ts";
import { bodyIssues } from "./caller-identity.ts";
import type { decisionToWire } from "./policy-decision.ts";
import { UnstorableItem } from "../../wire/json/json-text.ts";

type DecisionResponse = ReturnType<typeof decisionToWire>;

/** An item of a batch: the call of a valid item, or the response to an invalid one. */
export type BatchItem = { call: AuthorizationRequest } | { refused: ReturnType<typeof refusedItem> };

/** The response to an invalid item. The item is denied, and it is neither logged nor counted. */
function refusedItem(faults: readonly FieldError[]) {
  const { code, message: detail, errors } = validationFailed(faults);
  return {
    decision: false as const,
    outcome: "deny" as const,
    error: { code, detail, errors: [...errors] },
    reasons: [engineReason("request_invalid", detail)],
    decisionId: null,
    evidence: null,
  };
}

/**
 * Validates each item of a batch separately.
 *
 * @returns one item for each request, in the same order. Paths of faults start with `/requests/<index>`.
 * @throws {ApiError} 403 `agent_mismatch` if a request names an agent other than that of a bound API key.
 */
export const batchItemsOf = (requests: readonly unknown[], keyAgent: KeyAgent): BatchItem[] =>
  requests.map((request, index) => {
    if (request instanceof UnstorableItem) return { refused: refusedItem([request.fault]) };
    const path = ["requests", index];
    const parsed = authorizeBody.safeParse(request);
    const issues = parsed.success
      ? bodyIssues(parsed.data, keyAgent, path)
      : parsed.error.issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] }));
    return parsed.success && issues.length === 0
      ? { call: callOfBody(parsed.data, keyAgent) }
      : {
          refused: refusedItem(fieldErrors(issues, { input: { requests }, where: "body", isPrivate: true })),
        };
  });

/**
 * Refuses each item whose call has faults.
 *
 * @param faultsOf returns the faults of a call, with JSON Pointers into the call.
 */
export const withoutFaulty = (
  items: readonly BatchItem[],
  faultsOf: (call: AuthorizationRequest, index: number) => readonly FieldError[],
): BatchItem[] =>
  items.map((item, index) => {
    const faults = "call" in item ? faultsOf(item.call, index) : [];
    if (faults.length === 0) return item;
    return { refused: refusedItem(faults.map((one) => ({ ...one, path: `/requests/${index}${one.path}` }))) };
  });

/** The calls of a batch in the order of its items; null for an invalid item. */
export const batchCalls = (items: readonly BatchItem[]): (AuthorizationRequest | null)[] =>
  items.map((item) => ("call" in item ? item.call : null));

/** The response to a batch. @param answers decisions on the valid items, in order. */
export function batchToWire(items: readonly BatchItem[], answers: readonly DecisionResponse[]) {
  const left = answers[Symbol.iterator]();
  const decisions = items.map((item) => {
    if ("refused" in item) return item.refused;
    const { value } = left.next();
    if (!value) throw new Error("A decision of the batch is missing.");
    return value;
  });
  return { decisions };
}
