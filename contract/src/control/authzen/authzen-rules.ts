// Interprets AuthZEN requests and builds their responses; shared by server and mock.
import { type AuthorizationRequest, callOfEvaluation } from "../decisions/authorize-call.ts";
import { entityIssues, refuseEntities } from "../decisions/caller-identity.ts";
import type { KeyAgent } from "../../workspace/key-agent.ts";
import { authzenEvaluationBody, type AuthZenEvaluationsBody } from "./authzen.ts";
import type { ApiError } from "../../platform/errors.ts";
import type { decisionToWire } from "../decisions/policy-decision.ts";
import { setRetryAfter } from "../decisions/usage-rules.ts";
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
 * Fills missing identifying members of an item's entity or action from the default. Properties are not filled
 * in, because they describe the entity of the default.
 */
function filled(item: unknown, fallback: Record<string, unknown> | undefined): unknown {
  if (item === undefined) return fallback;
  if (typeof item !== "object" || item === null || Array.isArray(item)) return item;
  const named = Object.entries(fallback ?? {}).filter(([member]) => names.includes(member));
  return { ...Object.fromEntries(named), ...item };
}

type Item = NonNullable<AuthZenEvaluationsBody["evaluations"]>[number];

/**
 * Context and arguments of an item. The default context replaces a missing context, and the default arguments
 * are used only if the item has none, so that an item never conflicts with a default.
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

/** The items of a batch of evaluations. */
interface AuthZenBatch {
  /** One for each item; undefined: a required member is missing, so that the item is denied. */
  calls: (AuthorizationRequest | undefined)[];
  /** Whether to evaluate the next item after this decision. */
  shouldContinue: (decision: boolean) => boolean;
}

/**
 * The items of a request with defaults; undefined: a single evaluation.
 *
 * @throws {ApiError} 403 `agent_mismatch` if an item names another subject than the agent of a bound API key; 400
 *   for a default that such a key must not send.
 */
export function batchOf(body: AuthZenEvaluationsBody, keyAgent: KeyAgent): AuthZenBatch | undefined {
  const { evaluations = [], options } = body;
  if (evaluations.length === 0) return undefined;
  refuseEntities(body, keyAgent);
  const calls = evaluations.map((item, index) => {
    const parsed = authzenEvaluationBody.safeParse({
      subject: filled(item.subject, body.subject),
      action: filled(item.action, body.action),
      resource: filled(item.resource, body.resource),
      ...argumentsOf(item, body),
    });
    if (!parsed.success) return undefined;
    const issues = entityIssues(parsed.data, keyAgent, ["evaluations", index]);
    return issues.length === 0 ? callOfAuthZen(parsed.data) : undefined;
  });
  const semantic = options?.evaluations_semantic ?? "execute_all";
  const shouldContinue = (decision: boolean): boolean =>
    semantic === "execute_all" || decision === (semantic === "deny_on_first_deny");
  return { calls, shouldContinue };
}

/** The items of a batch that may be reached; a denied item without a required member may end the batch. */
function reachedItems({ calls, shouldContinue }: AuthZenBatch): AuthZenBatch["calls"] {
  const broken = shouldContinue(false) ? -1 : calls.indexOf(undefined);
  return broken === -1 ? calls : calls.slice(0, broken + 1);
}

/** The calls to decide, in order, as long as the batch continues. */
export const callsToDecide = (batch: AuthZenBatch): AuthorizationRequest[] =>
  reachedItems(batch).filter((item) => item !== undefined);

/**
 * The evaluations of a batch. @param answers decisions on its calls, possibly incomplete; items without a
 * call are denied.
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

/** Sets headers for the data that AuthZEN responses have no member for. */
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

/** The call of a single evaluation. @throws {ApiError} 403 `agent_mismatch`, or 400. */
export function evaluationOf(body: EvaluationBody, keyAgent: KeyAgent): AuthorizationRequest {
  refuseEntities(body, keyAgent);
  return callOfAuthZen(body);
}

/** The single evaluation in a request for several. @throws {ApiError} 403 `agent_mismatch`, or 400. */
export const singleOf = (body: AuthZenEvaluationsBody, keyAgent: KeyAgent): AuthorizationRequest =>
  // The parsing cannot fail: the request body's validation has already checked these members.
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

/** 400, the status that AuthZEN requires for a content type other than JSON and for an empty body. */
export const authzenRefusal = (contentType: string): ApiError =>
  malformedJson(`Content type ${quoted(contentType)} is not supported. Use application/json.`);
