// No library: this one rule is all of writing that RFC 4180 asks for, and papaparse, by which tables are read, leaves a
// carriage return unquoted.
const needsQuotes = /[",\r\n]/;
const space = /\s/;

/** Whether a text begins or ends with white space. To look at both ends is several times as fast as one expression for all. */
const hasOuterSpace = (text: string): boolean =>
  isSpace(text.charCodeAt(0)) || isSpace(text.charCodeAt(text.length - 1));

const isSpace = (code: number): boolean =>
  code === 32 || ((code < 32 || code > 127) && space.test(String.fromCharCode(code)));

/** A cell by RFC 4180: in quotes when it must be, or when a reader might cut off white space. */
export const csvCell = (text: string): string =>
  needsQuotes.test(text) || (text !== "" && hasOuterSpace(text)) ? `"${text.replaceAll('"', '""')}"` : text;
