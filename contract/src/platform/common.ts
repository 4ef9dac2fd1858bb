import * as z from "zod";
import { maxJsonBytes } from "../wire/json/max-json-bytes.ts";
import { type IdKind, idPrefixes } from "./ids.ts";
import { limits } from "./limits.ts";

/** Creates the schema of a time in ISO 8601 (UTC) with milliseconds. */
export const timestamp = (description: string) =>
  z.iso
    .datetime({ precision: 3 })
    .max(24)
    .meta({ description: `${description} ISO 8601 UTC with milliseconds.`, format: "date-time" });

/** Creates the schema of a time in the control plane API. */
export const milliseconds = (description: string) =>
  z
    .int()
    .min(0)
    .meta({ description: `${description} Milliseconds since 1970.` });

/**
 * Creates the schema of a time in a request. Any offset and precision of ISO 8601 is valid; milliseconds are
 * stored.
 */
export const timestampInput = (description: string) =>
  z.iso
    .datetime({ offset: true })
    .max(40)
    .refine(inCommonYears, { error: "must be in the years 1 to 9999 (UTC)" })
    .meta({ description: `${description} ISO 8601 with a time zone.` });

/** Creates the schema of a day in a query, such as `2026-03-31`, or a time with a time zone. */
export const queryDate = (description: string) =>
  z
    .string()
    .max(maxDateCharacters)
    .refine((text) => text.length > maxDateCharacters || isDateOrInstant(text), {
      error: "must be a date such as 2026-03-31, or an ISO 8601 timestamp with a time zone",
    })
    .meta({ description: `${description} A date (\`2026-03-31\`) or ISO 8601 with a time zone.` });

const maxDateCharacters = 40;
const date = z.iso.date();
const instant = z.iso.datetime({ offset: true });

const isDateOrInstant = (text: string): boolean =>
  (date.safeParse(text).success || instant.safeParse(text).success) && inCommonYears(text);

function inCommonYears(text: string): boolean {
  const year = new Date(text).getUTCFullYear();
  // Strings that are not a time pass here, because a different check reports them.
  return Number.isNaN(year) || (year >= 1 && year <= 9999);
}

/** Creates the schema of an object's id in responses. */
export const idOf = (kind: IdKind) =>
  z
    .string()
    .max(64)
    .meta({ description: `Id of the ${kind.replaceAll("_", " ")}: \`${idPrefixes[kind]}_…\`.` });

/**
 * Creates the schema of an id in a path or body, which can be any string. Handlers reject unknown ids with
 * 404 or 422.
 */
export const reference = (kind: IdKind, description = `Id of the ${kind.replaceAll("_", " ")}.`) =>
  z.string().min(1).max(200).meta({ description });

/** Creates the schema of path parameters that consist of one id. */
export const pathId = (kind: IdKind) => z.object({ id: reference(kind) });

/** Creates the schema of a display name with 1 to 200 characters. */
export const nameText = (description: string) => z.string().min(1).max(200).meta({ description });

/** Creates the schema of a longer text with up to 10,000 characters. */
export const longText = (description: string) => z.string().max(10_000).meta({ description });

/**
 * Makes a field of a request optional. Null is equivalent to omitting the field.
 *
 * @returns the schema whose output is the value or undefined.
 */
export const optional = <T extends z.ZodType>(schema: T) =>
  schema
    .nullish()
    .transform((value) => value ?? undefined)
    .meta(metaOf(schema));

/** Gives an optional field of a request a default. Null is equivalent to omitting the field. */
export const withDefault = <T extends z.ZodType>(schema: T, value: z.output<T>) =>
  schema
    .nullish()
    .transform((given) => given ?? value)
    .meta({ ...metaOf(schema), default: value });

/** Returns the metadata to copy to a wrapping schema: the description, but not the id of a component. */
function metaOf(schema: z.ZodType): z.GlobalMeta {
  const { description } = z.globalRegistry.get(schema) ?? {};
  return description === undefined ? {} : { description };
}

const utf8 = new TextEncoder();

/** Returns whether the JSON of a value has at most `limit` bytes. */
export function withinBytes(value: unknown, limit: number): boolean {
  if (maxJsonBytes(value, limit) <= limit) return true;
  return utf8.encode(JSON.stringify(value) ?? "").length <= limit;
}

/**
 * Returns a schema that also rejects a member named `__proto__`, which zod's objects and records drop silently. Every
 * schema of a request with open member names needs it.
 */
export const refusingProto = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess<unknown, Schema, z.input<Schema>>((value, context) => {
    if (typeof value === "object" && value !== null && Object.hasOwn(value, "__proto__"))
      context.addIssue({ code: "custom", message: "must not have a member named __proto__", input: value });
    return value;
  }, schema);

/**
 * The schema of arbitrary key-value pairs with at most 16 KiB of JSON. A member named `__proto__` is
 * rejected, because zod would drop it.
 */
export const metadata = refusingProto(
  z.record(z.string().max(1000), z.unknown()).refine((value) => withinBytes(value, limits.metadataBytes), {
    error: `must be at most ${limits.metadataBytes} bytes of JSON`,
  }),
).meta({ description: `Arbitrary key-value pairs, at most ${limits.metadataBytes} bytes of JSON.` });

/** Creates the schema of a required member with any JSON value, including null. */
export const jsonValue = (description: string) =>
  z
    .unknown()
    .refine((value) => value !== undefined, { error: "is required" })
    .meta({ description });

/**
 * Parses a query value as an integer. Text in a form other than `0`, `12` or `-12` stays a string, which
 * fails validation.
 */
const integerText = (schema: z.ZodNumber) =>
  z.preprocess<unknown, z.ZodNumber, number>(
    (value: unknown) =>
      typeof value === "string" && /^(0|-?[1-9]\d{0,14})$/.test(value) ? Number(value) : value,
    schema,
  );

/** Parses a query value as a number. Only plain decimal notation without leading zeros is accepted. */
export const queryNumber = (schema: z.ZodNumber) =>
  z.preprocess<unknown, z.ZodNumber, number>(
    (value: unknown) =>
      typeof value === "string" && /^-?(0|[1-9]\d{0,14})(\.\d{1,15})?$/.test(value) ? Number(value) : value,
    schema,
  );

/** Parses the query values `true` and `false` as booleans. Other values fail validation. */
export const queryFlag = (description: string) =>
  z
    .preprocess<unknown, z.ZodBoolean, boolean>(
      (value: unknown) => (value === "true" ? true : value === "false" ? false : value),
      z.boolean(),
    )
    .optional()
    .meta({ description });

/** Creates the schema of a repeatable query parameter (at most 50 values by default). One value is a list too. */
export const queryList = <T extends z.ZodType>(item: T, description: string, maxValues = 50) =>
  z
    .preprocess<unknown, z.ZodArray<T>, z.input<T>[]>(
      (value: unknown) => (value === undefined || Array.isArray(value) ? value : [value]),
      z.array(item).max(maxValues),
    )
    .optional()
    .meta({ description });

/** The schema of the page size of every list: 1 to 100, default 20. */
export const limitQuery = integerText(z.int().min(1).max(100))
  .default(20)
  .meta({ description: "Page size (1 to 100)." });

/** Creates the schema of an optional integer in a query, with limits. */
export const queryInteger = (description: string, minimum: number, maximum: number) =>
  integerText(z.int().min(minimum).max(maximum)).optional().meta({ description });

/** Creates the schema of an optional time in a query. @param only such as `Only events received before this time`. */
export const queryInstant = (only: string) =>
  queryInteger(`${only}, in milliseconds since 1970.`, 0, Number.MAX_SAFE_INTEGER);

/** Creates the schema of a required integer in a query, with limits. */
export const requiredQueryInteger = (description: string, minimum: number, maximum: number) =>
  integerText(z.int().min(minimum).max(maximum)).meta({ description });

/** The schema of the position after which a page starts: `next_cursor` from the previous page. */
const afterQuery = z
  .string()
  .min(1)
  .max(2000)
  .optional()
  .meta({ description: "`next_cursor` from the previous page of this list, requested with these filters." });

/** The two query parameters of every list. */
export const paging = { limit: limitQuery, after: afterQuery };

/** Creates the schema of a page in a list: `{object: "list", data, has_more, next_cursor}`. */
export const listOf = <T extends z.ZodType>(id: string, item: T, example: z.output<T>) =>
  z
    .object({
      object: z.literal("list").meta({ description: "Always `list`." }),
      data: z.array(item).max(100).meta({ description: "The items of this page." }),
      has_more: z.boolean().meta({ description: "Whether more items follow." }),
      next_cursor: z
        .string()
        .max(2000)
        .nullable()
        .meta({ description: "The `after` parameter for the next page; null if this is the last page." }),
    })
    .meta({
      id,
      description: "One page of a list.",
      examples: [{ object: "list", data: [example], has_more: false, next_cursor: null }],
    });

/** The header that makes a POST safe to retry. */
export const idempotencyHeaders = {
  "idempotency-key": z.string().min(1).max(255).optional().meta({
    description:
      "Makes the request safe to repeat for 24 hours: a request that repeats the key and the body of an earlier request returns the first response again.",
  }),
};

const maxGraceSeconds = 7 * 24 * 60 * 60;

/**
 * Creates the schema of how long an old secret stays valid.
 *
 * @param meaning start of the description: "How long …".
 */
export const graceSeconds = (meaning: string) =>
  withDefault(
    z
      .int()
      .min(0)
      .max(maxGraceSeconds)
      .meta({
        description: `${meaning} (0 to ${maxGraceSeconds} seconds); default 86400 (one day). Use 0 if the secret was leaked.`,
      }),
    24 * 60 * 60,
  );
