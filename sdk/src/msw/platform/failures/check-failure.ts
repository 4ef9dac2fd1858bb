import { problemCodes, type ProblemCode } from "@assay/contract/platform/errors";
import { checkNames } from "./check-names.ts";
import type { MockFailure } from "./mock-failure.ts";

// The Record type requires an entry for every member.
const members: Record<keyof MockFailure, true> = {
  status: true,
  code: true,
  detail: true,
  retryAfter: true,
  networkError: true,
  delayMs: true,
  afterEffect: true,
  times: true,
};

/**
 * Refuses a failure that has no effect or whose members contradict each other, because a test with such a
 * failure could pass without testing anything.
 *
 * @throws {TypeError}
 */
export function checkFailure(failure: MockFailure): void {
  const { status, code, retryAfter, networkError, delayMs, times = 1 } = failure;
  checkNames("A failure", failure, members);
  if (status === undefined && !networkError && delayMs === undefined)
    throw new TypeError("The failure is empty; it must have a status, networkError or delayMs.");
  if (status !== undefined && networkError)
    throw new TypeError(`Use either status (${status}) or networkError, not both.`);
  checkStatus(status);
  if (code !== undefined) codeOf(status, code);
  checkRetryAfter(retryAfter);
  if (!(times >= 1)) throw new TypeError(`times is ${times}; it must be at least 1.`);
  if (delayMs !== undefined && !(delayMs >= 0))
    throw new TypeError(`delayMs is ${delayMs}; it must be at least 0.`);
}

function checkStatus(status: number | undefined): void {
  if (status === undefined) return;
  // Other statuses cannot be a final response; 1xx responses are interim.
  if (!(Number.isInteger(status) && status >= 200 && status <= 599))
    throw new TypeError(`status is ${status}; it must be an integer from 200 to 599.`);
}

function checkRetryAfter(retryAfter: number | Date | undefined): void {
  if (retryAfter === undefined) return;
  const sound =
    retryAfter instanceof Date
      ? !Number.isNaN(retryAfter.getTime())
      : Number.isSafeInteger(retryAfter) && retryAfter >= 0;
  if (!sound)
    throw new TypeError(`retryAfter is ${String(retryAfter)}; it must be whole seconds from 0, or a date.`);
}

/**
 * Returns the code of a problem document; undefined if the API has no problem with this status.
 *
 * @throws {TypeError} if no problem with this status has the wanted code.
 */
export function codeOf(status: number | undefined, wanted: string | undefined): ProblemCode | undefined {
  // Object.keys returns the table's own keys.
  const codes = (Object.keys(problemCodes) as ProblemCode[]).filter(
    (code) => problemCodes[code].status === status,
  );
  if (wanted === undefined) return codes[0];
  const found = codes.find((code) => code === wanted);
  if (found) return found;
  throw new TypeError(
    status === undefined
      ? `status is required: the code "${wanted}" needs one.`
      : `code is "${wanted}"; with status ${status} it must be one of ${codes.join(", ") || "none"}.`,
  );
}
