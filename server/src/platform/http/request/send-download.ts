import { Readable } from "node:stream";
import type { Download } from "@assay/contract/platform/c";
import { rangeNotSatisfiable } from "@assay/contract/evaluation/exports/export-refusals";
import { isUnchanged, requestedRange } from "@assay/contract/wire";
import type { Request, Response } from "express";
import type { Logger } from "../../log.ts";
import type { Answer } from "../routing/handler.ts";

/**
 * Answers with a file, with the part of it that the request asks for, or with 304 where the client has it already; sets the headers, and gives what is to be piped.
 * The bytes are read as fast as the client takes them; when they cannot be read the connection is cut, so that nobody takes
 * a part for the whole.
 *
 * @throws {ApiError} 416 when the range lies outside of the file.
 */
export function sendDownload(
  { request, response, log }: { request: Request; response: Response; log: Logger },
  file: Download,
): Answer {
  response.setHeader("ETag", `"${file.etag}"`);
  if (isUnchanged(request.get("if-none-match"), file)) return { status: 304, body: undefined };
  const { range } = request.headers;
  const part = requestedRange({ method: request.method, range, ifRange: request.get("if-range") }, file);
  if (part === "outside") throw rangeNotSatisfiable(range ?? "", file.size);
  const { start, end } = part ?? { start: 0, end: file.size };
  response.setHeader("Content-Type", file.contentType);
  response.setHeader("Content-Length", String(end - start));
  response.setHeader("Content-Disposition", `attachment; filename="${file.fileName}"`);
  response.setHeader("Accept-Ranges", "bytes");
  if (part) response.setHeader("Content-Range", `bytes ${start}-${end - 1}/${file.size}`);
  // One chunk is read ahead, no more.
  const body = Readable.from(request.method === "HEAD" ? [] : file.read(start, end), { highWaterMark: 1 });
  body.once("error", (error) => {
    log.warn({ err: error, file: file.fileName }, "a download broke off");
    response.destroy();
  });
  response.once("close", () => body.destroy());
  return { status: part ? 206 : 200, body };
}
