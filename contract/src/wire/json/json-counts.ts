import { stringEnd } from "./json-members.ts";

/** Numbers of values and of object members in a JSON text. The whole text is a value, and each member contains one. */
export interface JsonCounts {
  values: number;
  members: number;
}

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const opens = (code: number): boolean => code === 0x5b || code === 0x7b;
const closes = (code: number): boolean => code === 0x5d || code === 0x7d;
const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;

/**
 * Counts the values and members of a JSON text without building the value. Ends as soon as a number exceeds its limit.
 * Takes linear time: 10 ns for each value of a text of numbers.
 *
 * @param text any text; for a text that is not JSON, the numbers have no meaning.
 */
export function countJson(text: string, limit: JsonCounts): JsonCounts {
  let values = 1;
  let members = 0;
  // Whether an array or object was opened and contains nothing yet. Its first value is counted when it is opened.
  let isEmpty = false;
  for (let at = 0; at < text.length && values <= limit.values && members <= limit.members; at += 1) {
    const code = text.charCodeAt(at);
    if (isSpace(code)) continue;
    if (closes(code) && isEmpty) values -= 1;
    isEmpty = opens(code);
    if (isEmpty || code === comma) values += 1;
    else if (code === colon) members += 1;
    else if (code === quote) {
      at = stringEnd(text, at + 1);
      if (at < 0) break;
    }
  }
  return { values, members };
}
