// Calls a remote evaluator. Server and mock share this protocol; only their `RemoteEffects` differ.
import type { CustomQuestion, CustomRequest, CustomSample } from "../../domain/evaluators/custom.ts";
import type { Outcome, SampleCase } from "../../domain/evaluators/evaluator.ts";
import { outboundRetryDelayMs } from "../../platform/outbound/retry-delay.ts";
import { decodeUtf8, readJsonText } from "../../wire/json/json-text.ts";
import { signWebhook } from "../../wire/http/webhook-signature.ts";

/** The rule that defines how to call a remote evaluator. */
export interface RemoteRule {
  url: string;
  /** Maximum time to wait for one response, in milliseconds. */
  timeoutMs: number;
  /** Maximum number of retries after a transient failure. */
  retryCount: number;
  /** Builds the body of a call. */
  request(question: CustomQuestion): CustomRequest;
  /** Reads a parsed response. Never throws. */
  read(answer: unknown): Outcome;
}

/** An outgoing HTTP call. */
export interface RemoteCall {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  timeoutMs: number;
  /** Set if only the status of the response matters. The body may then be invalid or endless. */
  ignoresBody?: boolean;
}

/**
 * The result of a call: a response, or the reason why there is no response. The reason is a sentence fragment
 * with the endpoint as its subject.
 */
export type RemoteEvaluatorResponse =
  | { status: number; retryAfter: string | null; body: Uint8Array }
  /** `passing` is true if the failure is transient. */
  | { status: null; reason: string; passing: boolean };

/** The side effects of calls. */
export interface RemoteEffects {
  /**
   * Sends one call and reads the whole response.
   *
   * @throws {unknown} the abort reason of `signal`, and nothing else.
   */
  send(call: RemoteCall, signal: AbortSignal): Promise<RemoteEvaluatorResponse>;
  /** Waits for a number of milliseconds. @throws {unknown} the abort reason of `signal`. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
  /** Returns the current time in milliseconds since 1970. */
  now(): number;
  /** Returns a random number from 0 to below 1. */
  random(): number;
}

/**
 * The evaluator to call: its key in results, and a function that creates the outcome for an unscored sample.
 */
interface CalledEvaluator {
  key: string;
  bound: { unscored(sample: SampleCase, status: "errored", reason: string): Outcome };
}

/**
 * Returns the rule for calling an evaluator about a sample. Returns undefined if the evaluator is local, or if
 * the sample already has an outcome because it has no output.
 */
export const remoteRuleFor = (
  { remote }: { remote?: RemoteRule },
  outcome: Outcome | undefined,
): RemoteRule | undefined => (outcome === undefined || outcome.status === "errored" ? remote : undefined);

/** Returns a run of a sample in the form of calls. @param sample.id the public id. */
export const customSampleOf = ({
  id,
  externalId,
  input,
  output,
  expected,
  metadata,
}: SampleCase & {
  id: string;
  externalId: string | null;
  metadata: Readonly<Record<string, unknown>>;
}): CustomSample => ({
  id,
  external_id: externalId,
  input,
  output,
  expected,
  metadata: { ...metadata },
});

/** A request for one evaluator's score for one sample. */
export interface RemoteEvaluatorRequest {
  evaluator: CalledEvaluator;
  rule: RemoteRule;
  /** Id of the evaluation. */
  evaluation: string;
  /** The evaluator's index in the evaluation. */
  position: number;
  /** Number of the run. */
  run: number;
  sample: CustomSample;
  /** Maximum number of attempts in earlier runs of the same job, which stopped before they finished. */
  triesBefore: number;
  /** Number of attempts that failed before this job continued the work of another; they count as retries (default 0). */
  triesFailed?: number | undefined;
  /** The secrets that sign calls, newest first. */
  secrets: readonly string[];
}

const passingStatuses = new Set([408, 425, 429]);
const isTransient = (status: number): boolean => passingStatuses.has(status) || status >= 500;

/** Returns the id of calls to one evaluator for one run of a sample. All attempts have the same id. */
const questionId = ({ evaluation, position, run, sample }: RemoteEvaluatorRequest): string =>
  `msg_${evaluation}_${sample.id}_${position}${run === 1 ? "" : `_${run}`}`;

/**
 * Calls a remote evaluator for a sample, and retries after transient failures: status 408, 425, 429 or 5xx, a
 * timeout, or a broken connection.
 *
 * @returns the evaluator's outcome; errored, with the reason, if the response is unusable.
 * @throws {unknown} the abort reason of `signal`.
 */
export async function callRemoteEvaluator(
  question: RemoteEvaluatorRequest,
  effects: RemoteEffects,
  signal: AbortSignal,
): Promise<Outcome> {
  const { rule, evaluator, sample, triesFailed = 0 } = question;
  for (let tries = triesFailed + 1; ; tries += 1) {
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
  const { rule, evaluator, evaluation, run, sample, triesBefore, secrets } = question;
  const { url, timeoutMs } = rule;
  const attempt = triesBefore + tries;
  const body = JSON.stringify(rule.request({ evaluation, name: evaluator.key, attempt, run, sample }));
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
