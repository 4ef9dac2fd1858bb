import type { Knex } from "knex";

/** A background event for the operator, outside of any call. */
export interface DatabaseNotice {
  readonly level: "info" | "warn" | "error";
  readonly message: string;
  readonly error?: unknown;
}

export type OnNotice = (notice: DatabaseNotice) => void;

/** A Postgres database, embedded or on a server; driver and dialect are the same. */
export interface Database {
  /**
   * Runs queries outside transactions. A bigint is a number if exact, otherwise its digits; `date` is
   * `YYYY-MM-DD`; `timestamptz` is a Date. Every connection uses UTC.
   */
  readonly knex: Knex;
  readonly engine: "embedded" | "postgres";
  /** Whether `COPY … FROM STDIN` works; it crashes the embedded backend. */
  readonly canCopy: boolean;
  /** The server's address, which may contain a password; null when embedded. */
  readonly url: string | null;
  /**
   * Calls back with each payload notified on a channel, from any process; returns the function that
   * unsubscribes. A notification is a hint: those sent during a reconnect are lost, so poll as well.
   */
  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>>;
  /** Notifies a channel when the transaction commits. The payload is limited to 7,999 bytes. */
  notify(tx: Knex, channel: string, payload: string): Promise<void>;
  /** Whether the database responds and accepts writes. */
  isHealthy(): Promise<boolean>;
  /** Waits for running queries, then closes every connection and the embedded database. */
  close(): Promise<void>;
}
