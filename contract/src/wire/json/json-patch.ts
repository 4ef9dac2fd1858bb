const isHolder = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/**
 * Returns a copy of arguments with the changes of a decision applied (RFC 6902: add, replace, remove).
 *
 * @param changes the operations. A response may contain other values, which cannot be applied.
 * @returns undefined if a change cannot be applied. The call is then not permitted, because the decision
 *   permits only the changed call.
 */
export function withChanges(
  args: Readonly<Record<string, unknown>>,
  changes: readonly object[] | null,
): Record<string, unknown> | undefined {
  const copy: Record<string, unknown> = structuredClone(args);
  return Array.isArray(changes) && changes.every((change) => apply(copy, change)) ? copy : undefined;
}

/**
 * Returns a copy of arguments with changes applied that a policy requires of arguments it may already have changed. A
 * member that is to be removed may be absent.
 *
 * @returns undefined if a change cannot be applied.
 */
export function withChangesAgain(
  args: Readonly<Record<string, unknown>>,
  changes: readonly { op: string }[],
): Record<string, unknown> | undefined {
  const copy: Record<string, unknown> = structuredClone(args);
  return changes.every((change) => apply(copy, change) || change.op === "remove") ? copy : undefined;
}

const operations: readonly unknown[] = ["add", "replace", "remove"];

interface Change {
  op: unknown;
  value: unknown;
}

/** @returns whether the change was applied. */
function apply(root: Record<string, unknown>, change: unknown): boolean {
  // A later version of the service, or another service, can send other operations.
  if (!isHolder(change)) return false;
  const { op, path } = change;
  if (!operations.includes(op) || typeof path !== "string") return false;
  if (op !== "remove" && !Object.hasOwn(change, "value")) return false;
  const keys = path
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  const last = keys.pop();
  let holder: unknown = root;
  for (const key of keys) holder = isHolder(holder) && Object.hasOwn(holder, key) ? holder[key] : undefined;
  if (last === undefined || !isHolder(holder)) return false;
  // The value is copied, because it belongs to the decision and a later change may alter it.
  const value: unknown = structuredClone(change["value"]);
  if (Array.isArray(holder)) return applyToList(holder, last, { op, value });
  if (op !== "add" && !Object.hasOwn(holder, last)) return false;
  if (op === "remove") delete holder[last];
  else Object.defineProperty(holder, last, { value, writable: true, enumerable: true, configurable: true });
  return true;
}

function applyToList(list: unknown[], key: string, { op, value }: Change): boolean {
  const index = key === "-" && op === "add" ? list.length : Number(/^(?:0|[1-9]\d*)$/.exec(key)?.[0]);
  const end = op === "add" ? list.length : list.length - 1;
  if (!(index <= end)) return false;
  list.splice(index, op === "add" ? 0 : 1, ...(op === "remove" ? [] : [value]));
  return true;
}
