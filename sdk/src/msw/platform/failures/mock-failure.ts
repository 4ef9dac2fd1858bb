import type { Problem } from "../../../generated/types.ts";

/** A failure that replaces or delays a response. */
export interface MockFailure {
  /**
   * Response status, 200 to 599. The response is a problem document if the API defines a problem with this
   * status; otherwise, it is plain text, like a gateway's response.
   */
  status?: number | undefined;
  /** The problem document's code; default: the first code that the API defines for the status. */
  code?: Problem["code"] | undefined;
  /** The problem document's detail. */
  detail?: string | undefined;
  /** The Retry-After header, in whole seconds or as a date. */
  retryAfter?: number | Date | undefined;
  /** Whether to break the connection; cannot be combined with a status. */
  networkError?: boolean | undefined;
  /**
   * Delay before the failure (real milliseconds). Without another failure, the delay only delays the
   * response; Infinity prevents the response.
   */
  delayMs?: number | undefined;
  /** Whether to fail after the request has taken effect, so that only the response is lost; default false. */
  afterEffect?: boolean | undefined;
  /** How many requests to the operation fail (1 or more); default 1; Infinity for all. */
  times?: number | undefined;
}
