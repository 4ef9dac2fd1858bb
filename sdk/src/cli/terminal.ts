import type { Writable } from "node:stream";

/** Where text goes; a terminal says so. */
export type TextStream = Writable & { isTTY?: boolean; columns?: number };

/** What the command meets: its streams and its environment. */
export interface Io {
  stdout: TextStream;
  stderr: TextStream;
  env: Readonly<Record<string, string | undefined>>;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
}

/** Whether `stream` is a terminal on which a line can be drawn anew. */
export function isTerminal(stream: TextStream, env: Io["env"]): boolean {
  return stream.isTTY === true && env["TERM"] !== "dumb";
}

/** Whether text on `stream` may be coloured: a terminal, and nobody has set `NO_COLOR` (https://no-color.org). */
export function mayColour(stream: TextStream, env: Io["env"]): boolean {
  return isTerminal(stream, env) && !env["NO_COLOR"];
}

/** Text of unknown origin fit for a terminal: without control characters, which could move its cursor or recolour it. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Bidi_Control}]+/gu, " ");
}

/** The same for text of several lines. */
export const printableLines = (text: string): string => text.split("\n").map(printable).join("\n");

/** JSON with the control characters escaped that `JSON.stringify` leaves as they are; it means the same. */
export const printableJson = (value: unknown): string => escapeControls(JSON.stringify(value, null, 2));

/** The same on one line. */
export const printableJsonLine = (value: unknown): string => escapeControls(JSON.stringify(value));

const escapeControls = (json: string): string =>
  json.replaceAll(
    /[\u007F-\u009F\p{Bidi_Control}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
