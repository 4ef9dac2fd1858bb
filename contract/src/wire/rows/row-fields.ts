// The fields that rows of imported files have.
import { limits } from "../../platform/limits.ts";

/**
 * How a cell of a table is read: `text` keeps the text, `value`, `scalar` and `number` parse JSON and keep other text,
 * and `tags` reads a list. `text_columns` applies to `value` and `scalar`.
 */
export type FieldKind = "text" | "value" | "scalar" | "number" | "tags";

/** The fields of the rows of one import. */
export interface RowFields {
  /** The fields with their kinds, in the order of messages. Only fields of the kind `value` have fields below them. */
  kinds: Readonly<Record<string, FieldKind>>;
  /** The field that the target `id` and the key of a row fill. */
  id: string;
  /** Whether other fields of a row can move to `metadata`. */
  hasMetadata: boolean;
}

/** The fields of a sample. */
export const sampleFields: RowFields = {
  kinds: {
    id: "text",
    external_id: "text",
    input: "value",
    output: "value",
    expected: "value",
    metadata: "value",
    tags: "tags",
    split: "text",
    cluster_id: "text",
  },
  id: "id",
  hasMetadata: true,
};

/** The fields of a sample with the output of one run. */
export const evaluatedFields: RowFields = {
  ...sampleFields,
  kinds: { ...sampleFields.kinds, run: "number" },
};

/** The fields of a model's output for one sample. */
export const outputFields: RowFields = {
  kinds: { sample: "text", external_id: "text", run: "number", output: "value" },
  id: "external_id",
  hasMetadata: false,
};

/** Splits a name with dots into the path of a field: `input.text` → `["input", "text"]`. */
export const fieldPath = (name: string): string[] => name.split(".");

/** Returns how cells for a field are read; undefined if the rows have no such field. */
export function kindOfField(
  { kinds }: RowFields,
  [field = "", ...inner]: readonly string[],
): FieldKind | undefined {
  const kind = Object.hasOwn(kinds, field) ? kinds[field] : undefined;
  const isTooDeep = inner.length >= limits.jsonDepth;
  if (inner.length > 0 && (kind !== "value" || isTooDeep || inner.includes(""))) return undefined;
  return kind;
}

/** Lists the fields for messages: `id, input, tags, and input.…`. */
export function acceptedFields({ kinds }: RowFields): string {
  const names = Object.keys(kinds);
  const nested = names.filter((name) => kinds[name] === "value").map((name) => `${name}.…`);
  if (nested.length === 0) return `${names.slice(0, -1).join(", ")} and ${names.at(-1) ?? ""}`;
  return [...names, `and ${nested.join(", ")}`].join(", ");
}

/** Whether a path is equal to another path, or one of them lies inside the other. */
export const pathsOverlap = (one: readonly string[], other: readonly string[]): boolean =>
  one.slice(0, other.length).every((segment, index) => segment === other[index]);
