import { isStandardInput } from "../names.ts";

/** The content type of each value of `--format`. */
const contentTypes = {
  jsonl: "application/x-ndjson",
  json: "application/json",
  csv: "text/csv",
  tsv: "text/tab-separated-values",
} as const;

/** A value of `--format`. */
export type FileFormat = keyof typeof contentTypes;

/** The values of `--format`. */
export const fileFormats = Object.keys(contentTypes);

/** The options that describe the form of the files. */
export interface FileForm {
  /** Format of the files; default: each file's extension, otherwise its first character. */
  format?: FileFormat;
  /** Whether the caller names a place of the rows that only a JSON document has. */
  isDocument?: boolean;
}

/**
 * Returns the content type of a file of samples. The extension identifies a table. Otherwise, a bracket as the
 * first character identifies a JSON array, and other files are JSON Lines. Standard input has no extension,
 * so it is a table if its first character is neither a bracket nor a brace.
 *
 * @param start the first text of the decompressed file.
 */
export function fileTypeOfSamples(path: string, start: string, { format, isDocument = false }: FileForm) {
  if (format) return contentTypes[format];
  const table = /\.([ct]sv)(?:\.gz)?$/i.exec(path)?.[1]?.toLowerCase();
  if (table) return table === "tsv" ? contentTypes.tsv : contentTypes.csv;
  const first = start.trimStart().charAt(0);
  if (isDocument || first === "[") return contentTypes.json;
  const isTable = isStandardInput(path) && first !== "{" && first !== "";
  return isTable ? contentTypes.csv : contentTypes.jsonl;
}
