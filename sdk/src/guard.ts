// Nothing that the client has is imported: it would be cut out of it into a file of its own.
import type { GuardOptions, GuardParts } from "./guard-options.ts";
import type { Authorization } from "./generated/types.ts";

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
  /** The arguments in JSON: what cannot be sent cannot be decided on, so the tool does not see it either. */
  text: string;
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
  const args: Record<string, unknown> = JSON.parse(call.text);
  let decision = await ask(call, args, {});
  for (let round = 1; decision.outcome === "ask" && options.onAsk && round <= mostRounds; round += 1) {
    const { approvalId } = decision.context;
    if (!(await options.onAsk(decision, { tool, args: structuredClone(args) }))) break;
    decision = await ask(call, args, { approvalId });
  }
  // Whatever else comes in its place is no permission.
  const granted: unknown = decision.decision;
  if (granted !== true) throw refused(call, decision);
  if (decision.outcome === "allow") return [args, decision];
  // A new outcome is none that this version knows how to go on with.
  if (decision.outcome !== "transform" || !options.onTransform) throw refused(call, decision);
  const changed = withChanges(args, decision.transform ?? []);
  if (!changed) throw refused(call, decision, "the changes that policies want do not fit its arguments.");
  return [await options.onTransform(changed, decision), decision];
}

function ask(
  { control, agentId, tool, options = {} }: GuardedCall,
  args: Record<string, unknown>,
  further: Record<string, unknown>,
): PromiseLike<Authorization> {
  const { session, signal, onTransform } = options;
  const supports = onTransform ? { supports: ["transform"] } : {};
  const context = { ...contextOf(options, tool, args), ...supports, ...further };
  const body = { agentId, tool, args, context, ...(session !== undefined && { session }) };
  return control.authorize(body, signal ? { signal } : {});
}

const contextOf = ({ context }: GuardOptions, tool: string, args: Record<string, unknown>): object =>
  (typeof context === "function" ? context({ tool, args: structuredClone(args) }) : context) ?? {};

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
  changes: readonly Change[],
): Record<string, unknown> | undefined {
  const copy = structuredClone(args);
  return changes.every((change) => apply(copy, change)) ? copy : undefined;
}

/** @returns whether the change fits. */
function apply(root: Record<string, unknown>, { op, path, value }: Change): boolean {
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
