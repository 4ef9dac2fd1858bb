import type { IdKind } from "./ids.ts";
import type { limits } from "./limits.ts";

/** One change of a stored record. */
export type Change<R> =
  | { op: "insert"; record: R }
  | { op: "update"; id: string; set: Partial<R> }
  | { op: "delete"; id: string };

/**
 * The outcome of a command: what to store, what to append to the evidence log (`V`) and which webhook events to emit (`E`).
 * A command without effect has empty lists. The parts belong together: a caller stores all of them or none.
 */
export interface Decision<R, V, E> {
  /** The record after the command; undefined when it no longer exists. */
  record: R | undefined;
  changes: readonly Change<R>[];
  evidence: readonly V[];
  events: readonly E[];
}

/** What a rule needs besides the state: it has no clock, no random source and no configuration of its own. */
export interface RuleContext {
  /** Milliseconds since 1970. */
  now: number;
  /** Id of the API key of the caller. */
  actor: string;
  newId: (kind: IdKind) => string;
  limits: typeof limits;
}

/** The decision that leaves a record unchanged. */
export const unchanged = <R>(record: R): Decision<R, never, never> => ({
  record,
  changes: [],
  evidence: [],
  events: [],
});
