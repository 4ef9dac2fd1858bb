// Reads the rows of a file of ratings.
import * as z from "zod";
import { longText, nameText, reference, timestampInput } from "../../platform/common.ts";
import type { FieldError } from "../../platform/errors.ts";
import { fileExternalId, textOrInteger } from "../../evaluation/samples/sample-fields.ts";
import { jsonPointer } from "../../wire/json/json-pointer.ts";
import type { RowOutcome, RowPlace } from "../../wire/json/json-rows.ts";
import { fileTypeOf } from "../../wire/rows/file-types.ts";
import { raterValues } from "../../wire/rows/mapping/row-mapping.ts";
import { readRows, type RowOptions } from "../../wire/rows/read-rows.ts";
import type { RowFields } from "../../wire/rows/row-fields.ts";
import type { RubricDimension } from "../rubrics/rubric-dimensions.ts";
import { submittedLater, unknownDimension, valueMissing } from "./rating-refusals.ts";
import { dimensionReaders, type ReadDimension } from "./rating-values.ts";

/** One rater's grade for the sample of a row. */
export interface Rating {
  /** The id or the name of a reviewer. */
  rater: string;
  dimension: string;
  grade: Readonly<Record<string, unknown>>;
  /** Path of the rater in the row, for messages; empty for the whole row. */
  at: string;
}

/** The contents of a valid row: the sample, and the ratings by one or several raters. */
export interface RatedRow {
  /** Either the sample's id or its external id is not null. */
  sample: string | null;
  externalId: string | null;
  ratings: readonly Rating[];
  notes: string | null;
  /** Time of the ratings, in milliseconds since 1970; null if the row does not state it. */
  submittedAt: number | null;
}

/** The data that rows are checked against: the dimensions of the rubric, and the time of the import. */
export interface RatingTerms {
  dimensions: readonly RubricDimension[];
  now: number;
}

/** How the rows of a file become ratings. */
export interface RatingOptions extends RowOptions {
  /** The dimension of a wide table, whose columns of raters are `raters`. */
  dimension?: string | undefined;
}

const longFields: RowFields = {
  kinds: {
    sample: "text",
    external_id: "text",
    rater: "text",
    dimension: "text",
    value: "scalar",
    confidence: "text",
    notes: "text",
    submitted_at: "text",
  },
  id: "external_id",
  hasMetadata: false,
};

const wideFields: RowFields = {
  kinds: { sample: "text", external_id: "text", submitted_at: "text" },
  id: "external_id",
  hasMetadata: false,
};

const named = {
  sample: reference("sample").nullish(),
  external_id: fileExternalId,
  submitted_at: timestampInput("Time of the rating.").nullish(),
};

const namesOneSample = [
  ({
    sample,
    external_id: id,
  }: {
    sample?: string | null | undefined;
    external_id?: string | null | undefined;
  }) => ((sample ?? null) === null ? (id ?? null) !== null : (id ?? null) === null),
  { error: "must have exactly one of sample and external_id" },
] as const satisfies Parameters<z.ZodObject["refine"]>;

const longRow = z
  .strictObject({
    ...named,
    rater: textOrInteger(nameText("Id or name of the reviewer.")),
    dimension: z.string().min(1).max(100),
    value: z.unknown().optional(),
    confidence: z.string().min(1).max(50).nullish(),
    notes: longText("Comment.").nullish(),
  })
  .refine(...namesOneSample);

const wideRow = z
  .strictObject({ ...named, [raterValues]: z.record(z.string(), z.unknown()).optional() })
  .refine(...namesOneSample);

/**
 * Reads a file of ratings row by row, in bounded memory. Each rating is checked against the rubric.
 *
 * @returns one batch for each chunk of the file that completes rows.
 * @throws {ApiError} 415 for an unsupported content type; 400 if the options are not valid for the file.
 */
export async function* readRatings(
  chunks: AsyncIterable<Uint8Array>,
  { contentType, options }: { contentType: string | undefined; options: RatingOptions },
  { dimensions, now }: RatingTerms,
): AsyncGenerator<RowOutcome<RatedRow>[]> {
  const type = fileTypeOf(contentType);
  const readers = dimensionReaders(dimensions);
  const { dimension, raters = [] } = options;
  if (dimension === undefined) {
    const form = { type, takesDocuments: true, fields: longFields, schema: longRow };
    for await (const batch of readRows(chunks, form, options))
      yield batch.map((one) => (one.ok ? finished(one, now, longRatings(one.row, readers)) : one));
    return;
  }
  const form = { type, takesDocuments: true, fields: wideFields, schema: wideRow };
  const read = readers.get(dimension);
  if (!read) throw new Error(`The dimension ${dimension} of a wide table was not checked.`);
  for await (const batch of readRows(chunks, form, options))
    yield batch.map((one) =>
      one.ok ? finished(one, now, wideRatings(one.row, { raters, dimension, read })) : one,
    );
}

/** The ratings of a row, and their faults, whose paths are relative to the row. */
interface RatingsRead {
  ratings: readonly Rating[];
  notes: string | null;
  faults: readonly FieldError[];
}

function longRatings(
  { rater, dimension, value, confidence, notes }: z.output<typeof longRow>,
  readers: ReadonlyMap<string, ReadDimension>,
): RatingsRead {
  const read = readers.get(dimension);
  const common = { ratings: [], notes: notes ?? null };
  if (!read) return { ...common, faults: [unknownDimension("/dimension", dimension, [...readers.keys()])] };
  if (value === undefined) return { ...common, faults: [valueMissing("/value")] };
  const { grade, faults } = read(value, "/value");
  const stated = typeof confidence === "string" ? { ...grade, confidence } : grade;
  return { ...common, ratings: [{ rater, dimension, grade: stated, at: "/rater" }], faults };
}

function wideRatings(
  { [raterValues]: values = {} }: z.output<typeof wideRow>,
  { raters, dimension, read }: { raters: readonly string[]; dimension: string; read: ReadDimension },
): RatingsRead {
  const faults: FieldError[] = [];
  const ratings = raters.flatMap((rater, index): Rating[] => {
    const value = values[String(index)];
    if (value === undefined) return [];
    const at = jsonPointer([rater]);
    const reading = read(value, at);
    faults.push(...reading.faults);
    return [{ rater, dimension, grade: reading.grade, at }];
  });
  return { ratings, notes: null, faults };
}

function finished(
  { line, path, row }: RowPlace & { row: z.output<typeof longRow> | z.output<typeof wideRow> },
  now: number,
  { ratings, notes, faults: found }: RatingsRead,
): RowOutcome<RatedRow> {
  const { sample, external_id: id, submitted_at: given } = row;
  const submittedAt = typeof given === "string" ? Date.parse(given) : null;
  const faults =
    submittedAt !== null && submittedAt > now ? [...found, submittedLater(given ?? "", now)] : found;
  if (faults.length > 0) {
    const errors = faults.map((fault) => ({ ...fault, path: path + fault.path, line }));
    return { line, path, ok: false, errors };
  }
  const contents = { sample: sample ?? null, externalId: id ?? null, ratings, notes, submittedAt };
  return { line, path, ok: true, row: contents };
}
