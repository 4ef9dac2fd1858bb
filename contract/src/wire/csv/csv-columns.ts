import type { FieldError } from "../../platform/errors.ts";
import { limits } from "../../platform/limits.ts";
import type { CsvRecord } from "./csv-row.ts";
import { jsonPointer } from "../json/json-pointer.ts";
import { cut, quoted } from "../http/quote.ts";

/** A column in an imported table, which fills one field of the samples. */
export interface CsvColumn {
  /** The name in the header. */
  name: string;
  /** The path inside the sample, such as `["expected", "triage_level"]` for `expected.triage_level`. */
  path: readonly string[];
  /**
   * How cells are read: `text` keeps the text, `value` parses JSON and keeps other text, and `tags` reads a
   * list.
   */
  kind: "text" | "value" | "tags";
}

const textFields = ["id", "external_id", "split", "cluster_id"];
const valueFields = ["input", "output", "expected", "metadata"];
const acceptedColumns =
  "id, external_id, input, output, expected, metadata, tags, split, cluster_id, and input.…, output.…, expected.…, metadata.…";

/**
 * Reads the columns of a table from its header.
 *
 * @returns the columns, and all faults in the header: columns without a name, columns with a repeated or
 *   unknown name, and columns inside another column (`input` and `input.text`).
 */
export function readColumns({ cells, line }: CsvRecord): { columns: CsvColumn[]; errors: FieldError[] } {
  const columns = cells.map(columnOf);
  const errors: FieldError[] = [];
  const addError = (code: string, message: string, path = ""): unknown =>
    errors.push({ path, code, message, line });
  const numbers = new Map<string, number>();
  for (const [index, { name, path, kind }] of columns.entries()) {
    const number = index + 1;
    const first = numbers.get(name);
    if (name === "") addError("required", `Column ${number} has no name; it must have one.`);
    else if (first !== undefined) {
      const message = `Columns ${first} and ${number} are both named ${quoted(name)}; each name must be unique.`;
      addError("repeated", message, jsonPointer(path));
    } else if (kind === undefined) {
      const message = `Column ${number} is ${quoted(name)}, which is not a field here; accepted: ${acceptedColumns}.`;
      addError("unknown_field", message, jsonPointer([name]));
    }
    numbers.set(name, first ?? number);
  }
  for (const { name, path } of columns) {
    const parent = path
      .slice(1)
      .map((_, index) => path.slice(0, index + 1).join("."))
      .find((one) => numbers.has(one));
    if (parent === undefined) continue;
    const message = `Column ${quoted(name)} is part of column ${quoted(parent)}; a table must have only one of them.`;
    addError("conflict", message, jsonPointer(path));
  }
  return { columns: columns.flatMap(({ kind, ...rest }) => (kind ? [{ ...rest, kind }] : [])), errors };
}

function columnOf(name: string): Omit<CsvColumn, "kind"> & { kind: CsvColumn["kind"] | undefined } {
  const path = name.split(".");
  return { name: cut(name, 200), path, kind: kindOf(path) };
}

function kindOf([field = "", ...inner]: readonly string[]): CsvColumn["kind"] | undefined {
  if (inner.some((segment) => segment === "") || inner.length >= limits.jsonDepth) return undefined;
  if (valueFields.includes(field)) return "value";
  if (inner.length > 0) return undefined;
  if (field === "tags") return "tags";
  return textFields.includes(field) ? "text" : undefined;
}
