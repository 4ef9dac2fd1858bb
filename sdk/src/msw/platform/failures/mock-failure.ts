import type { Problem } from "../../../generated/types.ts";

/** What goes wrong in place of an answer, or before it. */
export interface MockFailure {
  /**
   * Answer with this status, 200 to 599: as a problem document where the API has a problem of it, else as a gateway in front of the
   * API would, in plain text.
   */
  status?: number | undefined;
  /** Of the problem document, where a status has several; default the first of its status. */
  code?: Problem["code"] | undefined;
  /** Of the problem document. */
  detail?: string | undefined;
  /** What the answer asks the caller to wait for: whole seconds, or the date on which to come again. */
  retryAfter?: number | Date | undefined;
  /** Break the connection; not together with a status. */
  networkError?: boolean | undefined;
  /** Milliseconds (real ones) before the failure; alone, the answer is only late. Infinity: no answer ever comes. */
  delayMs?: number | undefined;
  /** Fail only once the request has taken effect, so that its answer is what is lost; default false. */
  afterEffect?: boolean | undefined;
  /** How many requests of the operation fail, 1 or more; default 1; Infinity: all. */
  times?: number | undefined;
}
