/** The prefix of each kind of id, by kind. An id is `<prefix>_` and 26 characters of a time-sortable 128-bit number. */
export const idPrefixes = {
  project: "proj",
  dataset: "ds",
  sample: "smp",
  model: "mdl",
  evaluation: "eval",
  rubric: "rub",
  review_task: "task",
  review: "rev",
  reviewer: "rvr",
  export: "exp",
  webhook: "whk",
  delivery: "dlv",
  api_key: "key",
  request: "req",
} as const;

/** A kind of thing that has an id. */
export type IdKind = keyof typeof idPrefixes;

// Crockford's base 32 in lower case, as TypeID uses it (https://github.com/jetify-com/typeid).
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
const values = new Map(Array.from(alphabet, (character, value) => [character, BigInt(value)] as const));
const encodedLength = 26;
/** Character code → digit, in both cases. */
const hexadecimal = new Map(
  Array.from("0123456789abcdefABCDEF", (character) => [
    character.charCodeAt(0),
    Number.parseInt(character, 16),
  ]),
);

/**
 * Writes a UUID as a typed id: `formatId("project", "0190…")` → `proj_01h4…`.
 *
 * @param uuid 32 hexadecimal digits, with or without dashes.
 */
export function formatId(kind: IdKind, uuid: string): string {
  // By digits of the UUID, as an export writes an id a row: with BigInt it takes four times as long. 130 bits are written for
  // 128, so two zeros stand in front.
  let text = `${idPrefixes[kind]}_`;
  let bits = 0;
  let waiting = 2;
  for (let position = 0; position < uuid.length; position += 1) {
    const digit = hexadecimal.get(uuid.charCodeAt(position));
    if (digit === undefined) continue;
    bits = (bits << 4) | digit;
    waiting += 4;
    if (waiting < 5) continue;
    waiting -= 5;
    text += alphabet.charAt(bits >> waiting);
    bits &= (1 << waiting) - 1;
  }
  return text;
}

/**
 * Reads a typed id back into its UUID (with dashes).
 *
 * @returns undefined when the text is no id of this kind: callers answer as for an id that does not exist.
 */
export function parseId(kind: IdKind, id: string): string | undefined {
  const prefix = `${idPrefixes[kind]}_`;
  if (!id.startsWith(prefix) || id.length !== prefix.length + encodedLength) return undefined;
  let number = 0n;
  for (const character of id.slice(prefix.length)) {
    const value = values.get(character);
    if (value === undefined) return undefined;
    number = (number << 5n) | value;
  }
  if (number >> 128n !== 0n) return undefined;
  const hex = number.toString(16).padStart(32, "0");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
