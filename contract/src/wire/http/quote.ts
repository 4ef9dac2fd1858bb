/** Maximum number of characters that a message shows of a value. */
const maxQuoteCharacters = 100;

const secretName =
  /api[-_]?key|secret|authorization|passw(?:or)?d|private[-_]?key|(?:^|[-_])token$|(?:access|refresh|auth)[-_]?token/i;
const splitPair = /[\uD800-\uDBFF]$/;

/**
 * Returns whether a field with this name can contain a secret. Messages and logs never show the values of
 * such fields.
 */
export const isSecretName = (name: PropertyKey): boolean => secretName.test(String(name));

/**
 * Cuts a string to a number of UTF-16 code units. A cut string ends in `…`, and surrogate pairs are not
 * split.
 */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text.slice(0, length - 1).replace(splitPair, "")}…`;
}

/**
 * Formats a value for a message: its JSON, cut at 100 characters, without the values of fields whose names
 * indicate secrets. A large value takes no more time than a small one.
 */
export function quoted(value: unknown): string {
  let text = "";
  for (const token of tokens(value)) {
    text += token;
    if (text.length > maxQuoteCharacters) break;
  }
  return cut(text, maxQuoteCharacters);
}

function* tokens(value: unknown): Generator<string> {
  if (typeof value === "string") {
    yield JSON.stringify(value.slice(0, maxQuoteCharacters));
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
    yield `${separator}${JSON.stringify(key.slice(0, maxQuoteCharacters))}:`;
    if (isSecretName(key)) yield '"(not shown)"';
    else yield* tokens(member);
    separator = ",";
  }
  yield separator === "{" ? "{}" : "}";
}

/**
 * Returns the name of a field for messages: its last key with the indexes after it.
 * `["samples", 3, "tags", 0]` → `tags[0]`.
 *
 * @param whole the name for an empty path, such as `The body`.
 */
export function labelOf(segments: readonly PropertyKey[], whole: string): string {
  if (segments.length === 0) return whole;
  const lastKey = segments.findLastIndex((segment) => typeof segment !== "number");
  const indexes = segments.slice(lastKey + 1).map((index) => `[${String(index)}]`);
  return lastKey === -1
    ? `item ${indexes.join("")}`
    : cut(String(segments[lastKey]), maxQuoteCharacters) + indexes.join("");
}
