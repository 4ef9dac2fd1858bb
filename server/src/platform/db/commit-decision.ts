import type { Decision } from "@assay/contract/platform/decision";

/**
 * Functions that store the parts of a decision about one kind of record, in the transaction that locked the
 * record's state.
 */
export interface DecisionWriters<R, V, E> {
  insert: (record: R) => Promise<void>;
  update: (id: string, set: Partial<R>) => Promise<void>;
  delete: (id: string) => Promise<void>;
  /** Appends an event to the evidence log. */
  append: (evidence: V) => Promise<void>;
  /** Stores a webhook event in the outbox. */
  emit: (event: E) => Promise<void>;
}

/**
 * Stores all parts of a decision: first its changes, then its evidence, then its events. The entries of a
 * part are stored in their order. Only this function reads `decision.changes`, so no change can be stored
 * without its evidence and events.
 */
export async function commitDecision<R, V, E>(
  { changes, evidence, events }: Decision<R, V, E>,
  writers: DecisionWriters<R, V, E>,
): Promise<void> {
  for (const change of changes) {
    if (change.op === "insert") await writers.insert(change.record);
    else if (change.op === "update") await writers.update(change.id, change.set);
    else await writers.delete(change.id);
  }
  for (const entry of evidence) await writers.append(entry);
  for (const event of events) await writers.emit(event);
}

/** The `emit` function for records that emit no events. */
export const emitsNothing = async (_event: never): Promise<void> => {};

/** The `append` function for records that append no evidence. */
export const appendsNothing = async (_evidence: never): Promise<void> => {};

/**
 * The function for a kind of change that a decision about the record never contains; it always throws an
 * error.
 */
export async function neverChanges(id: string): Promise<void> {
  throw new Error(`The decision contains a kind of change of ${id} that its record does not support.`);
}
