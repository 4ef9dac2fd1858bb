import type { Decision } from "@assay/contract/platform/decision";

/** Stores the parts of a decision about one kind of record, in the transaction that locked its state. */
export interface DecisionWriters<R, V, E> {
  insert: (record: R) => Promise<void>;
  update: (id: string, set: Partial<R>) => Promise<void>;
  delete: (id: string) => Promise<void>;
  /** Appends to the evidence log. */
  append: (evidence: V) => Promise<void>;
  /** Stores a webhook event in the outbox. */
  emit: (event: E) => Promise<void>;
}

/**
 * Stores a decision completely: its changes, then its evidence, then its events, each in order. Only this
 * function reads `decision.changes`, so no change is stored without its evidence and events.
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

/** Event writer for records that emit no events. */
export const emitsNothing = async (_event: never): Promise<void> => {};

/** Evidence writer for records that append no evidence. */
export const appendsNothing = async (_evidence: never): Promise<void> => {};

/** Writer for kinds of change that decisions about the record never contain. */
export async function neverChanges(id: string): Promise<void> {
  throw new Error(`A decision changes ${id} in a way that its record never is.`);
}
