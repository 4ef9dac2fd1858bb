import { instant } from "../../domain/values/instants.ts";
import type { RemoteCall, RemoteEvaluatorResponse } from "./remote-evaluator.ts";

/** Maximum size of the body of a response to an outgoing call (bytes). */
export const maxResponseBytes = 1024 * 1024;

/** Returns the result of an outgoing call without a usable response. @param passing whether a retry may succeed. */
export const failedCall = (reason: string, passing: boolean): RemoteEvaluatorResponse => ({
  status: null,
  reason,
  passing,
});

/** Returns the result of a call without a response within its time limit. */
export const overdueCall = ({ timeoutMs }: Pick<RemoteCall, "timeoutMs">): RemoteEvaluatorResponse =>
  failedCall(
    `did not respond within ${timeoutMs === 1000 ? "1 second" : `${timeoutMs / 1000} seconds`}`,
    true,
  );

/** Returns the result of a call whose response is larger than {@link maxResponseBytes}. */
export const oversizedResponse = (status: number): RemoteEvaluatorResponse =>
  failedCall(`returned status ${status} with more than ${maxResponseBytes} bytes`, false);

/**
 * Returns the reason of samples that are errored because their endpoint was not called any more.
 *
 * @param since time since which its calls have failed (milliseconds since 1970).
 */
export const unansweredSince = (origin: string, since: number): string =>
  `The endpoint ${origin} has not answered since ${instant(since)}.`;

/** Returns the result of a call that could not be made. @param cause a phrase without a final period. */
export const uncallable = (cause: string, passing = true): RemoteEvaluatorResponse =>
  failedCall(`could not be called: ${cause}`, passing);
