// Measures the values that policies see, to compute the cost of comparing these values.
import { isNode, memberOf } from "../policy-nodes.ts";

/** The value that a chain of attributes names: `principal.name` is `["principal", "name"]`. */
export type StaticPath = readonly string[];

/** The sizes of the values of a request. */
export interface ValueSizes {
  /** Number of characters of the text at a path. For null, the longest text of the request and its entities. */
  textAt: (path: StaticPath | null) => number;
  /** Number of values in the value at a path, including the value itself. For null, all values together. */
  valuesAt: (path: StaticPath | null) => number;
}

/** The characters (code points) of a text. */
export function characters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** The values that policies see, in the engine's JSON form. */
export interface SeenValues {
  context: unknown;
  /** The attributes of the principal, of the resource, and of all other passed entities. */
  principal: unknown;
  resource: unknown;
  entities: unknown;
}

/** The size of a value: the number of values in it, itself included, and the characters of its longest text. */
interface ValueSize {
  text: number;
  values: number;
}

function measured(value: unknown): ValueSize {
  const size = { text: 0, values: 0 };
  const open: unknown[] = [value];
  for (const next of open) {
    size.values += 1;
    if (typeof next === "string") size.text = Math.max(size.text, characters(next));
    if (typeof next === "object" && next !== null) for (const part of Object.values(next)) open.push(part);
  }
  return size;
}

/**
 * Returns the value at a path; undefined if it is absent. If the path leads into another entity, returns all
 * values.
 */
function valueAt(values: SeenValues, [variable, ...names]: StaticPath): unknown {
  let value = memberOf(values, variable ?? "");
  for (const name of names) {
    if (memberOf(value, "__entity") !== undefined) return values;
    value = isNode(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }
  return value;
}

/**
 * The sizes of the values that policies see. Each value is measured once, because a policy can name it many
 * times.
 */
export function sizesOf(values: SeenValues): ValueSizes {
  const cache = new Map<string, ValueSize>();
  const sizeAt = (path: StaticPath | null): ValueSize => {
    const key = JSON.stringify(path);
    const known = cache.get(key);
    if (known) return known;
    const size = measured(path ? valueAt(values, path) : values);
    cache.set(key, size);
    return size;
  };
  return { textAt: (path) => sizeAt(path).text, valuesAt: (path) => sizeAt(path).values };
}
