const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;
const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;

/**
 * Returns the index of the quotation mark that ends a string. `start` is the index after the opening
 * quotation mark. Returns -1 if the string does not end.
 */
export function stringEnd(text: string, start: number): number {
  let end = text.indexOf('"', start);
  while (text.charCodeAt(end - 1) === backslash) {
    let first = end - 1;
    while (text.charCodeAt(first - 1) === backslash) first -= 1;
    // After an even number of backslashes, the quotation mark is not escaped.
    if ((end - first) % 2 === 0) break;
    end = text.indexOf('"', end + 1);
  }
  return end;
}

/** Counts the members written in a valid JSON text, including repeated ones. */
function writtenMembers(text: string): number {
  let members = 0;
  for (let start = text.indexOf('"'); start !== -1;) {
    let next = stringEnd(text, start + 1) + 1;
    let code = text.charCodeAt(next);
    while (isSpace(code)) code = text.charCodeAt((next += 1));
    if (code === colon) members += 1;
    start = code === quote ? next : text.indexOf('"', next);
  }
  return members;
}

/** Counts the members of all objects in a parsed value. */
function parsedMembers(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const isArray = Array.isArray(value);
  const parts: unknown[] = isArray ? value : Object.values(value);
  let members = isArray ? 0 : parts.length;
  for (const part of parts) if (typeof part === "object") members += parsedMembers(part);
  return members;
}

/**
 * Returns whether an object in a JSON text has a member twice. Takes linear time, and much less than parsing.
 *
 * @param text valid JSON.
 * @param value the parsed text, with at most the levels that the call stack allows.
 */
export const hasRepeatedMember = (text: string, value: unknown): boolean =>
  writtenMembers(text) !== parsedMembers(value);
