// Interprets AuthZEN requests and builds their responses; shared by server and mock.
import type * as z from "zod";
import { type AuthorizationRequest, callOfEvaluation } from "../decisions/authorize-call.ts";
import { entityIssues, refuseEntities } from "../decisions/caller-identity.ts";
import type { KeyAgent } from "../../workspace/key-agent.ts";
import { authzenItem } from "./authzen-item.ts";
import { authzenEvaluationBody, type AuthZenEvaluationsBody } from "./authzen.ts";
import type { ApiError } from "../../platform/errors.ts";
import type { decisionToWire } from "../decisions/policy-decision.ts";
import { setRetryAfter } from "../decisions/usage-rules.ts";
import { UnstorableItem } from "../../wire/json/json-text.ts";
import { malformedJson } from "../../platform/refusals.ts";
import { quoted } from "../../wire/http/quote.ts";

type DecisionResponse = ReturnType<typeof decisionToWire>;

/** The call of an evaluation. */
export const callOfAuthZen = ({
  subject,
  action,
  resource,
  context,
  args,
}: Pick<AuthorizationRequest, "subject" | "action" | "resource"> & {
  context?: Record<string, unknown> | undefined;
  args?: Record<string, unknown> | undefined;
}): AuthorizationRequest => callOfEvaluation({ subject, action, resource }, { context, args });

/** The members that identify an entity or an action. */
const names = ["type", "id", "name"];

/**
 * Completes the entity or action of an item: missing identifying members come from the default. If an incomplete item
 * is the entity of the default, all its other missing members come from the default too, because they describe the same
 * entity. A complete item replaces the whole default, as AuthZEN requires.
 */
function filled(item: unknown, fallback: Record<string, unknown> | undefined): unknown {
  if (item === undefined) return fallback;
  if (typeof item !== "object" || item === null || Array.isArray(item)) return item;
  const named = Object.entries(fallback ?? {}).filter(([member]) => names.includes(member));
  const completed: object = { ...Object.fromEntries(named), ...item };
  const isComplete = named.every(([member]) => Object.hasOwn(item, member));
  const isSame = named.every(([member, value]) => Reflect.get(completed, member) === value);
  return isSame && !isComplete ? { ...fallback, ...item } : completed;
}

type Item = z.output<typeof authzenItem>;

/**
 * The context and the arguments of an item. The default context applies if the item has no context, and the
 * default arguments apply if it has no arguments. An item therefore never conflicts with a default.
 */
function argumentsOf(
  { context, args }: Item,
  defaults: Pick<AuthZenEvaluationsBody, "context" | "args">,
): { context: unknown; args: unknown } {
  const hasOwn = (args ?? undefined) !== undefined || Object.hasOwn(Object(context), "args");
  if (!hasOwn) return { context: context ?? defaults.context, args: defaults.args };
  const { args: _args, ...rest } = defaults.context ?? {};
  return { context: context ?? rest, args };
}

type Sent = Record<"action" | "resource" | "context" | "args", unknown>;

/** Returns the value of the first call with the same key. */
function firstOf<Value>(): (key: unknown, value: Value) => Value {
  const known = new Map<unknown, Value>();
  return (key, value) => {
    if (!known.has(key)) known.set(key, value);
    return known.get(key) ?? value;
  };
}

const propertiesOf = (sent: unknown): unknown => Reflect.get(Object(sent), "properties");

/**
 * Returns a function that replaces each parsed default of an item by the same object for all items, so that the
 * defaults are searched for hosts once.
 */
function sharing() {
  type Parsed = z.output<typeof authzenEvaluationBody>;
  const ofAction = firstOf<Parsed["action"]["properties"]>();
  const ofResource = firstOf<Parsed["resource"]["properties"]>();
  const context = firstOf<Parsed["context"]>();
  const args = firstOf<Parsed["args"]>();
  return (sent: Sent, { subject, action, resource, ...parsed }: Parsed): Parsed => ({
    subject,
    action: { ...action, properties: ofAction(propertiesOf(sent.action), action.properties) },
    resource: { ...resource, properties: ofResource(propertiesOf(sent.resource), resource.properties) },
    context: context(sent.context, parsed.context),
    args: args(sent.args, parsed.args),
  });
}

/** The items of a batch of evaluations. */
interface AuthZenBatch {
  /**
   * One call for each item. A call is undefined if its item lacks a required member; the item is then denied.
   */
  calls: (AuthorizationRequest | undefined)[];
  /** Whether the batch continues with the next item after this decision. */
  shouldContinue: (decision: boolean) => boolean;
}

/**
 * The items of a request, completed by its defaults; undefined if the request is a single evaluation.
 *
 * @throws {ApiError} 403 `agent_mismatch` if an item names a subject other than the agent of a bound API key;
 *   400 if a default has a member that must not be sent with such a key.
 */
export function batchOf(body: AuthZenEvaluationsBody, keyAgent: KeyAgent): AuthZenBatch | undefined {
  const { evaluations = [], options } = body;
  if (evaluations.length === 0) return undefined;
  refuseEntities(body, keyAgent);
  const share = sharing();
  const calls = evaluations.map((given, index) => {
    // The parsed form of an item that cannot be stored would be an empty item, which consists of defaults.
    const { data: item } = given instanceof UnstorableItem ? {} : authzenItem.safeParse(given);
    if (!item) return undefined;
    const sent = {
      subject: filled(item.subject, body.subject),
      action: filled(item.action, body.action),
      resource: filled(item.resource, body.resource),
      ...argumentsOf(item, body),
    };
    const parsed = authzenEvaluationBody.safeParse(sent);
    if (!parsed.success) return undefined;
    const issues = entityIssues(parsed.data, keyAgent, ["evaluations", index]);
    return issues.length === 0 ? callOfAuthZen(share(sent, parsed.data)) : undefined;
  });
  const semantic = options?.evaluations_semantic ?? "execute_all";
  const shouldContinue = (decision: boolean): boolean =>
    semantic === "execute_all" || decision === (semantic === "deny_on_first_deny");
  return { calls, shouldContinue };
}

/**
 * The items that the batch may reach. An item without a required member is denied, which may end the batch.
 */
function reachedItems({ calls, shouldContinue }: AuthZenBatch): AuthZenBatch["calls"] {
  const broken = shouldContinue(false) ? -1 : calls.indexOf(undefined);
  return broken === -1 ? calls : calls.slice(0, broken + 1);
}

/** The calls to decide, in order, as long as the batch continues. */
export const callsToDecide = (batch: AuthZenBatch): AuthorizationRequest[] =>
  reachedItems(batch).filter((item) => item !== undefined);

/**
 * The evaluations in the response to a batch. Items without a call are denied.
 *
 * @param answers decisions on the calls of the batch, in order; the last ones may be missing.
 */
export function evaluationsOf(batch: AuthZenBatch, answers: readonly DecisionResponse[]) {
  const left = [...answers];
  const evaluations: ReturnType<typeof decisionOnly>[] = [];
  for (const item of reachedItems(batch)) {
    const answer = item && left.shift();
    if (item && !answer) break;
    const evaluation = answer ? decisionOnly(answer) : { decision: false };
    evaluations.push(evaluation);
    if (!batch.shouldContinue(evaluation.decision)) break;
  }
  return evaluations;
}

/** Sets headers for data that have no member in AuthZEN responses. */
export function setDecisionHeaders(
  call: Parameters<typeof setRetryAfter>[0],
  decided: readonly { answer: DecisionResponse; retryAfterSeconds: number | null }[],
): void {
  call.setHeader("X-Decision-Id", decided.map(({ answer }) => answer.decisionId).join(", "));
  call.setHeader("X-Evidence-Seq", decided.map(({ answer }) => answer.evidence.seq).join(", "));
  setRetryAfter(call, decided);
}

/** The response to a request for a single evaluation. */
export function decisionResponse(
  call: Parameters<typeof setRetryAfter>[0],
  decided: { answer: DecisionResponse; retryAfterSeconds: number | null },
) {
  setDecisionHeaders(call, [decided]);
  return { status: 200 as const, body: decisionOnly(decided.answer) };
}

type EvaluationBody = Parameters<typeof callOfAuthZen>[0];

/**
 * The call of a single evaluation.
 *
 * @throws {ApiError} 403 `agent_mismatch` or 400 if the caller must not name an entity.
 */
export function evaluationOf(body: EvaluationBody, keyAgent: KeyAgent): AuthorizationRequest {
  refuseEntities(body, keyAgent);
  return callOfAuthZen(body);
}

/**
 * The only evaluation in a request that may contain several.
 *
 * @throws {ApiError} 403 `agent_mismatch` or 400 if the caller must not name an entity.
 */
export const singleOf = (body: AuthZenEvaluationsBody, keyAgent: KeyAgent): AuthorizationRequest =>
  // `parse` cannot fail, because the validation of the request body has already checked these members.
  evaluationOf(authzenEvaluationBody.parse(body), keyAgent);

/** A decision in AuthZEN form, with the details from policies. */
export function decisionOnly({ decision, outcome, context, transform, obligations }: DecisionResponse) {
  const details = {
    ...(outcome === "ask" && { outcome, ...(context.approvalId && { approvalId: context.approvalId }) }),
    ...(outcome === "transform" && { outcome, ...(transform && { transform }) }),
    ...(obligations.length > 0 && { obligations }),
  };
  return { decision, ...(Object.keys(details).length > 0 && { context: details }) };
}

/** Refuses an empty body or a content type other than JSON. AuthZEN requires the status 400 for both. */
export const authzenRefusal = (contentType: string): ApiError =>
  malformedJson(`Content type ${quoted(contentType)} is not supported. Use application/json.`);
