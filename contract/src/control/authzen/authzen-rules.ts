// What AuthZEN requests mean, and how their answers look. Server and mock go by the same rules.
import { type AuthorizationRequest, callOfEvaluation } from "../decisions/authorize-call.ts";
import { authzenEvaluationBody, type AuthZenEvaluationsBody } from "./authzen.ts";
import type { ApiError } from "../../platform/errors.ts";
import { type decisionToWire, setRetryAfter } from "../decisions/policy-decision.ts";
import { malformedJson } from "../../platform/refusals.ts";
import { quoted } from "../../wire/http/quote.ts";

type DecisionAnswer = ReturnType<typeof decisionToWire>;

/** The call of an evaluation. */
export const callOfAuthZen = ({
  subject,
  action,
  resource,
  context,
}: Pick<AuthorizationRequest, "subject" | "action" | "resource"> & {
  context?: Record<string, unknown> | undefined;
}): AuthorizationRequest => callOfEvaluation({ subject, action, resource }, { context });

/** What names an entity or an action. */
const names = ["type", "id", "name"];

/**
 * What an item lacks of an entity or an action is taken from the default: all of it, or the members that name it. Properties
 * are not: they were said of what the default names.
 */
function filled(item: unknown, fallback: Record<string, unknown> | undefined): unknown {
  if (item === undefined) return fallback;
  if (typeof item !== "object" || item === null || Array.isArray(item)) return item;
  const named = Object.entries(fallback ?? {}).filter(([member]) => names.includes(member));
  return { ...Object.fromEntries(named), ...item };
}

/** How several evaluations are gone through. */
interface AuthZenBatch {
  /** Of each item; undefined: it lacks a required member, and is denied. */
  calls: (AuthorizationRequest | undefined)[];
  /** Whether the next item is decided after one with this decision. */
  goesOn: (decision: boolean) => boolean;
}

/** The items of a request with their defaults filled in; undefined: it is a single evaluation. */
export function batchOf(body: AuthZenEvaluationsBody): AuthZenBatch | undefined {
  const { evaluations = [], options } = body;
  if (evaluations.length === 0) return undefined;
  const calls = evaluations.map((item) => {
    const parsed = authzenEvaluationBody.safeParse({
      subject: filled(item.subject, body.subject),
      action: filled(item.action, body.action),
      resource: filled(item.resource, body.resource),
      context: item.context ?? body.context,
    });
    return parsed.success ? callOfAuthZen(parsed.data) : undefined;
  });
  const semantic = options?.evaluations_semantic ?? "execute_all";
  const goesOn = (decision: boolean): boolean =>
    semantic === "execute_all" || decision === (semantic === "deny_on_first_deny");
  return { calls, goesOn };
}

/** The items of a batch that may be reached: a denied one that lacks a member may end it. */
function reachedItems({ calls, goesOn }: AuthZenBatch): AuthZenBatch["calls"] {
  const broken = goesOn(false) ? -1 : calls.indexOf(undefined);
  return broken === -1 ? calls : calls.slice(0, broken + 1);
}

/** The calls of a batch to decide on, in their order, as long as it goes on after each. */
export const callsToDecide = (batch: AuthZenBatch): AuthorizationRequest[] =>
  reachedItems(batch).filter((item) => item !== undefined);

/** The evaluations of a batch. @param answers to its calls, as far as they were decided on; an item without a call is denied. */
export function evaluationsOf(batch: AuthZenBatch, answers: readonly DecisionAnswer[]) {
  const left = [...answers];
  const evaluations: ReturnType<typeof decisionOnly>[] = [];
  for (const item of reachedItems(batch)) {
    const answer = item && left.shift();
    if (item && !answer) break;
    const evaluation = answer ? decisionOnly(answer) : { decision: false };
    evaluations.push(evaluation);
    if (!batch.goesOn(evaluation.decision)) break;
  }
  return evaluations;
}

/** Sets headers for what AuthZEN's responses have no members for. */
export function setDecisionHeaders(
  call: Parameters<typeof setRetryAfter>[0],
  decided: readonly { answer: DecisionAnswer; retryAfterSeconds: number | null }[],
): void {
  call.setHeader("X-Decision-Id", decided.map(({ answer }) => answer.decisionId).join(", "));
  call.setHeader("X-Evidence-Seq", decided.map(({ answer }) => answer.evidence.seq).join(", "));
  setRetryAfter(call, decided);
}

/** The response to a request for a single evaluation. */
export function bareAnswer(
  call: Parameters<typeof setRetryAfter>[0],
  decided: { answer: DecisionAnswer; retryAfterSeconds: number | null },
) {
  setDecisionHeaders(call, [decided]);
  return { status: 200 as const, body: decisionOnly(decided.answer) };
}

/** The single evaluation that a request for several is. @throws {ApiError} 400. */
export function singleOf(body: AuthZenEvaluationsBody): AuthorizationRequest {
  // The body's own check has seen to that.
  return callOfAuthZen(authzenEvaluationBody.parse(body));
}

/** A decision as AuthZEN answers it: bare, with what policies say besides. */
export function decisionOnly({ decision, outcome, context, transform, obligations }: DecisionAnswer) {
  const said = {
    ...(outcome === "ask" && { outcome, ...(context.approvalId && { approvalId: context.approvalId }) }),
    ...(outcome === "transform" && { outcome, ...(transform && { transform }) }),
    ...(obligations.length > 0 && { obligations }),
  };
  return { decision, ...(Object.keys(said).length > 0 && { context: said }) };
}

/** 400 for what AuthZEN wants no other status of: a content type that is not JSON's, and no body at all. */
export const authzenRefusal = (contentType: string): ApiError =>
  malformedJson(`The content type is ${quoted(contentType)}; send application/json.`);
