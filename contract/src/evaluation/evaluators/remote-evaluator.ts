// Calls a remote evaluator. Server and mock share this protocol and differ in `RemoteEffects`.
import type { CustomQuestion, CustomRequest, CustomSample } from "../../domain/evaluators/custom.ts";
import type { Outcome, SampleCase } from "../../domain/evaluators/evaluator.ts";
import { outboundRetryDelayMs } from "../../platform/outbound/retry-delay.ts";
import { decodeUtf8, readJsonText } from "../../wire/json/json-text.ts";
import { signWebhook } from "../../wire/http/webhook-signature.ts";

/** The remote part of an evaluator. */
export interface RemoteRule {
  url: string;
  /** Maximum time to wait for one response. */
  timeoutMs: number;
  /** Maximum number of retries after a transient failure. */
  retryCount: number;
  /** The body of a call. */
  request(question: CustomQuestion): CustomRequest;
  /** Reads a parsed response. Never throws. */
  read(answer: unknown): Outcome;
}

/** An outgoing call. */
export interface RemoteCall {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  timeoutMs: number;
  /** Only the response's status matters; the body may be invalid or endless. */
  ignoresBody?: boolean;
}

/**
 * The result of a call: a response, or half a sentence on why none exists, with the endpoint as its subject.
 */
export type RemoteEvaluatorResponse =
  | { status: number; retryAfter: string | null; body: Uint8Array }
  /** `passing`: whether the failure is transient. */
  | { status: null; reason: string; passing: boolean };

/** The side effects of calls. */
export interface RemoteEffects {
  /** Sends one call and reads the whole response. @throws {unknown} only the abort reason of `signal`. */
  send(call: RemoteCall, signal: AbortSignal): Promise<RemoteEvaluatorResponse>;
  /** Waits. @throws {unknown} the abort reason of `signal`. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
  /** Milliseconds since 1970. */
  now(): number;
  /** From 0 to below 1. */
  random(): number;
}

/** The evaluator to call: its key in the results, and its outcome for an unscored sample. */
interface CalledEvaluator {
  key: string;
  bound: { unscored(sample: SampleCase, status: "errored", reason: string): Outcome };
}

/** The rule of a remote evaluator's call for a sample; undefined if no call is needed: local, or skipped. */
export const remoteRuleFor = (
  { remote }: { remote?: RemoteRule },
  outcome: Outcome | undefined,
): RemoteRule | undefined => (outcome?.status === "skipped" ? undefined : remote);

/** The call of one evaluator for one sample. */
export interface RemoteEvaluatorRequest {
  evaluator: CalledEvaluator;
  rule: RemoteRule;
  /** Id of the evaluation. */
  evaluation: string;
  /** The evaluator's index in the evaluation. */
  position: number;
  sample: CustomSample;
  /** Maximum number of earlier attempts, by a worker that did not finish. */
  triesBefore: number;
  /** The secrets that sign calls, the newest first. */
  secrets: readonly string[];
}

const passingStatuses = new Set([408, 425, 429]);
const isTransient = (status: number): boolean => passingStatuses.has(status) || status >= 500;

/** The id of all calls of one evaluator for one sample, equal for every attempt. */
const questionId = ({ evaluation, position, sample }: RemoteEvaluatorRequest): string =>
  `msg_${evaluation}_${sample.id}_${position}`;

/**
 * Calls a remote evaluator for a sample, and retries transient failures: 408, 425, 429, 5xx, a timeout, a
 * broken connection.
 *
 * @returns its outcome; errored, with the reason, for an unusable response.
 * @throws {unknown} the abort reason of `signal`.
 */
export async function callRemoteEvaluator(
  question: RemoteEvaluatorRequest,
  effects: RemoteEffects,
  signal: AbortSignal,
): Promise<Outcome> {
  const { rule, evaluator, sample } = question;
  for (let tries = 1; ; tries += 1) {
    const reply = await effects.send(await callOf(question, tries, effects.now()), signal);
    const { outcome, reason, passing } = readResponse(rule, reply);
    if (outcome) return outcome;
    if (!passing || tries > rule.retryCount) {
      const often = tries === 1 ? "" : `, in ${tries} attempts`;
      const sentence = `The custom evaluator at ${new URL(rule.url).origin} ${reason}${often}.`;
      return evaluator.bound.unscored(sample, "errored", sentence);
    }
    const retryAfter = reply.status === null ? null : reply.retryAfter;
    const wait = { retryAfter, now: effects.now(), random: effects.random() };
    await effects.pause(outboundRetryDelayMs(tries, wait), signal);
  }
}

async function callOf(question: RemoteEvaluatorRequest, tries: number, now: number): Promise<RemoteCall> {
  const { rule, evaluator, evaluation, sample, triesBefore, secrets } = question;
  const { url, timeoutMs } = rule;
  const attempt = triesBefore + tries;
  const body = JSON.stringify(rule.request({ evaluation, name: evaluator.key, attempt, sample }));
  const message = { id: questionId(question), timestamp: Math.floor(now / 1000), body };
  const headers = { "content-type": "application/json", ...(await signWebhook(message, secrets)) };
  return { url, headers, body, timeoutMs };
}

type PassFail =
  | { outcome: Outcome; reason?: undefined; passing?: undefined }
  | { outcome?: undefined; reason: string; passing: boolean };

function readResponse(rule: RemoteRule, reply: RemoteEvaluatorResponse): PassFail {
  if (reply.status === null) return { reason: reply.reason, passing: reply.passing };
  const { status, body } = reply;
  if (status === 200) return readBody(rule, body);
  if (status >= 300 && status < 400)
    return { reason: `returned a redirect (${status}); it must return 200`, passing: false };
  return { reason: `returned status ${status}; it must return 200`, passing: isTransient(status) };
}

function readBody(rule: RemoteRule, bytes: Uint8Array): PassFail {
  const text = decodeUtf8(bytes);
  if (text === undefined) return { reason: "returned a body that is not UTF-8", passing: false };
  const reading = readJsonText(text);
  if (reading.ok) return { outcome: rule.read(reading.value) };
  return {
    reason: `returned an invalid body: ${reading.message.replace(/\.$/, "")}`,
    passing: false,
  };
}
