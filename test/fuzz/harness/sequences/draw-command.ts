import { exampleIds } from "../../../../contract/src/platform/example-values.ts";
import { type CallerName, type CommandTemplate, words } from "./command-template.ts";
import { agentCommands, decisionCommands } from "./control-commands.ts";
import type { Draw } from "./draw.ts";
import { dataCommands, evaluationCommands } from "./evaluation-commands.ts";
import { reviewCommands } from "./review-commands.ts";
import { keyCommands, webhookCommands } from "./workspace-commands.ts";

/**
 * A request in which the sequence's ids are written as `<project 0>`, because each side has different ids.
 */
export interface Command extends Pick<CommandTemplate, "method" | "path" | "makes" | "unsettled"> {
  /** The body as it is sent. */
  body: string | undefined;
  headers: Readonly<Record<string, string>>;
  caller: CallerName;
  /** Time by which both clocks are advanced before the request (milliseconds). */
  advanceMs: number;
}

/** Number of objects of each kind in a sequence. */
type Pool = ReadonlyMap<string, number>;

const nouns = [
  keyCommands,
  webhookCommands,
  dataCommands,
  evaluationCommands,
  reviewCommands,
  agentCommands,
  decisionCommands,
];
const others: readonly CallerName[] = ["viewer", "restricted", "other admin", "reviewer 1", "nobody"];
const oddValues = [null, 0, -1, "", "x", [], {}, true];
/** A clock step that is longer than a claim, which lasts 30 minutes. */
const longMs = 35 * 60_000;

/** Returns the placeholder that stands for an object of the sequence in commands. */
export const placeOf = (kind: string, ordinal: number): string => `<${kind} ${ordinal}>`;

/**
 * Draws two groups of commands from which most commands of a sequence come, so that objects reach many
 * states.
 */
export const drawFocus = (draw: Draw): Focus => [draw.from(nouns), draw.from(nouns)];

/** Groups of commands. */
export type Focus = readonly (readonly CommandTemplate[])[];

/** The state of a sequence. */
interface Progress {
  focus: Focus;
  pool: Pool;
  sent: readonly Command[];
}

/** Draws the next command. Some commands repeat an earlier one, are malformed, or are not allowed. */
export function drawCommand(draw: Draw, { focus, pool, sent }: Progress): Command {
  if (sent.length > 0 && draw.percent(5)) return draw.from(sent);
  const template = drawTemplate(draw, pool, focus);
  const { method, path, makes, unsettled, caller = "admin" } = template;
  const body = bodyOf(template, draw, pool);
  const sendsKey = method === "POST" && draw.percent(12);
  return {
    method,
    path: filled(path, draw, pool),
    body,
    headers: {
      ...(body !== undefined && {
        "content-type": typeof template.body === "string" ? "application/x-ndjson" : "application/json",
      }),
      ...(sendsKey && { "idempotency-key": draw.from(["k1", "k2"]) }),
    },
    caller: draw.percent(8) ? draw.from(others) : caller,
    advanceMs: draw.percent(3) ? longMs : 1,
    ...(makes && { makes }),
    ...(unsettled && { unsettled }),
  };
}

/** Draws a template. The template rarely needs a kind of object that the sequence does not have yet. */
function drawTemplate(draw: Draw, pool: Pool, focus: Focus): CommandTemplate {
  for (;;) {
    const template = draw.from(draw.from(draw.percent(80) ? focus : nouns));
    const kinds = JSON.stringify([template.path, template.body]).matchAll(/\{(\w+)\}/g);
    const isPossible = [...kinds].every(([, kind = ""]) => pool.has(kind));
    if (isPossible || draw.percent(15)) return template;
  }
}

function bodyOf({ body }: CommandTemplate, draw: Draw, pool: Pool): string | undefined {
  if (body === undefined) return undefined;
  const value = filledValue(body, draw, pool);
  return typeof value === "string" ? value : JSON.stringify(draw.percent(8) ? spoilt(value, draw) : value);
}

/** Returns a body with one member removed or replaced. */
function spoilt(body: unknown, draw: Draw): unknown {
  if (typeof body !== "object" || body === null) return body;
  const name = draw.from([...Object.keys(body), "unknown"]);
  return { ...body, [name]: draw.percent(40) ? undefined : draw.from(oddValues) };
}

function filledValue(value: unknown, draw: Draw, pool: Pool): unknown {
  if (typeof value === "string") {
    const word = words[value.slice(1)];
    return value.startsWith("$") && word ? draw.from(word) : filled(value, draw, pool);
  }
  if (Array.isArray(value)) return value.map((member: unknown) => filledValue(member, draw, pool));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, filledValue(member, draw, pool)]),
  );
}

const filled = (text: string, draw: Draw, pool: Pool): string =>
  text
    .replaceAll(/\$(\w+)/g, (whole, name: string) => (words[name] ? String(draw.from(words[name])) : whole))
    .replaceAll(/\{(\w+)\}/g, (whole, kind: string) => referenceTo(kind, draw, pool));

/**
 * Returns a reference to an object in the sequence. Sometimes refers to an unknown object or to an object of
 * another kind.
 */
function referenceTo(kind: string, draw: Draw, pool: Pool): string {
  const count = pool.get(kind) ?? 0;
  if (count > 0 && !draw.percent(6)) return placeOf(kind, draw.below(count));
  if (draw.percent(30)) return draw.percent(50) ? placeOf("project", 0) : "nonsense";
  const unknown = new Map<string, string>(Object.entries(exampleIds)).get(kind === "key" ? "apiKey" : kind);
  if (unknown === undefined) throw new Error(`There are no ids of the kind "${kind}".`);
  return unknown;
}
