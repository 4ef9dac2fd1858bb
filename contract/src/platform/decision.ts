import type { IdKind } from "./ids.ts";
import type { limits } from "./limits.ts";

/** One change to a stored record. */
export type Change<R> =
  | { op: "insert"; record: R }
  | { op: "update"; id: string; set: Partial<R> }
  | { op: "delete"; id: string };

/**
 * The outcome of a command: what to store, what to append to the evidence log (`V`) and which webhook events
 * to emit (`E`). A command without effect has empty lists. The caller must store either all parts or none.
 */
export interface Decision<R, V, E> {
  /** The record after the command; undefined if it no longer exists. */
  record: R | undefined;
  changes: readonly Change<R>[];
  evidence: readonly V[];
  events: readonly E[];
}

/**
 * The input of a rule in addition to the state. Rules have no clock, random source or configuration of their
 * own.
 */
export interface RuleContext {
  /** The current time in milliseconds since 1970. */
  now: number;
  /** Id of the caller's API key. */
  actor: string;
  newId: (kind: IdKind) => string;
  limits: typeof limits;
}

/** Returns the decision that leaves a record unchanged. */
export const unchanged = <R>(record: R): Decision<R, never, never> => ({
  record,
  changes: [],
  evidence: [],
  events: [],
});
