import type { Decision } from "@assay/contract/platform/decision";

/** Where the parts of a decision go in the mock. */
export interface DecisionTargets<R, V, E> {
  table: {
    get(id: string): R | undefined;
    set(id: string, record: R): unknown;
    delete(id: string): unknown;
  };
  /** Appends to the evidence log. */
  append: (evidence: V) => void;
  /** Queues a webhook event. */
  emit: (event: E) => void;
}

/**
 * Stores a decision whole, in one go. Nothing else in the mock reads `decision.changes`.
 *
 * @returns the record after the command.
 */
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

/** The target of events of records that emit none. */
export const emitsNothing = (_event: never): void => {};

/** The target of evidence of records that append none. */
export const appendsNothing = (_evidence: never): void => {};
