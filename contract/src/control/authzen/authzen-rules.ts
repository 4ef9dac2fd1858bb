// Interprets AuthZEN requests and builds their responses; shared by server and mock.
import { type AuthorizationRequest, callOfEvaluation } from "../decisions/authorize-call.ts";
import { entityIssues, refuseEntities } from "../decisions/caller-identity.ts";
import { requestTooLarge } from "../cedar/policy-size.ts";
import { contradictionFaults, describesTwice } from "../hierarchy/sent-entities.ts";
import type { KeyAgent } from "../../workspace/key-agent.ts";
import { authzenItem } from "./authzen-item.ts";
import { authzenEvaluationBody, type AuthZenEvaluationsBody } from "./authzen.ts";
import { type AuthZenEvaluation, itemReader } from "./batch-items.ts";
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
}: AuthZenEvaluation): AuthorizationRequest =>
  callOfEvaluation({ subject, action, resource }, { context, args });

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
 * Whether an item and a default state a property of an entity differently. A call that is too large is not searched; its
 * decision denies it.
 */
const isContradicted = (call: AuthorizationRequest): boolean =>
  describesTwice(call) && requestTooLarge(call, true) === undefined && contradictionFaults(call).length > 0;

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
  const read = itemReader(body);
  const calls = evaluations.map((given, index) => {
    // The parsed form of an item that cannot be stored would be an empty item, which consists of defaults.
    const { data: item } = given instanceof UnstorableItem ? {} : authzenItem.safeParse(given);
    const completed = item && read(item);
    if (!completed) return undefined;
    const issues = entityIssues(completed, keyAgent, ["evaluations", index]);
    const call = callOfAuthZen(completed);
    return issues.length === 0 && !isContradicted(call) ? call : undefined;
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

/**
 * The call of a single evaluation.
 *
 * @throws {ApiError} 403 `agent_mismatch` or 400 if the caller must not name an entity.
 */
export function evaluationOf(body: AuthZenEvaluation, keyAgent: KeyAgent): AuthorizationRequest {
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
