import { pointerSegment } from "../values/paths/pointer-segment.ts";

/** A string in a JSON value, at any position: a value or the name of a member. */
export interface TextPlace {
  text: string;
  /**
   * JSON Pointer (RFC 6901) to the text. For the name of a member, the pointer to the object, followed by
   * `/*`.
   */
  path: string;
  /**
   * Name of the member that contains the text, directly or in an array. Null if the text is itself the name
   * of a member, or is not in a member.
   */
  member: string | null;
  /** Whether the text is the name of a member. */
  isName: boolean;
  /** Whether any member around the text has a marked name. */
  isBelowMark: boolean;
}

/**
 * Returns whether any text in a JSON value matches. Takes a fifth of the time of `textPlaces`. Most values
 * have no match, and need no further search.
 *
 * @param isWanted receives a text and its member, as defined in {@link TextPlace}.
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

interface OpenPlace extends Pick<TextPlace, "path" | "member" | "isBelowMark"> {
  value: unknown;
}

/**
 * Yields every text in a JSON value, including member names, in document order. Does not use recursion, so
 * that deep values cannot overflow the stack. A search should not read the path of each text,
 * because all paths together may be much longer than the value.
 *
 * @param isMarked returns whether the name of a member is marked; called once for each member.
 */
export function* textPlaces(
  value: unknown,
  isMarked: (name: string) => boolean = () => false,
): Generator<TextPlace> {
  const open: OpenPlace[] = [{ value, path: "", member: null, isBelowMark: false }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value: found, path, member, isBelowMark } = next;
    if (typeof found === "string") {
      yield { text: found, path, member, isBelowMark, isName: false };
    } else if (Array.isArray(found)) {
      for (let index = found.length - 1; index >= 0; index -= 1) {
        open.push({ value: found[index], path: `${path}/${index}`, member, isBelowMark });
      }
    } else if (typeof found === "object" && found !== null) {
      const entries: [string, unknown][] = Object.entries(found);
      for (const [key] of entries)
        yield { text: key, path: `${path}/*`, member: null, isBelowMark, isName: true };
      for (let index = entries.length - 1; index >= 0; index -= 1) {
        const [key, inner] = entries[index] ?? ["", undefined];
        const inside = { path: `${path}/${pointerSegment(key)}`, member: key };
        open.push({ ...inside, value: inner, isBelowMark: isMarked(key) || isBelowMark });
      }
    }
  }
}
