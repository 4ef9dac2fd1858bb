import type { Knex } from "knex";

/** Something an operator should know that no call can answer with: it happened in the background. */
export interface DatabaseNotice {
  readonly level: "info" | "warn" | "error";
  readonly message: string;
  readonly error?: unknown;
}

export type OnNotice = (notice: DatabaseNotice) => void;

/** One Postgres, embedded in this process or a server of its own; the same driver and dialect either way. */
export interface Database {
  /**
   * Queries outside a transaction. A bigint arrives as a number when that holds it exactly, else as its digits;
   * `date` as `YYYY-MM-DD`; `timestamptz` as a Date. Every connection is set to UTC.
   */
  readonly knex: Knex;
  readonly engine: "embedded" | "postgres";
  /** Whether `COPY … FROM STDIN` works: it ends the embedded backend. */
  readonly canCopy: boolean;
  /** The server's address; null when embedded. It may hold a password. */
  readonly url: string | null;
  /**
   * Calls back with each payload that is notified on a channel, from this process or another; gives what ends that.
   * A notification is a hint: those sent while the connection is being mended are lost, so poll as well.
   */
  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>>;
  /** Notifies a channel when the transaction commits; a payload has at most 7,999 bytes. */
  notify(tx: Knex, channel: string, payload: string): Promise<void>;
  /** Whether queries are answered and writes taken now, as far as is known. */
  isHealthy(): Promise<boolean>;
  /** Finishes what runs, then closes every connection and, embedded, the database itself. */
  close(): Promise<void>;
}
