/** A text at any position of a JSON value. */
export interface TextPlace {
  text: string;
  /** JSON Pointer (RFC 6901) of the text; of a member's name: of its object, followed by `/*`. */
  path: string;
  /**
   * Name of the member that contains the text, or an array of such texts; null: a name itself, or no member.
   */
  member: string | null;
}

const escaped = (key: string): string =>
  /[~/]/.test(key) ? key.replaceAll("~", "~0").replaceAll("/", "~1") : key;

/**
 * Whether any text of a JSON value matches. Most values have no match, and this test takes a fifth of the
 * time of `textPlaces`.
 *
 * @param isWanted receives the member as in a {@link TextPlace}.
 */
export function someText(
  value: unknown,
  isWanted: (text: string, member: TextPlace["member"]) => boolean,
): boolean {
  const open: unknown[] = [value];
  const members: TextPlace["member"][] = [null];
  while (open.length > 0) {
    const found = open.pop();
    const member = members.pop() ?? null;
    if (typeof found === "string") {
      if (isWanted(found, member)) return true;
    } else if (Array.isArray(found)) {
      for (const item of found as unknown[]) {
        open.push(item);
        members.push(member);
      }
    } else if (typeof found === "object" && found !== null) {
      const inside = found as Readonly<Record<string, unknown>>;
      for (const key of Object.keys(inside)) {
        if (isWanted(key, null)) return true;
        open.push(inside[key]);
        members.push(key);
      }
    }
  }
  return false;
}

/**
 * Every text of a JSON value, in document order, including member names. Not recursive, so that depth uses no
 * stack.
 */
export function* textPlaces(value: unknown): Generator<TextPlace> {
  const open: { value: unknown; path: string; member: string | null }[] = [{ value, path: "", member: null }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value: found, path, member } = next;
    if (typeof found === "string") {
      yield { text: found, path, member };
    } else if (Array.isArray(found)) {
      for (let index = found.length - 1; index >= 0; index -= 1) {
        open.push({ value: found[index], path: `${path}/${index}`, member });
      }
    } else if (typeof found === "object" && found !== null) {
      const entries: [string, unknown][] = Object.entries(found);
      for (const [key] of entries) yield { text: key, path: `${path}/*`, member: null };
      for (let index = entries.length - 1; index >= 0; index -= 1) {
        const [key, inner] = entries[index] ?? ["", undefined];
        open.push({ value: inner, path: `${path}/${escaped(key)}`, member: key });
      }
    }
  }
}
