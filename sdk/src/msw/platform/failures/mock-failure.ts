import type { Problem } from "../../../generated/types.ts";

/** A failure that replaces or delays a response. */
export interface MockFailure {
  /**
   * Response status, 200 to 599: as a problem document if the API has a problem with this status, otherwise
   * as plain text, like a gateway.
   */
  status?: number | undefined;
  /** Code of the problem document, if its status has several; default: the first one. */
  code?: Problem["code"] | undefined;
  /** Detail of the problem document. */
  detail?: string | undefined;
  /** The Retry-After header: whole seconds, or a date. */
  retryAfter?: number | Date | undefined;
  /** Break the connection; cannot be combined with a status. */
  networkError?: boolean | undefined;
  /** Real milliseconds before the failure; alone, the response is only late. Infinity: no response. */
  delayMs?: number | undefined;
  /** Fail after the request has taken effect, so that only its response is lost; default false. */
  afterEffect?: boolean | undefined;
  /** Number of failing requests of the operation, 1 or more; default 1; Infinity: all. */
  times?: number | undefined;
}
