// No library: this one rule is all of writing that RFC 4180 asks for, and papaparse, by which tables are read, leaves a
// carriage return unquoted.
const needsQuotes = /[",\r\n]|^\s|\s$/;

/** A cell by RFC 4180: in quotes when it must be, or when a reader might cut off white space. */
export const csvCell = (text: string): string =>
  needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
