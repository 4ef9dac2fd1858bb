import { defaultPassThreshold } from "../evaluation/sample-score.ts";
import type { Evaluator, Outcome, SampleCase, Scored, Unscored } from "./evaluator.ts";
import {
  isMissingOutput,
  type MissingOutputConfig,
  missingOutputReason,
  missingOutputSentence,
  scoredAsMissing,
} from "./missing-output.ts";

/** Settings of a `custom` evaluator, with defaults. The signing secret is stored separately. */
export interface CustomConfig extends MissingOutputConfig {
  webhook_url: string;
  /** Maximum time to wait for one response, in seconds. */
  timeout_seconds: number;
  /** Maximum number of retries after the first call. */
  retry_count: number;
}

/** The sample fields that are sent to a custom evaluator. */
export interface CustomSample extends SampleCase {
  id: string;
  external_id: string | null;
  metadata: Record<string, unknown>;
}

/** Identifies a call: its evaluation, evaluator, attempt and run. */
export interface CustomQuestion {
  /** Id of the evaluation. */
  evaluation: string;
  /** The evaluator's key in the results. */
  name: string;
  /** Number of the call for this run of the sample, starting at 1. Each retry increases it by 1. */
  attempt: number;
  /** Number of the run whose output the sample contains (1 to 100). */
  run: number;
  sample: CustomSample;
}

/** The settings in a call. The endpoint is only called about samples with an output. */
type CalledConfig = Omit<CustomConfig, keyof MissingOutputConfig>;

/** The body of a call to a custom evaluator, in wire form. */
export interface CustomRequest {
  type: "evaluation.sample.score";
  evaluation: string;
  evaluator: { type: "custom"; name: string; config: CalledConfig };
  attempt: number;
  run: number;
  sample: CustomSample;
}

/** Maximum length of a classification that a distribution can contain, in characters. */
const maxClassificationChars = 100;
const maxFlagReasonChars = 1000;
const maxDetailsKeyChars = 200;

/** Builds the body of the request for a sample's score. */
export function customRequest(
  { webhook_url, timeout_seconds, retry_count }: CustomConfig,
  question: CustomQuestion,
): CustomRequest {
  const config = { webhook_url, timeout_seconds, retry_count };
  const { evaluation, name, attempt, run, sample } = question;
  const { id, external_id, input, output, expected, metadata } = sample;
  return {
    type: "evaluation.sample.score",
    evaluation,
    evaluator: { type: "custom", name, config },
    attempt,
    run,
    sample: { id, external_id, input, output, expected, metadata },
  };
}

/**
 * Reads the response of a custom evaluator: `{score, passed?, details?, flagged?, flag_reason?}`. Other
 * fields are ignored.
 *
 * @param answer the parsed body.
 * @returns scored if the score is from 0 to 100; the sample then passes at 70 or above unless the response
 *   contains `passed`. Skipped (`not_scored`) if the score is null. Errored, with a sentence about the fault,
 *   for any other value.
 */
export function readCustomResponse(answer: unknown): Outcome {
  if (!isObject(answer)) return unusable(`it is ${kindOf(answer)}; it must be a JSON object with a score`);
  const { score } = answer;
  const fault = faultOf(answer);
  if (fault !== null) return unusable(fault);
  const details = isObject(answer["details"]) ? { ...answer["details"] } : {};
  if (score === null) return { status: "skipped", reason: "not_scored", details, tally: null };
  return scored(answer, Number(score), details);
}

function scored(answer: Answer, score: number, details: Record<string, unknown>): Scored {
  const { passed, flagged, flag_reason: reason, details: given } = answer;
  const classification = isObject(given) ? given["classification"] : undefined;
  return {
    status: "scored",
    score,
    passed: typeof passed === "boolean" ? passed : score >= defaultPassThreshold,
    flagged: flagged === true,
    flag_reason: flagged === true && typeof reason === "string" && reason !== "" ? reason : null,
    classification: isClassification(classification) ? classification : null,
    details,
    tally: null,
  };
}

type Answer = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Answer =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isClassification = (value: unknown): value is string =>
  typeof value === "string" &&
  value !== "" &&
  value !== "__proto__" &&
  value.length <= maxClassificationChars;

/** Returns what is wrong with a response, as a sentence fragment; null if the response is valid. */
function faultOf({ score, passed, flagged, flag_reason: reason, details }: Answer): string | null {
  if (score === undefined) return "score is required: it must be a number from 0 to 100, or null";
  if (score !== null && !isScore(score))
    return `score is ${shown(score)}; it must be a number from 0 to 100, or null`;
  if (!isAbsent(passed) && typeof passed !== "boolean")
    return `passed is ${shown(passed)}; it must be true or false`;
  if (!isAbsent(flagged) && typeof flagged !== "boolean")
    return `flagged is ${shown(flagged)}; it must be true or false`;
  if (!isAbsent(reason) && (typeof reason !== "string" || reason.length > maxFlagReasonChars))
    return `flag_reason is ${shown(reason)}; it must be a string of at most ${maxFlagReasonChars} characters`;
  if (!isAbsent(details) && !isObject(details))
    return `details is ${kindOf(details)}; it must be a JSON object`;
  const long = Object.keys(details ?? {}).some((key) => key.length > maxDetailsKeyChars);
  return long ? `a name in details is too long; it must have at most ${maxDetailsKeyChars} characters` : null;
}

const isScore = (value: unknown): boolean => typeof value === "number" && value >= 0 && value <= 100;
const isAbsent = (value: unknown): boolean => value === undefined || value === null;

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/**
 * Formats a received value for a message: numbers and short strings unchanged, other values by their kind.
 */
function shown(value: unknown): string {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value !== "string") return kindOf(value);
  return value.length <= 40 ? JSON.stringify(value) : `a string of ${value.length} characters`;
}

const errored = (reason: string): Unscored => ({
  status: "errored",
  reason,
  details: { reason },
  tally: null,
});

const unusable = (fault: string): Unscored =>
  errored(`The response of the custom evaluator is invalid: ${fault}.`);

/** Returns the outcome of a sample without an output, for which the endpoint is not called. */
const withoutOutput = ({ missing_output: option }: CustomConfig): Outcome =>
  option === "fail"
    ? {
        ...scoredAsMissing,
        classification: "failed",
        details: { reason: missingOutputSentence, missing_output: true },
        tally: null,
      }
    : {
        status: "skipped",
        reason: missingOutputReason,
        details: { reason: missingOutputSentence },
        tally: null,
      };

/**
 * `custom`: requests the score of each sample from an external endpoint.
 *
 * A sample without an output is scored 0 or skipped (`missing_output`) without a call. Any other sample is
 * errored until its endpoint responds.
 */
export const custom: Evaluator<CustomConfig> = {
  type: "custom",
  classifications: [],
  evaluate: (config, sample) =>
    isMissingOutput(sample.output)
      ? withoutOutput(config)
      : errored("The custom evaluator has not responded."),
  unscored: (_config, _sample, status, reason) => ({ status, reason, details: { reason }, tally: null }),
};
