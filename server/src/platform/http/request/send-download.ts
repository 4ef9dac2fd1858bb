import { Readable } from "node:stream";
import type { Download } from "@assay/contract/platform/c";
import { downloadPart } from "@assay/contract/evaluation/exports/download-part";
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
  const { method } = request;
  const { status, headers, bytes } = downloadPart({ method, header: (name) => request.get(name) }, file);
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (!bytes) return { status, body: undefined };
  const { start, end } = bytes;
  // One chunk is read ahead, no more.
  const body = Readable.from(method === "HEAD" ? [] : file.read(start, end), { highWaterMark: 1 });
  body.once("error", (error) => {
    log.warn({ err: error, file: file.fileName }, "a download broke off");
    response.destroy();
  });
  response.once("close", () => body.destroy());
  return { status, body };
}
