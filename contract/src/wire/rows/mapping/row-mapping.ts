import type { ApiError, FieldError } from "../../../platform/errors.ts";
import { nameOfSegment } from "../../../domain/values/paths/pointer-segment.ts";
import { validationFailed } from "../../../platform/validation/validation.ts";
import { quoted } from "../../http/quote.ts";
import { acceptedFields, fieldPath, kindOfField, pathsOverlap, type RowFields } from "../row-fields.ts";

/** How the fields of a row that are neither mapped nor fields of the import are handled. */
type Rest = "error" | "metadata" | "drop";

/** The options that assign the members or columns of a file to fields. */
export interface MappingOptions {
  /** Pairs `SOURCE=TARGET`. */
  map?: readonly string[] | undefined;
  /** By default `metadata` if there are pairs and the rows have metadata, otherwise `error`. */
  rest?: Rest | undefined;
  /** Whether the rows are the members of an object, whose keys are the ids. */
  keyed?: boolean | undefined;
  /** The sources of the values of a wide table, one per rater. */
  raters?: readonly string[] | undefined;
}

/** The member of a row with the values of a wide table, by the position of the rater. */
export const raterValues = "values";

/** A pair: the value at a source becomes the value of a target. */
export interface MappedPair {
  /** The parameter of the request that contains the pair. */
  option: "map" | "raters";
  /** The position of the pair in the parameter, starting at 0. */
  index: number;
  /** The source as written, which is the name of a column or member, or a JSON Pointer. */
  source: string;
  /** The path of the source in a row. */
  from: readonly string[];
  /** The path of the field. */
  target: readonly string[];
}

/** How the members or columns of a file become fields. */
export interface RowMapping {
  fields: RowFields;
  pairs: readonly MappedPair[];
  rest: Rest;
  keyed: boolean;
}

/**
 * Reads the options of a mapping.
 *
 * @throws {ApiError} 400 with the path of each faulty pair (`query/map/0`) or of `rest`.
 */
export function readMapping(
  { map = [], rest: chosen, keyed = false, raters = [] }: MappingOptions,
  fields: RowFields,
): RowMapping {
  const faults: FieldError[] = [];
  const pairs = raters.map(raterPair);
  for (const [index, text] of map.entries()) {
    const pair = readPair(text, index, fields);
    const problem = typeof pair === "string" ? pair : targetProblem(pair, pairs, { fields, keyed });
    if (problem !== undefined)
      faults.push({
        path: `query/map/${index}`,
        code: "invalid_value",
        message: `map[${index}] is ${quoted(text)}; ${problem}.`,
      });
    else if (typeof pair !== "string") pairs.push(pair);
  }
  if (chosen === "metadata" && !fields.hasMetadata)
    faults.push({
      path: "query/rest",
      code: "invalid_value",
      message: "rest is metadata; it must be error or drop, because these rows have no metadata.",
    });
  if (faults.length > 0) throw validationFailed(faults);
  const rest = chosen ?? (pairs.length > 0 && fields.hasMetadata ? "metadata" : "error");
  return { fields, pairs, rest, keyed };
}

const raterPair = (source: string, index: number): MappedPair => ({
  option: "raters",
  index,
  source,
  from: pathOfSource(source),
  target: [raterValues, String(index)],
});

/** Reads a pair. @returns the problem if the pair is not valid. */
function readPair(text: string, index: number, fields: RowFields): MappedPair | string {
  const at = text.lastIndexOf("=");
  if (at < 1) return "it must be SOURCE=TARGET, such as question=input.question";
  const source = text.slice(0, at);
  const target = text.slice(at + 1);
  if (source.startsWith("/") && /~(?![01])/.test(source))
    return "its source must be a JSON Pointer: write ~ as ~0";
  const path = target === "id" ? [fields.id] : fieldPath(target);
  if (kindOfField(fields, path) === undefined) return `its target must be one of ${acceptedFields(fields)}`;
  return { option: "map", index, source, from: pathOfSource(source), target: path };
}

/** Returns the path of a source in a row: the segments of a JSON Pointer, or the name of a member. */
const pathOfSource = (source: string): string[] =>
  source.startsWith("/") ? source.slice(1).split("/").map(nameOfSegment) : [source];

function targetProblem(
  { target }: MappedPair,
  earlier: readonly MappedPair[],
  { fields, keyed }: { fields: RowFields; keyed: boolean },
): string | undefined {
  if (keyed && fillsId(target, fields)) return "the key of each row is its id, so id must not be mapped";
  const other = earlier.find((one) => fillsSame(one.target, target, fields));
  return other && `map[${other.index}] already fills ${other.target.join(".")}`;
}

/** Whether a field is the id of the row, under either of its names. */
export const fillsId = ([field = ""]: readonly string[], { id }: RowFields): boolean =>
  field === id || field === "external_id";

/** Whether two fields are the same field, or one of them is part of the other. */
export const fillsSame = (one: readonly string[], other: readonly string[], fields: RowFields): boolean =>
  pathsOverlap(one, other) || (fillsId(one, fields) && fillsId(other, fields));

/** 400: no row of the file has the source of a pair. */
export const sourcesNotFound = (pairs: readonly MappedPair[]): ApiError =>
  validationFailed(
    pairs.map(({ option, index, source }) => ({
      path: `query/${option}/${index}`,
      code: "not_found",
      message: `${option}[${index}] names ${quoted(source)}, which no row of the file contains.`,
    })),
  );
