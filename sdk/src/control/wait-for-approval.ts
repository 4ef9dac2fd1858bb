import type { RequestOptions } from "../client/options.ts";
import type { WaitTimeout } from "../errors/wait-timeout.ts";
import type { PollOptions, pollUntil } from "../evaluation/wait.ts";
import type { Approval } from "../generated/types.ts";

/** Options of {@link waitForApproval}. */
export interface WaitForApprovalOptions extends Pick<PollOptions, "signal" | "timeoutMs" | "clock"> {
  /** Interval between polls (milliseconds); default 1,000. */
  pollMs?: number | undefined;
  /** Called with the first state and with each change. */
  onProgress?: ((approval: Approval) => void) | undefined;
  /** Maximum number of retries for each poll. The default of 5 outlasts a server restart (about 15 s). */
  maxRetries?: number | undefined;
}

/**
 * Client parts that {@link waitForApproval} uses. They are passed as arguments so that the function can be
 * loaded lazily.
 */
export interface ApprovalSource {
  get: (id: string, options: RequestOptions) => PromiseLike<Approval>;
  pollUntil: typeof pollUntil;
  WaitTimeout: typeof WaitTimeout;
}

/**
 * Waits until an approval is no longer pending, and returns it.
 *
 * @throws {WaitTimeout} if it is still pending after `timeoutMs` (it stays pending); AbortError if the signal
 * aborts.
 */
export async function waitForApproval(
  { get, pollUntil, WaitTimeout }: ApprovalSource,
  id: string,
  { pollMs = 1000, onProgress, maxRetries = 5, ...options }: WaitForApprovalOptions = {},
): Promise<Approval> {
  let approval: Approval | undefined;
  let message: string | undefined;
  const isDecided = (now: Approval): boolean => {
    if (JSON.stringify(now) !== JSON.stringify(approval)) onProgress?.(now);
    approval = now;
    return now.status !== "pending";
  };
  const timeoutMessage = (): string => {
    message = `Approval ${id} is not decided after ${options.timeoutMs} ms; it stays open.`;
    return message;
  };
  const poll = { ...options, pollIntervalMs: pollMs, timeoutMessage };
  try {
    return await pollUntil((signal) => get(id, { signal, maxRetries }), isDecided, poll);
  } catch (error) {
    // Without a message, the error has another cause, such as the time limit of a single request.
    if (message === undefined) throw error;
    throw Object.assign(new WaitTimeout(message, { cause: error }), { approval });
  }
}
