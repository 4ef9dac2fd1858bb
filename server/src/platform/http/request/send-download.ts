import { Readable } from "node:stream";
import type { Download } from "@assay/contract/platform/c";
import { downloadPart } from "@assay/contract/evaluation/exports/download-part";
import type { Request, Response } from "express";
import type { Logger } from "../../log.ts";
import type { HandlerResponse } from "../routing/handler.ts";

/**
 * Sends the headers for a file, for a range of the file, or for a 304 response if the client already has the
 * file. Returns the stream to send. The bytes are read only as fast as the client receives them. If reading
 * fails, the connection is closed, so that the client does not take a part of the file for the whole.
 *
 * @throws {ApiError} 416 if the range is outside of the file.
 */
export function sendDownload(
  { request, response, log }: { request: Request; response: Response; log: Logger },
  file: Download,
): HandlerResponse {
  const { method } = request;
  const { status, headers, bytes } = downloadPart({ method, header: (name) => request.get(name) }, file);
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (!bytes) return { status, body: undefined };
  const { start, end } = bytes;
  // The stream reads at most one chunk ahead.
  const body = Readable.from(method === "HEAD" ? [] : file.read(start, end), { highWaterMark: 1 });
  body.once("error", (error) => {
    log.warn({ err: error, file: file.fileName }, "download aborted");
    response.destroy();
  });
  response.once("close", () => body.destroy());
  return { status, body };
}
