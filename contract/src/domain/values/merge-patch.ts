import { isRecord } from "./is-record.ts";

type Members = Record<string, unknown>;

/**
 * Merges a patch into an object. Members of the patch replace existing members, objects are merged member by
 * member, and null removes a member. The arguments are not changed.
 *
 * @param isWhole returns whether an object is replaced as a whole, like an array; by default, no object is.
 * @see RFC 7396, JSON Merge Patch.
 */
export function mergePatch(
  target: Members,
  patch: Members,
  isWhole: (value: object) => boolean = () => false,
): Members {
  const merged = new Map(Object.entries(target));
  for (const [name, value] of Object.entries(patch)) {
    const before = merged.get(name);
    if (value === null) merged.delete(name);
    else if (!isRecord(value)) merged.set(name, value);
    else {
      const merges = isRecord(before) && !isWhole(before) && !isWhole(value);
      merged.set(name, mergePatch(merges ? before : {}, value, isWhole));
    }
  }
  return Object.fromEntries(merged);
}
