/** Most characters of a value that a message shows. */
const longestQuote = 100;

const secretName =
  /api[-_]?key|secret|authorization|passw(?:or)?d|private[-_]?key|(?:^|[-_])token$|(?:access|refresh|auth)[-_]?token/i;
const splitPair = /[\uD800-\uDBFF]$/;

/** Whether a field of this name may hold a secret; the values of such fields are never repeated in messages or logs. */
export const isSecretName = (name: PropertyKey): boolean => secretName.test(String(name));

/** Cuts a text to a number of characters (UTF-16 units); a cut text ends in `…`, and no surrogate pair is split. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text.slice(0, length - 1).replace(splitPair, "")}…`;
}

/**
 * Shows a value in a message: its JSON, cut at 100 characters, with what secret-sounding fields hold left out.
 * Costs no more for a large value than for a small one.
 */
export function quoted(value: unknown): string {
  let text = "";
  for (const token of tokens(value)) {
    text += token;
    if (text.length > longestQuote) break;
  }
  return cut(text, longestQuote);
}

function* tokens(value: unknown): Generator<string> {
  if (typeof value === "string") {
    yield JSON.stringify(value.slice(0, longestQuote));
  } else if (Array.isArray(value)) {
    let separator = "[";
    for (const item of value) {
      yield separator;
      yield* tokens(item);
      separator = ",";
    }
    yield value.length > 0 ? "]" : "[]";
  } else if (typeof value === "object" && value !== null) {
    yield* members(value);
  } else {
    yield String(value);
  }
}

function* members(value: object): Generator<string> {
  let separator = "{";
  for (const [key, member] of Object.entries(value)) {
    yield `${separator}${JSON.stringify(key.slice(0, longestQuote))}:`;
    if (isSecretName(key)) yield '"(not shown)"';
    else yield* tokens(member);
    separator = ",";
  }
  yield separator === "{" ? "{}" : "}";
}

/**
 * What a message calls a field: its last key, with the indexes after it: `["samples", 3, "tags", 0]` → `tags[0]`.
 *
 * @param whole what to call the whole, when there are no segments: `The body`.
 */
export function labelOf(segments: readonly PropertyKey[], whole: string): string {
  if (segments.length === 0) return whole;
  const lastKey = segments.findLastIndex((segment) => typeof segment !== "number");
  const indexes = segments.slice(lastKey + 1).map((index) => `[${String(index)}]`);
  return lastKey === -1
    ? `item ${indexes.join("")}`
    : cut(String(segments[lastKey]), longestQuote) + indexes.join("");
}
