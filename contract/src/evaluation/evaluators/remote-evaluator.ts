// How an evaluator that somebody else runs is asked: the same for the server and the mock, which differ in what sends.
import type { CustomQuestion, CustomRequest, CustomSample } from "../../domain/evaluators/custom.ts";
import type { Outcome, SampleCase } from "../../domain/evaluators/evaluator.ts";
import { outboundRetryDelayMs } from "../../platform/outbound/retry-delay.ts";
import { decodeUtf8, readJsonText } from "../../wire/json/json-text.ts";
import { signWebhook } from "../../wire/http/webhook-signature.ts";

/** What makes an evaluator a remote one. */
export interface RemoteRule {
  url: string;
  /** Longest wait for one answer. */
  timeoutMs: number;
  /** Calls that may follow the first, when that fails in a way that passes. */
  retryCount: number;
  /** The body of a call. */
  request(question: CustomQuestion): CustomRequest;
  /** What a parsed answer says. Never throws. */
  read(answer: unknown): Outcome;
}

/** A call on its way out. */
export interface RemoteCall {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  timeoutMs: number;
  /** The answer's status says it all, whatever its body is and whether it ends. */
  ignoresBody?: boolean;
}

/** What became of a call: an answer, or why there is none, as half a sentence whose subject is the endpoint. */
export type RemoteEvaluatorResponse =
  | { status: number; retryAfter: string | null; body: Uint8Array }
  /** `passing`: the next try may well succeed. */
  | { status: null; reason: string; passing: boolean };

/** Where calls go out, and what time it is. */
export interface RemoteEffects {
  /** Sends one call and reads its answer whole. @throws {unknown} what `signal` was aborted with, and nothing else. */
  send(call: RemoteCall, signal: AbortSignal): Promise<RemoteEvaluatorResponse>;
  /** Waits. @throws {unknown} what `signal` was aborted with. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
  /** Milliseconds since 1970. */
  now(): number;
  /** From 0 to below 1. */
  random(): number;
}

/** Who is asked: its key in the results, and what it gives for a sample that it did not score. */
interface AskedEvaluator {
  key: string;
  bound: { unscored(sample: SampleCase, status: "errored", reason: string): Outcome };
}

/** How an evaluator is called about a sample; undefined when its outcome needs no call: it is not remote, or skipped. */
export const remoteRuleFor = (
  { remote }: { remote?: RemoteRule },
  outcome: Outcome | undefined,
): RemoteRule | undefined => (outcome?.status === "skipped" ? undefined : remote);

/** One evaluator that is asked about one sample. */
export interface RemoteEvaluatorRequest {
  evaluator: AskedEvaluator;
  rule: RemoteRule;
  /** Id of the evaluation. */
  evaluation: string;
  /** The evaluator's place in it. */
  position: number;
  sample: CustomSample;
  /** How often it may have been asked before: by a worker that did not come to its end. */
  triesBefore: number;
  /** What calls are signed with, the newest first. */
  secrets: readonly string[];
}

const passingStatuses = new Set([408, 425, 429]);
const isTransient = (status: number): boolean => passingStatuses.has(status) || status >= 500;

/** The name of all calls about one sample by one evaluator: the same however often it is asked. */
const questionId = ({ evaluation, position, sample }: RemoteEvaluatorRequest): string =>
  `msg_${evaluation}_${sample.id}_${position}`;

/**
 * Asks a remote evaluator about a sample, again where the call failed in a way that passes: 408, 425, 429, 5xx, no answer
 * in time, a broken connection.
 *
 * @returns what it says; errored, with the reason, when it says nothing that can be used.
 * @throws {unknown} what `signal` was aborted with.
 */
export async function callRemoteEvaluator(
  question: RemoteEvaluatorRequest,
  effects: RemoteEffects,
  signal: AbortSignal,
): Promise<Outcome> {
  const { rule, evaluator, sample } = question;
  for (let tries = 1; ; tries += 1) {
    const reply = await effects.send(await callOf(question, tries, effects.now()), signal);
    const { outcome, reason, passing } = judged(rule, reply);
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

function judged(rule: RemoteRule, reply: RemoteEvaluatorResponse): PassFail {
  if (reply.status === null) return { reason: reply.reason, passing: reply.passing };
  const { status, body } = reply;
  if (status === 200) return readBody(rule, body);
  if (status >= 300 && status < 400)
    return { reason: `answered with a redirect (${status}), which is not followed`, passing: false };
  return { reason: `answered ${status}; it must answer 200`, passing: isTransient(status) };
}

function readBody(rule: RemoteRule, bytes: Uint8Array): PassFail {
  const text = decodeUtf8(bytes);
  if (text === undefined) return { reason: "answered with a body that is not UTF-8", passing: false };
  const reading = readJsonText(text);
  if (reading.ok) return { outcome: rule.read(reading.value) };
  return {
    reason: `answered with a body that cannot be read: ${reading.message.replace(/\.$/, "")}`,
    passing: false,
  };
}
