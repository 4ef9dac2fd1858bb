import type { AppRoute, AppRouter, ServerInferRequest, ServerInferResponses } from "@ts-rest/core";
import type { Scope } from "@assay/contract/platform/scopes";
import type { Request } from "express";
import type { Tx } from "../../db/transaction.ts";

/** Who calls: the API key of the request. */
export interface Caller {
  workspaceId: string;
  apiKeyId: string;
  scopes: ReadonlySet<Scope>;
  /** The only projects (UUIDs) the key may reach; null: all of the workspace. */
  projects: readonly string[] | null;
  /** The reviewer (UUID) as whom the key acts; null: none. */
  reviewerId: string | null;
}

/** An answer of a handler before it is written. */
export interface Answer {
  status: number;
  body: unknown;
}

/** What a handler knows of the request besides its checked parts. */
export interface Call {
  caller: Caller;
  /** The raw request: for streamed bodies only. */
  request: Request;
  /** The text of the body, of a route that reads it itself; undefined when it is no UTF-8. */
  text: () => string | undefined;
  /** Sets a header of the answer. */
  setHeader: (name: string, value: string) => void;
  /** Aborts when the client goes away. */
  signal: AbortSignal;
  /** Aborts when the client goes away, or this process ends: for what only waits for something to happen. */
  waitSignal: AbortSignal;
  /** Whether the key may do this still: for what goes on long after it was let in. */
  recheck: () => Promise<boolean>;
  /**
   * Runs a write in one transaction together with the idempotency record of its answer.
   * With an `Idempotency-Key` seen before, the first answer comes back and `work` does not run.
   *
   * @param bodyHash of a streamed body; a parsed one is hashed already.
   */
  commit: <A extends Answer>(work: (tx: Tx) => Promise<A>, bodyHash?: Buffer) => Promise<A>;
}

/** One route's implementation: takes what the contract promises, gives what it allows. */
export type Handler<R extends AppRoute> = (
  input: ServerInferRequest<R>,
  call: Call,
) => Promise<ServerInferResponses<R>>;

/** The implementations of a router, in its shape. */
export type Handlers<T extends AppRouter> = {
  [K in keyof T]: T[K] extends AppRoute ? Handler<T[K]> : T[K] extends AppRouter ? Handlers<T[K]> : never;
};
