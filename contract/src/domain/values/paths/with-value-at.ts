import { isRecord } from "../is-record.ts";

/**
 * Returns a JSON value with a member set to a value. Absent objects on the path are created; a root that is null counts as
 * absent. Other members and the given root are not changed.
 *
 * @param path the names of the members; if it is empty, the value replaces the root.
 * @returns undefined if the path leads through a value that is not an object, such as a list or null.
 */
export function withValueAt(
  root: unknown,
  path: readonly string[],
  value: unknown,
): { value: unknown } | undefined {
  return setAt(root ?? undefined, path, value);
}

function setAt(root: unknown, path: readonly string[], value: unknown): { value: unknown } | undefined {
  const [name, ...rest] = path;
  if (name === undefined) return { value };
  if (root !== undefined && !isRecord(root)) return undefined;
  const child = setAt(root && Object.hasOwn(root, name) ? root[name] : undefined, rest, value);
  return child && { value: { ...root, [name]: child.value } };
}
