/** Maximum number of characters of a value in a message. */
const maxQuoteCharacters = 100;

const secretName =
  /api[-_]?key|secret|authorization|passw(?:or)?d|private[-_]?key|(?:^|[-_])token$|(?:access|refresh|auth)[-_]?token/i;
const splitPair = /[\uD800-\uDBFF]$/;

/** Whether a field of this name can contain a secret; messages and logs never show the values of such fields. */
export const isSecretName = (name: PropertyKey): boolean => secretName.test(String(name));

/** Cuts a text to a number of characters (UTF-16 units); a cut text ends in `…`, and no surrogate pair is split. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text.slice(0, length - 1).replace(splitPair, "")}…`;
}

/**
 * The form of a value in a message: its JSON, cut at 100 characters, without the values of fields named like secrets.
 * A large value costs no more than a small one.
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
 * The name of a field in messages: its last key, with the indexes after it: `["samples", 3, "tags", 0]` → `tags[0]`.
 *
 * @param whole the name for an empty path: `The body`.
 */
export function labelOf(segments: readonly PropertyKey[], whole: string): string {
  if (segments.length === 0) return whole;
  const lastKey = segments.findLastIndex((segment) => typeof segment !== "number");
  const indexes = segments.slice(lastKey + 1).map((index) => `[${String(index)}]`);
  return lastKey === -1
    ? `item ${indexes.join("")}`
    : cut(String(segments[lastKey]), maxQuoteCharacters) + indexes.join("");
}
