import { eventKinds, type EventKind } from "@assay/contract/webhooks/webhook-events";
import type { CreateWebhook } from "../../generated/types.ts";
import { CannotRun } from "../cannot-run.ts";

/** What the command line says of listening. */
export interface ListenOptions {
  event?: string[];
  threshold?: string[];
  project?: string;
  port: number;
  url?: string;
  forward?: string;
  secret?: string;
}

/** Reads a port. @throws {CannotRun} when it is none. */
export function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new CannotRun(`--port is ${JSON.stringify(text)}; it must be a number from 0 to 65535.`);
}

/** `triage_accuracy=80` → its threshold. @throws {CannotRun} when it is of another form. */
function parseThreshold(text: string): [string, { below: number }] {
  const [, evaluator = "", points = ""] = /^(.+)=(\d+(?:\.\d+)?)$/.exec(text) ?? [];
  const below = Number(points);
  if (evaluator !== "" && points !== "" && below <= 100) return [evaluator, { below }];
  throw new CannotRun(
    `--threshold is ${JSON.stringify(text)}; it must be an evaluator's key and a score, such as triage_accuracy=80.`,
  );
}

const isKind = (text: string): text is EventKind => eventKinds.some((kind) => kind === text);

function parseKind(text: string): EventKind {
  if (isKind(text)) return text;
  throw new CannotRun(`--event is ${JSON.stringify(text)}; it must be one of ${eventKinds.join(", ")}.`);
}

/**
 * What is registered: by default every kind of event; crossed thresholds when one is given.
 *
 * @throws {CannotRun} for a kind that there is not, or a threshold of the wrong form.
 */
export function subscriptionOf(options: ListenOptions): Pick<CreateWebhook, "event_types" | "config"> {
  const { event, threshold = [], project } = options;
  const crossing = "score.threshold_crossed" as const;
  const asked = event?.map(parseKind) ?? eventKinds.filter((kind) => kind !== crossing);
  const kinds = threshold.length > 0 ? [...new Set([...asked, crossing])] : asked;
  if (kinds.includes(crossing) && threshold.length === 0)
    throw new CannotRun(`--event ${crossing} needs a --threshold, such as --threshold triage_accuracy=80.`);
  const config = {
    ...(project !== undefined && { project }),
    ...(threshold.length > 0 && { thresholds: Object.fromEntries(threshold.map(parseThreshold)) }),
  };
  return { event_types: kinds, config };
}
