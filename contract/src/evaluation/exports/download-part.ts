import type { Download } from "../../platform/c.ts";
import { type ByteRange, isUnchanged, requestedRange } from "../../wire/http/byte-range.ts";
import { rangeNotSatisfiable } from "./export-refusals.ts";

/** A request for an export file. */
interface DownloadRequest {
  method: string;
  /** Returns a header of the request. */
  header: (name: "if-none-match" | "if-range" | "range") => string | null | undefined;
}

/** The response to a request for an export file, without the bytes of the file. */
interface DownloadPart {
  status: 200 | 206 | 304;
  headers: Record<string, string>;
  /** The byte range to send; undefined for status 304. */
  bytes: ByteRange | undefined;
}

/**
 * Selects the response to a request for a file: the whole file, the requested range, or 304 if the client
 * already has the current file.
 *
 * @throws {ApiError} 416 if the range is outside the file.
 */
export function downloadPart({ method, header }: DownloadRequest, file: Download): DownloadPart {
  const ETag = `"${file.etag}"`;
  if (isUnchanged(header("if-none-match"), file)) return { status: 304, headers: { ETag }, bytes: undefined };
  const range = header("range");
  const part = requestedRange({ method, range, ifRange: header("if-range") }, file);
  if (part === "outside") throw rangeNotSatisfiable(range ?? "", file.size);
  const bytes = part ?? { start: 0, end: file.size };
  const headers = {
    ETag,
    "Content-Type": file.contentType,
    "Content-Length": String(bytes.end - bytes.start),
    "Content-Disposition": `attachment; filename="${file.fileName}"`,
    "Accept-Ranges": "bytes",
    ...(part && { "Content-Range": `bytes ${part.start}-${part.end - 1}/${file.size}` }),
  };
  return { status: part ? 206 : 200, headers, bytes };
}
