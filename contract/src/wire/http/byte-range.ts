/** A part of a file: the bytes from `start` up to, but not including, `end`. */
export interface ByteRange {
  start: number;
  end: number;
}

/** The headers of a request that ask for a part of a file. */
export interface RangeRequest {
  method: string;
  range: string | null | undefined;
  /** The part is wanted only of the same bytes; else the whole. */
  ifRange: string | null | undefined;
}

const oneRange = /^bytes=[ \t]*(\d{0,15})-(\d{0,15})[ \t]*$/i;

/**
 * What part of a file a request asks for. Of what a server may leave alone (several ranges at once, other units, anything
 * malformed, `If-Range` with a date) nothing is served in parts.
 *
 * @param size of the file in bytes, above 0.
 * @param etag of the file, without quotes.
 * @returns undefined: the whole; `"outside"`: to be refused, as no byte of the file is in the range.
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
 * Whether who asks for a file has it already, by `If-None-Match`: `*`, or a list with its `etag`, weak or not.
 *
 * @param etag without quotes.
 * @see RFC 9110, section 13.1.2: it is looked at before `Range`.
 */
export function isUnchanged(ifNoneMatch: string | null | undefined, { etag }: { etag: string }): boolean {
  if (typeof ifNoneMatch !== "string") return false;
  if (ifNoneMatch.trim() === "*") return true;
  return [...ifNoneMatch.matchAll(/"([^"]*)"/g)].some(([, one]) => one === etag);
}
