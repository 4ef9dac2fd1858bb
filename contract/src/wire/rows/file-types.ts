import { unsupportedMediaType } from "../../platform/refusals.ts";
import { mediaTypeOf } from "../../platform/requests/json-body.ts";

/** `lines`: JSON Lines. `document`: one JSON document with the rows. `table`: a table with a header. */
export type FileFormat = "lines" | "document" | "table";

const formats = {
  "application/x-ndjson": "lines",
  "application/ndjson": "lines",
  "application/jsonl": "lines",
  "application/x-jsonlines": "lines",
  "application/json": "document",
  "text/csv": "table",
  "text/tab-separated-values": "table",
} as const satisfies Record<string, FileFormat>;

/** A content type of an imported file. */
export type FileType = keyof typeof formats;

/** The content types of an imported file. */
// Safe: the object has no other keys.
export const fileTypes = Object.keys(formats) as FileType[];

/**
 * The content types of an imported file, without `application/json`. Routes that also accept a JSON body
 * import only these.
 */
export const rowFileTypes = fileTypes.filter((type) => type !== "application/json");

/** Returns the format of a file with a content type. */
export const formatOf = (type: FileType): FileFormat => formats[type];

const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i;
const readable = /^(?:utf-?8|us-ascii|utf-?16(?:le|be)?)$/i;

/**
 * Returns the content type of an imported file, without its parameters.
 *
 * @param accepted the content types that the route accepts.
 * @throws {ApiError} 415 if the type is not accepted, or for a table in an encoding other than UTF-8 or UTF-16.
 */
export function fileTypeOf(
  contentType: string | undefined,
  accepted: readonly FileType[] = fileTypes,
): FileType {
  const mediaType = mediaTypeOf(contentType);
  const type = accepted.find((one) => one === mediaType);
  const encoding = charset.exec(contentType ?? "")?.[1] ?? "utf-8";
  if (!type || (formats[type] === "table" && !readable.test(encoding)))
    throw unsupportedMediaType(contentType, accepted);
  return type;
}
