import { isRecord } from "../../domain/values/is-record.ts";

/** Assigns a member. `__proto__` is treated like any other name. */
export function defineMember(holder: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== "__proto__") holder[name] = value;
  else Object.defineProperty(holder, name, { value, enumerable: true, configurable: true, writable: true });
}

/**
 * Sets the value at a path, and creates the missing objects on the path.
 *
 * @returns false if the path already has a value, or leads through a value that is not an object. The target
 *   may then have new empty objects on the path.
 */
export function putAt(target: Record<string, unknown>, path: readonly string[], value: unknown): boolean {
  let holder = target;
  for (const segment of path.slice(0, -1)) {
    if (!Object.hasOwn(holder, segment)) defineMember(holder, segment, {});
    const inner = holder[segment];
    if (!isRecord(inner)) return false;
    holder = inner;
  }
  const last = path.at(-1) ?? "";
  if (Object.hasOwn(holder, last)) return false;
  defineMember(holder, last, value);
  return true;
}
