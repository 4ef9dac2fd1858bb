import type { Decision } from "@assay/contract/platform/decision";

/** How the parts of a decision about one kind of record are stored, in the transaction in which its state was locked. */
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
 * Stores a decision whole: its changes, then what it appends to the evidence log, then its events, each in order. Nothing
 * else in the server reads `decision.changes`, so that no change is stored without its evidence and events.
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

/** The writer of events of records that emit none. */
export const emitsNothing = async (_event: never): Promise<void> => {};

/** The writer of evidence of records that append none. */
export const appendsNothing = async (_evidence: never): Promise<void> => {};

/** The writer of a kind of change that no decision about the record has. */
export async function neverChanges(id: string): Promise<void> {
  throw new Error(`A decision changes ${id} in a way that its record never is.`);
}
