/**
 * The id prefix by kind of object. An id is `<prefix>_` followed by 26 characters that encode a time-sortable
 * 128-bit number.
 */
export const idPrefixes = {
  project: "proj",
  dataset: "ds",
  sample: "smp",
  model: "mdl",
  evaluation: "eval",
  rubric: "rub",
  review_task: "task",
  review: "rev",
  adjudication: "adj",
  reviewer: "rvr",
  export: "exp",
  webhook: "whk",
  delivery: "dlv",
  api_key: "key",
  request: "req",
  event: "evt",
  decision: "dec",
  approval: "apr",
  record: "rec",
} as const;

/** A kind of object with an id. */
export type IdKind = keyof typeof idPrefixes;

// Crockford's base 32 in lower case, which TypeID also uses (https://github.com/jetify-com/typeid).
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
const values = new Map(Array.from(alphabet, (character, value) => [character, BigInt(value)] as const));
const encodedLength = 26;

/**
 * Converts a UUID to a typed id: `formatId("project", "0190…")` → `proj_01h4…`.
 *
 * @param uuid 32 hexadecimal digits, with or without dashes.
 */
export function formatId(kind: IdKind, uuid: string): string {
  let text = `${idPrefixes[kind]}_`;
  let bits = 0;
  let digits = 0;
  for (let at = 0; at < uuid.length; at += 1) {
    const code = uuid.charCodeAt(at);
    if (code === dash) continue;
    bits = (bits << 4) | (digitValues[code] ?? 0);
    digits += 1;
    // The first two digits become two characters, and each further group of five digits becomes four characters.
    if (digits % 5 !== 2) continue;
    text += digits === 2 ? pairOf(bits) : pairOf(bits >> 10) + pairOf(bits);
    bits = 0;
  }
  return text;
}

const dash = "-".charCodeAt(0);

/** The values of hexadecimal digits by their character codes. */
const digitValues = new Uint8Array(128);
for (const [value, digit] of Array.from("0123456789abcdef").entries()) {
  digitValues[digit.charCodeAt(0)] = value;
  digitValues[digit.toUpperCase().charCodeAt(0)] = value;
}

/** The two characters for each value of ten bits. */
const pairs = Array.from(alphabet, (first) => Array.from(alphabet, (second) => first + second)).flat();
const pairOf = (bits: number): string => pairs[bits & 1023] ?? "";

/**
 * Converts a typed id back to its UUID (with dashes).
 *
 * @returns undefined if the string is not an id of this kind. Callers then handle it like an unknown id.
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
