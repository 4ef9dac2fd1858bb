// Nothing that the client has is imported: it would be cut out of it into a file of its own.
import type { GuardParts } from "./guard-options.ts";
import type { Authorization } from "../generated/types.ts";

/** What a call that may not be made fails with. */
function refused({ tool, Refusal }: GuardedCall, decision: Authorization, why?: string): Error {
  const { outcome, decisionId, context } = decision;
  const { message = "no reason was given", remedy } = context;
  const help = remedy === undefined ? "" : ` ${remedy}`;
  const reason = why ?? `${message}${help}`;
  return new Refusal(`${tool} was not called (${outcome}): ${reason} (decision ${decisionId})`, decision);
}

/** How often a call is decided anew after its approval was asked for. */
const mostRounds = 20;

/** A call of a guarded tool. */
export interface GuardedCall extends GuardParts {
  tool: string;
  /** The arguments in JSON: what cannot be sent cannot be decided on, so the tool does not see it either. Undefined: none. */
  text: string | undefined;
}

/** Calls the tool. */
export type GuardedRun<Result> = (
  args: Record<string, unknown>,
  decision: Authorization,
) => Result | Promise<Result>;

/** Asks whether a tool may be called, and calls it. */
export async function guardedCall<Result>(call: GuardedCall, run: GuardedRun<Result>): Promise<Result> {
  const [args, decision] = await authorizeCall(call);
  return run(args, decision);
}

/**
 * Asks before a tool is called.
 *
 * @returns what the tool is to be called with: the very values that were decided on.
 * @throws {NotAuthorizedError} when it may not be called; {AssayError} when the service cannot be asked.
 */
async function authorizeCall(call: GuardedCall): Promise<[Record<string, unknown>, Authorization]> {
  const { tool, options = {} } = call;
  const { onTransform, signal } = options;
  const args: unknown = JSON.parse(call.text ?? "null");
  if (!isHolder(args)) throw new call.AssayError(`${tool} was not called: its arguments must be an object.`);
  let decision = await ask(call, args, {});
  for (let round = 1; decision.outcome === "ask" && options.onAsk && round <= mostRounds; round += 1) {
    const { approvalId } = decision.context;
    const asked = options.onAsk(decision, { tool, args: structuredClone(args) });
    if (!(await unlessAborted(asked, signal))) break;
    decision = await ask(call, args, { approvalId });
  }
  // Whatever else comes in its place is no permission.
  const granted: unknown = decision.decision;
  if (granted !== true) throw refused(call, decision);
  if (decision.outcome === "allow") return [args, decision];
  // A new outcome is none that this version knows how to go on with.
  if (decision.outcome !== "transform" || !onTransform) throw refused(call, decision);
  const decidedAt = performance.now();
  const changed = withChanges(args, decision.transform);
  if (!changed) throw refused(call, decision, "the changes that policies want do not fit its arguments.");
  const given: unknown = await unlessAborted(onTransform(changed, decision), signal);
  if (!isHolder(given)) throw refused(call, decision, "onTransform gave no arguments to call it with.");
  // By our own clock, that may be set otherwise than the service's.
  if (!(performance.now() - decidedAt < decision.expiresAt - decision.evaluatedAt))
    throw refused(call, decision, "onTransform took longer than the decision holds.");
  return [given, decision];
}

/** What a callback gives; rejects as soon as the signal is aborted, whether or not the callback ever ends. */
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

/** @throws {AssayError} when the answer is no decision. */
async function ask(
  { control, agentId, tool, options = {}, AssayError }: GuardedCall,
  args: Record<string, unknown>,
  further: Record<string, unknown>,
): Promise<Authorization> {
  const { session, signal, onTransform, context } = options;
  const said = await (typeof context === "function"
    ? context({ tool, args: structuredClone(args) })
    : context);
  const supports = onTransform ? { supports: ["transform"] } : {};
  const body = {
    agentId,
    tool,
    args,
    context: { ...said, ...supports, ...further },
    ...(session !== undefined && { session }),
  };
  const decision: unknown = await control.authorize(body, signal ? { signal } : {});
  // Another service, or what stands between, may have answered.
  if (!isHolder(decision) || !isHolder(decision["context"]))
    throw new AssayError(`${tool} was not called: the answer is no decision.`);
  return decision as unknown as Authorization;
}

type Change = NonNullable<Authorization["transform"]>[number];

const isHolder = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/**
 * A copy of arguments with the changes of a decision (RFC 6902: add, replace, remove).
 *
 * @returns undefined when a change does not fit them: a call that is not what was decided on must not be made.
 */
export function withChanges(
  args: Record<string, unknown>,
  changes: readonly Change[] | null,
): Record<string, unknown> | undefined {
  const copy = structuredClone(args);
  return Array.isArray(changes) && changes.every((change) => apply(copy, change)) ? copy : undefined;
}

const operations: readonly unknown[] = ["add", "replace", "remove"];

/** @returns whether the change fits. */
function apply(root: Record<string, unknown>, change: Change): boolean {
  // What is none of these, a later version or another service sent.
  if (!isHolder(change) || !operations.includes(change.op) || typeof change.path !== "string") return false;
  const { op, path, value } = change;
  const keys = path
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  const last = keys.pop();
  let holder: unknown = root;
  for (const key of keys) holder = isHolder(holder) && Object.hasOwn(holder, key) ? holder[key] : undefined;
  if (last === undefined || !isHolder(holder)) return false;
  if (Array.isArray(holder)) return applyToList(holder, last, { op, path, value });
  if (op !== "add" && !Object.hasOwn(holder, last)) return false;
  if (op === "remove") delete holder[last];
  else Object.defineProperty(holder, last, { value, writable: true, enumerable: true, configurable: true });
  return true;
}

function applyToList(list: unknown[], key: string, { op, value }: Change): boolean {
  const index = key === "-" && op === "add" ? list.length : Number(/^(?:0|[1-9]\d*)$/.exec(key)?.[0]);
  const end = op === "add" ? list.length : list.length - 1;
  if (!(index <= end)) return false;
  list.splice(index, op === "add" ? 0 : 1, ...(op === "remove" ? [] : [value]));
  return true;
}
