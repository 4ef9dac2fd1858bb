import type { Tx } from "../../../platform/db/transaction.ts";

/** What one event reads and writes in the transaction of many. */
export interface Savepoint {
  query: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  undo: () => Promise<void>;
  keep: () => Promise<void>;
}

/** A part of the transaction that can be undone alone; it costs nothing until its first query. */
export function savepointOf(tx: Tx): Savepoint {
  let begun = false;
  const end = async (statement: string): Promise<void> => {
    if (begun) await tx.raw(statement);
  };
  return {
    query: async (work) => {
      if (!begun) await tx.raw("savepoint told_event");
      begun = true;
      return work(tx);
    },
    undo: async () => {
      await end("rollback to savepoint told_event");
      await end("release savepoint told_event");
    },
    keep: () => end("release savepoint told_event"),
  };
}
