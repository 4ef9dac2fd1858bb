import type { Decision } from "@assay/contract/platform/decision";

/** The targets to which the parts of a decision are written: a table, the evidence log and the outbox. */
export interface DecisionTargets<R, V, E> {
  table: {
    get(id: string): R | undefined;
    set(id: string, record: R): unknown;
    delete(id: string): unknown;
  };
  /** Appends to the evidence log. */
  append: (evidence: V) => void;
  /** Emits a webhook event. */
  emit: (event: E) => void;
}

/** Stores a whole decision. Only this function reads `decision.changes`. @returns the resulting record. */
export function applyDecision<R extends { id: string }, V, E>(
  { record, changes, evidence, events }: Decision<R, V, E>,
  { table, append, emit }: DecisionTargets<R, V, E>,
): R | undefined {
  for (const change of changes) {
    if (change.op === "insert") table.set(change.record.id, change.record);
    else if (change.op === "delete") table.delete(change.id);
    else {
      const present = table.get(change.id);
      if (present) table.set(change.id, { ...present, ...change.set });
    }
  }
  for (const entry of evidence) append(entry);
  for (const event of events) emit(event);
  return record;
}

/** Stores a decision that appends no evidence and emits no events. */
export const storeDecision = <R extends { id: string }>(
  decision: Decision<R, never, never>,
  table: DecisionTargets<R, never, never>["table"],
): R | undefined => applyDecision(decision, { table, append: emitsNothing, emit: emitsNothing });

/** A target for decisions without events; the parameter's type excludes every event. */
export const emitsNothing = (_event: never): void => {};
