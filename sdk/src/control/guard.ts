// Imports no client module, because a module that this file and the client import would become a separate
// file.
import { withChanges } from "@assay/contract/wire/json-patch";
import type { ReadingOptions } from "../client/options.ts";
import type { GuardParts } from "./guard-options.ts";
import { readDecision } from "./read-decision.ts";
import type { Authorization } from "../generated/types.ts";

/** Creates the error for a call that is not allowed. */
function refused({ tool, Refusal }: GuardedCall, decision: Authorization, why?: string): Error {
  const { outcome, decisionId, context } = decision;
  const { message = "no reason", remedy } = context;
  const help = remedy === undefined ? "" : ` ${remedy}`;
  const reason = why ?? `${message}${help}`;
  return new Refusal(`${tool} was not called (${outcome}): ${reason} (decision ${decisionId})`, decision);
}

/** Maximum number of decisions for one call, including those after approvals. */
const maxRounds = 20;

/** A guarded tool's call. */
export interface GuardedCall extends GuardParts {
  tool: string;
  /**
   * The arguments as JSON; undefined if there are none. Values that JSON cannot represent are neither
   * authorized nor passed to the tool.
   */
  text: string | undefined;
}

/** Calls the tool. */
export type GuardedRun<Result> = (
  args: Record<string, unknown>,
  decision: Authorization,
) => Result | Promise<Result>;

/** Authorizes a tool call and makes it. */
export async function guardedCall<Result>(call: GuardedCall, run: GuardedRun<Result>): Promise<Result> {
  const [args, decision] = await authorizeCall(call);
  return run(args, decision);
}

/**
 * Authorizes a tool call.
 *
 * @returns the authorized arguments, and the decision.
 * @throws {NotAuthorizedError} if the call is not allowed; {AssayError} if the service is unreachable.
 */
async function authorizeCall(call: GuardedCall): Promise<[Record<string, unknown>, Authorization]> {
  const { tool, options = {} } = call;
  const { onTransform, signal } = options;
  const args: unknown = JSON.parse(call.text ?? "null");
  if (!isObject(args)) throw new call.AssayError(`${tool} was not called: its arguments must be an object.`);
  // Callbacks receive copies, so that no callback can alter the decision that is checked afterwards.
  let { decision, sentAt } = await ask(call, args, {});
  for (let round = 1; decision.outcome === "ask" && options.onAsk && round <= maxRounds; round += 1) {
    const { approvalId } = decision.context;
    const approved = options.onAsk(structuredClone(decision), { tool, args: structuredClone(args) });
    if (!(await unlessAborted(approved, signal))) break;
    ({ decision, sentAt } = await ask(call, args, { approvalId }));
  }
  // Any value other than true denies the call.
  const granted: unknown = decision.decision;
  if (granted !== true) throw refused(call, decision);
  const isValid = (): boolean => isUnexpired(decision, options.clock ?? Date, performance.now() - sentAt);
  if (!isValid())
    throw refused(call, decision, "the decision has expired, or the clocks of client and service differ.");
  if (decision.outcome === "allow") return [args, decision];
  // Refuse any other outcome, because this version does not support outcomes that are added later.
  if (decision.outcome !== "transform" || !onTransform) throw refused(call, decision);
  const changed = withChanges(args, decision.transform);
  if (!changed) throw refused(call, decision, "the changes of the policies do not fit its arguments.");
  const given: unknown = await unlessAborted(onTransform(changed, structuredClone(decision)), signal);
  if (!isObject(given)) throw refused(call, decision, "onTransform returned no arguments.");
  if (!isValid()) throw refused(call, decision, "onTransform finished after the decision expired.");
  return [given, decision];
}

/**
 * Returns whether a decision is still valid, both by the given clock and by the time since it was requested
 * (`elapsedMs`). The second check is required because the service's clock can differ, and because a response can be
 * delayed.
 */
function isUnexpired(
  { evaluatedAt, expiresAt }: Authorization,
  clock: { now: () => number },
  elapsedMs: number,
): boolean {
  // These values are from a response, so they can have other types.
  const areTimes = [evaluatedAt, expiresAt].every(Number.isSafeInteger);
  return areTimes && clock.now() < expiresAt && elapsedMs < expiresAt - evaluatedAt;
}

/** Returns the callback's result. Rejects when the signal is aborted, even if the callback never settles. */
function unlessAborted<T>(pending: T | Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return Promise.resolve(pending);
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    void Promise.resolve(pending)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener("abort", stop));
  });
}

/**
 * Requests a decision.
 *
 * @returns the decision, and the time of the request by the monotonic clock (milliseconds).
 * @throws {AssayError} if the response is not a decision.
 */
async function ask(
  { control, agentId, tool, options = {}, AssayError }: GuardedCall,
  args: Record<string, unknown>,
  further: Record<string, unknown>,
): Promise<{ decision: Authorization; sentAt: number }> {
  const { session, signal, onTransform, context } = options;
  const requestContext = await (typeof context === "function"
    ? context({ tool, args: structuredClone(args) })
    : context);
  const supports = onTransform ? { supports: ["transform"] } : {};
  const body = {
    agentId,
    tool,
    args,
    context: { ...requestContext, ...supports, ...further },
    ...(session !== undefined && { session }),
  };
  const reading: ReadingOptions = { signal, json: readDecision };
  const sentAt = performance.now();
  const { data, response } = await control.authorize(body, reading).withResponse();
  // The response can come from another service or a proxy.
  const isJson = /^application\/json\s*(?:;|$)/i.test(response.headers.get("content-type") ?? "");
  if (response.status !== 200 || !isJson || !isDecision(data))
    throw new AssayError(`${tool} was not called: the response is not a decision.`);
  return { decision: data, sentAt };
}

/** Checks the members without which no error can be created; {@link authorizeCall} checks the others. */
const isDecision = (value: unknown): value is Authorization =>
  isObject(value) &&
  isObject(value["context"]) &&
  typeof value["decisionId"] === "string" &&
  value["decisionId"] !== "";

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
