// Finds the decisions of records in a log in memory.
import type { EvidenceEvent } from "../../wire/evidence/evidence-event.ts";
import { decisionIdIn } from "./record-rules.ts";

/** Returns the logged event of the server's decision that a payload names; undefined if not found or erased. */
export function loggedDecisionIn(
  events: readonly EvidenceEvent[],
  payload: Record<string, unknown>,
): EvidenceEvent | undefined {
  const id = decisionIdIn(payload);
  if (id === undefined) return undefined;
  return events.find(
    ({ type, origin, data }) =>
      type === "policy_decision" && origin === "server" && data?.["decisionId"] === id,
  );
}
