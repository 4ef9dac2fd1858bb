import { eventKinds, type EventKind } from "@assay/contract/webhooks/webhook-events";
import type { CreateWebhook } from "../../generated/types.ts";
import { CliError } from "../cli-error.ts";

/** Options of `assay webhooks listen`. */
export interface ListenOptions {
  event?: string[];
  threshold?: string[];
  project?: string;
  port: number;
  url?: string;
  forward?: string;
  secret?: string;
}

/** Reads a port. @throws {CliError} if the text is not a number from 0 to 65,535. */
export function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new CliError(`--port is ${JSON.stringify(text)}; it must be a number from 0 to 65535.`);
}

/**
 * Parses a threshold such as `triage_accuracy=80`.
 *
 * @throws {CliError} if the text does not have this form, or the score is greater than 100.
 */
function parseThreshold(text: string): [string, { below: number }] {
  const [, evaluator = "", points = ""] = /^(.+)=(\d+(?:\.\d+)?)$/.exec(text) ?? [];
  const below = Number(points);
  if (evaluator !== "" && points !== "" && below <= 100) return [evaluator, { below }];
  throw new CliError(
    `--threshold is ${JSON.stringify(text)}; it must be an evaluator's key and a score, such as triage_accuracy=80.`,
  );
}

const isKind = (text: string): text is EventKind => eventKinds.some((kind) => kind === text);

function parseKind(text: string): EventKind {
  if (isKind(text)) return text;
  throw new CliError(`--event is ${JSON.stringify(text)}; it must be one of ${eventKinds.join(", ")}.`);
}

/**
 * Returns the subscription to register. By default, it includes every event type except threshold crossings.
 * If a threshold is given, it also includes threshold crossings.
 *
 * @throws {CliError} for an unknown kind, or an invalid threshold.
 */
export function subscriptionOf(options: ListenOptions): Pick<CreateWebhook, "event_types" | "config"> {
  const { event, threshold = [], project } = options;
  const crossing = "score.threshold_crossed" as const;
  const requested = event?.map(parseKind) ?? eventKinds.filter((kind) => kind !== crossing);
  const kinds = threshold.length > 0 ? [...new Set([...requested, crossing])] : requested;
  if (kinds.includes(crossing) && threshold.length === 0)
    throw new CliError(`--event ${crossing} requires a --threshold, such as --threshold triage_accuracy=80.`);
  const config = {
    ...(project !== undefined && { project }),
    ...(threshold.length > 0 && { thresholds: Object.fromEntries(threshold.map(parseThreshold)) }),
  };
  return { event_types: kinds, config };
}
