/** A part of a file: the bytes from `start` up to, but not including, `end`. */
export interface ByteRange {
  start: number;
  end: number;
}

/** The headers of a request for a part of a file. */
export interface RangeRequest {
  method: string;
  range: string | null | undefined;
  /**
   * ETag of the file to which the part belongs. If the file has changed since, the response is the whole
   * file.
   */
  ifRange: string | null | undefined;
}

const oneRange = /^bytes=[ \t]*(\d{0,15})-(\d{0,15})[ \t]*$/i;

/**
 * Returns the requested part of a file. Range headers that a server may ignore (several ranges, other units,
 * malformed ranges, `If-Range` with a date) select the whole file.
 *
 * @param file.size the size in bytes, above 0.
 * @param file.etag the ETag without quotes.
 * @returns undefined for the whole file; `"outside"` if the range contains no byte of the file and must be
 *   refused.
 * @see RFC 9110, sections 13.1.5 and 14.2
 */
export function requestedRange(
  { method, range, ifRange }: RangeRequest,
  { size, etag }: { size: number; etag: string },
): ByteRange | "outside" | undefined {
  const [, first = "", last = ""] = (method === "GET" && oneRange.exec(range ?? "")) || [];
  if (first === "" && last === "") return undefined;
  if (typeof ifRange === "string" && ifRange !== `"${etag}"`) return undefined;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "outside" : { start: size - length, end: size };
  }
  const start = Number(first);
  if (last !== "" && Number(last) < start) return undefined;
  return start >= size ? "outside" : { start, end: last === "" ? size : Math.min(Number(last) + 1, size) };
}

/**
 * Returns whether `If-None-Match` states that the caller already has the file. This is the case if the header
 * is `*`, or a list that contains the file's ETag, weak or not.
 *
 * @param file.etag the ETag without quotes.
 * @see RFC 9110, section 13.1.2: evaluated before `Range`.
 */
export function isUnchanged(ifNoneMatch: string | null | undefined, { etag }: { etag: string }): boolean {
  if (typeof ifNoneMatch !== "string") return false;
  if (ifNoneMatch.trim() === "*") return true;
  return [...ifNoneMatch.matchAll(/"([^"]*)"/g)].some(([, one]) => one === etag);
}
