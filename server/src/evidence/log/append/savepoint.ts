import type { Tx } from "../../../platform/db/transaction.ts";

/** Isolates the reads and writes of one event in the transaction of a batch. */
export interface Savepoint {
  query: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  rollBack: () => Promise<void>;
  release: () => Promise<void>;
}

/**
 * Returns a savepoint for one event. The savepoint is created in the database when `query` is first called.
 */
export function savepointOf(tx: Tx): Savepoint {
  let isCreated = false;
  const run = async (statement: string): Promise<void> => {
    if (isCreated) await tx.raw(statement);
  };
  return {
    query: async (work) => {
      if (!isCreated) await tx.raw("savepoint appended_event");
      isCreated = true;
      return work(tx);
    },
    rollBack: async () => {
      await run("rollback to savepoint appended_event");
      await run("release savepoint appended_event");
    },
    release: () => run("release savepoint appended_event"),
  };
}
