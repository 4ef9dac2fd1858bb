import { nameOfSegment } from "../../values/paths/pointer-segment.ts";
import { valueAtPath } from "../../values/paths/value-at-path.ts";
import { Unreadable } from "./read-list.ts";

/** JSON Pointers (RFC 6901) to the values that an evaluator reads. The empty text means the whole value. */
export interface PathConfig {
  /** The place in the output. */
  output_path?: string;
  /** The place in the expected answer. */
  expected_path?: string;
}

/** Returns whether a text is a JSON Pointer (RFC 6901). */
export const isPointer = (text: string): boolean => /^(?:\/(?:[^~/]|~[01])*)*$/u.test(text);

const segmentsOf = (pointer: string): string[] => pointer.split("/").slice(1).map(nameOfSegment);

/**
 * Returns the value that a JSON Pointer refers to; undefined if there is no value or if it is null.
 *
 * @param pointer a valid pointer; the empty text returns the whole value.
 */
export const valueAt = (root: unknown, pointer: string): unknown =>
  valueAtPath(root, segmentsOf(pointer)) ?? undefined;

/** Returns the path of a place in a sample: `output` and `/result/level` as `["output", "result", "level"]`. */
export const fieldAt = (side: "output" | "expected", pointer: string): string[] => [
  side,
  ...segmentsOf(pointer),
];

/** Formats a place for messages: `output` and `/result/level` as `output.result.level`. */
export const placeOf = (side: "output" | "expected", pointer: string): string =>
  fieldAt(side, pointer).join(".");

/** The part of an output or expected answer that an evaluator reads. */
export interface Source {
  /** The part as text, such as `output.result`. */
  place: string;
  /** The list at the place; undefined if the place has no list. */
  list: unknown[] | undefined;
  /** The object with the evaluator's fields: the place, or the whole value if the place has a list. */
  holder: unknown;
  /** The holder as text. */
  holderPlace: string;
}

/**
 * Returns the part of an output or expected answer at a path: an object with the evaluator's fields, or the list itself.
 *
 * @throws {Unreadable} if a path other than the whole value refers to a text, number or boolean.
 */
export function sourceAt(side: "output" | "expected", root: unknown, pointer = ""): Source {
  const place = placeOf(side, pointer);
  const value = valueAt(root, pointer);
  if (Array.isArray(value)) return { place, list: value, holder: root, holderPlace: side };
  if (pointer !== "" && value !== undefined && typeof value !== "object")
    throw new Unreadable(place, value, "an object or a list");
  return { place, list: undefined, holder: value, holderPlace: place };
}
