import type { Writable } from "node:stream";

/** A destination for text, possibly a terminal. */
export type TextStream = Writable & { isTTY?: boolean; columns?: number };

/** The command's streams and environment. */
export interface Io {
  stdout: TextStream;
  stderr: TextStream;
  env: Readonly<Record<string, string | undefined>>;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
  /** Aborted when the reader of stdout stops reading. */
  readerGone: AbortSignal;
}

/** Whether `stream` is a terminal that can redraw a line. */
export function isTerminal(stream: TextStream, env: Io["env"]): boolean {
  return stream.isTTY === true && env["TERM"] !== "dumb";
}

/** Whether `stream` supports colors: it is a terminal, and `NO_COLOR` (https://no-color.org) is not set. */
export function supportsColor(stream: TextStream, env: Io["env"]): boolean {
  return isTerminal(stream, env) && !env["NO_COLOR"];
}

/** Replaces control characters in untrusted text, because they could move the cursor or change colors. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Bidi_Control}]+/gu, " ");
}

/** Applies {@link printable} to each line. */
export const printableLines = (text: string): string => text.split("\n").map(printable).join("\n");

/** Formats JSON and escapes the control characters that `JSON.stringify` does not escape. */
export const printableJson = (value: unknown): string => escapeControls(JSON.stringify(value, null, 2));

/** Formats JSON like {@link printableJson}, but on one line. */
export const printableJsonLine = (value: unknown): string => escapeControls(JSON.stringify(value));

const escapeControls = (json: string): string =>
  json.replaceAll(
    /[\u007F-\u009F\p{Bidi_Control}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
