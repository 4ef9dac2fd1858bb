// Writing by RFC 4180 requires only the following rule, so no library is used. papaparse, which reads tables,
// would not quote a carriage return.
const needsQuotes = /[",\r\n]/;
const space = /\s/;

/**
 * Returns whether a text starts or ends with white space. Checking both ends is several times faster than one
 * expression.
 */
const hasOuterSpace = (text: string): boolean =>
  isSpace(text.charCodeAt(0)) || isSpace(text.charCodeAt(text.length - 1));

const isSpace = (code: number): boolean =>
  code === 32 || ((code < 32 || code > 127) && space.test(String.fromCharCode(code)));

/** Formats a cell by RFC 4180. Quotes the cell if required, or if a reader might trim its white space. */
export const csvCell = (text: string): string =>
  needsQuotes.test(text) || (text !== "" && hasOuterSpace(text)) ? `"${text.replaceAll('"', '""')}"` : text;
