import type { Knex } from "knex";

/** An event for the operator that occurs in the background, outside of any call. */
export interface DatabaseNotice {
  readonly level: "info" | "warn" | "error";
  readonly message: string;
  readonly error?: unknown;
}

export type OnNotice = (notice: DatabaseNotice) => void;

/** A Postgres database, either embedded or on a server. Driver and SQL dialect are the same for both. */
export interface Database {
  /**
   * Runs queries outside of transactions. A bigint is read as a number if that is exact, otherwise as its
   * digits; a `date` is read as `YYYY-MM-DD`, and a `timestamptz` as a Date. Every connection uses UTC.
   */
  readonly knex: Knex;
  /** The pools of connections, for metrics. `knex` chooses between them. */
  readonly pools: readonly { readonly name: "main" | "priority"; readonly knex: Knex }[];
  readonly engine: "embedded" | "postgres";
  /** Whether `COPY … FROM STDIN` can be used. This statement crashes the embedded backend. */
  readonly canCopy: boolean;
  /**
   * Whether the connections lead to a transaction pooler, which keeps neither settings nor prepared statements of a
   * connection.
   */
  readonly pooled: boolean;
  /** URL of the server, which may contain a password; null for the embedded database. */
  readonly url: string | null;
  /**
   * Calls `onPayload` with each payload that any process sends to a channel. Returns a function that
   * unsubscribes. A notification is only a hint: notifications sent during a reconnect are lost, so callers
   * must also poll.
   */
  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>>;
  /** Notifies a channel when the transaction commits. The payload is limited to 7,999 bytes. */
  notify(tx: Knex, channel: string, payload: string): Promise<void>;
  /** Whether the database responds and accepts writes. */
  isHealthy(): Promise<boolean>;
  /** Waits for running queries, and then closes every connection and the embedded database. */
  close(): Promise<void>;
}
