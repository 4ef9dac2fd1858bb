type Members = Record<string, unknown>;

const isMembers = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Merges a patch into an object. Members of the patch replace existing members, objects are merged member by
 * member, and null removes a member. The arguments are not changed.
 *
 * @see RFC 7396, JSON Merge Patch.
 */
export function mergePatch(target: Members, patch: Members): Members {
  const merged = new Map(Object.entries(target));
  for (const [name, value] of Object.entries(patch)) {
    const before = merged.get(name);
    if (value === null) merged.delete(name);
    else merged.set(name, isMembers(value) ? mergePatch(isMembers(before) ? before : {}, value) : value);
  }
  return Object.fromEntries(merged);
}
