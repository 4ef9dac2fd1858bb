// Imports no client module, because a module that this file and the client import would become a separate
// file.
import { toolCallText } from "@assay/contract/wire/digested-input";
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

/** A decision, and the time of the request by the monotonic clock (milliseconds). */
interface Answer {
  decision: Authorization;
  sentAt: number;
}

type Args = Record<string, unknown>;

/**
 * Authorizes a tool call.
 *
 * @returns the authorized arguments, and the decision.
 * @throws {NotAuthorizedError} if the call is not allowed; {AssayError} if the service is unreachable.
 */
async function authorizeCall(call: GuardedCall): Promise<[Args, Authorization]> {
  const { tool, options = {} } = call;
  const args: unknown = JSON.parse(call.text ?? "null");
  if (!isObject(args)) throw new call.AssayError(`${tool} was not called: its arguments must be an object.`);
  // Callbacks receive copies, so that no callback can alter the decision that is checked afterwards.
  let answer = await ask(call, args, {});
  for (let round = 1; answer.decision.outcome === "ask" && options.onAsk && round <= maxRounds; round += 1) {
    const { approvalId } = answer.decision.context;
    const approved = options.onAsk(structuredClone(answer.decision), { tool, args: structuredClone(args) });
    if (!(await unlessAborted(approved, options.signal))) break;
    answer = await ask(call, args, { approvalId });
  }
  const { decision } = answer;
  // Any value other than true denies the call.
  const granted: unknown = decision.decision;
  if (granted !== true) throw refused(call, decision);
  requireValid(call, answer, "the decision has expired, or the clocks of client and service differ.");
  const given =
    decision.outcome === "allow" ? unchanged(call, decision, args) : await transformed(call, answer, args);
  await fulfillObligations(call, answer, given);
  return [given, decision];
}

/** Returns the arguments of an allowed call. @throws {NotAuthorizedError} if the decision requires changes. */
function unchanged(call: GuardedCall, decision: Authorization, args: Args): Args {
  // The value is from a response, so it can be undefined.
  if ((decision.transform ?? null) === null) return args;
  throw refused(call, decision, "the decision contradicts itself: it is allow, but has a transform.");
}

/** Returns the arguments with the changes that a decision requires. @throws {NotAuthorizedError} */
async function transformed(call: GuardedCall, answer: Answer, args: Args): Promise<Args> {
  const { onTransform, signal } = call.options ?? {};
  const { decision } = answer;
  // Refuse any other outcome, because this version does not support outcomes that are added later.
  if (decision.outcome !== "transform" || !onTransform) throw refused(call, decision);
  const changed = withChanges(args, decision.transform);
  if (!changed) throw refused(call, decision, "the changes of the policies do not fit its arguments.");
  if (decision.transform?.length === 0)
    throw refused(call, decision, "the decision contradicts itself: it is transform, but has no changes.");
  const given: unknown = await unlessAborted(onTransform(changed, structuredClone(decision)), signal);
  if (!isPlainObject(given)) throw refused(call, decision, "onTransform returned no arguments.");
  requireValid(call, answer, "onTransform finished after the decision expired.");
  return given;
}

/**
 * Lets the caller fulfill the obligations of a decision. A call whose obligations nobody fulfills is refused, as XACML
 * 3.0 requires (section 7.2).
 *
 * @throws {NotAuthorizedError}
 */
async function fulfillObligations(call: GuardedCall, answer: Answer, args: Args): Promise<void> {
  const { tool, options: { onObligations, signal } = {} } = call;
  const { decision } = answer;
  // The value is from a response, so it can have another type.
  const isList = Array.isArray(decision.obligations);
  if (isList && decision.obligations.length === 0) return;
  const copy = structuredClone(decision);
  const pending = isList && onObligations?.(copy.obligations, copy, { tool, args: structuredClone(args) });
  const isFulfilled: unknown = await unlessAborted(pending, signal);
  if (isFulfilled !== true)
    throw refused(call, decision, "the decision has obligations, and onObligations did not return true.");
  requireValid(call, answer, "onObligations finished after the decision expired.");
}

/** Requires that a decision is still valid. @throws {NotAuthorizedError} */
function requireValid(call: GuardedCall, { decision, sentAt }: Answer, otherwise: string): void {
  if (!isUnexpired(decision, call.options?.clock ?? Date, performance.now() - sentAt))
    throw refused(call, decision, otherwise);
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
 * @throws {AssayError} if the response is not a decision on this call.
 */
async function ask(call: GuardedCall, args: Args, further: Args): Promise<Answer> {
  const { control, agentId, tool, options = {}, AssayError } = call;
  const { session, signal, onTransform, context } = options;
  const requestContext = await (typeof context === "function"
    ? context({ tool, args: structuredClone(args) })
    : context);
  const supports = onTransform ? { supports: ["transform"] } : {};
  // The digest is of the values as JSON represents them, so the request must consist of these values.
  const sent: Args = JSON.parse(JSON.stringify({ ...requestContext, ...supports, ...further }));
  const body = { agentId, tool, args, context: sent, ...(session !== undefined && { session }) };
  const reading: ReadingOptions = { signal, json: readDecision };
  const sentAt = performance.now();
  const { data, response } = await control.authorize(body, reading).withResponse();
  // The response can come from another service or a proxy.
  const isJson = /^application\/json\s*(?:;|$)/i.test(response.headers.get("content-type") ?? "");
  const refuse = (why: string): Error => new AssayError(`${tool} was not called: the response is ${why}.`);
  if (response.status !== 200 || !isJson || !isDecision(data)) throw refuse("not a decision");
  // A proxy can mix up responses. A denial needs no check, because it permits nothing.
  if (data.outcome !== "deny" && data.inputDigest !== (await digestOf(toolCallText(call, args, sent))))
    throw refuse("the decision on another call");
  return { decision: data, sentAt };
}

/** SHA-256 of a text, in lower-case hexadecimal. */
async function digestOf(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Checks the members without which no error can be created; {@link authorizeCall} checks the others. */
const isDecision = (value: unknown): value is Authorization =>
  isObject(value) &&
  isObject(value["context"]) &&
  typeof value["decisionId"] === "string" &&
  value["decisionId"] !== "";

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether a value is an object of no class, in any realm: the arguments of a call are JSON. */
function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (!isObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
