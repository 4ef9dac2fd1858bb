import { Readable } from "node:stream";
import type { Request, Response } from "express";

/**
 * The body of a request as a stream, for readers that may stop early. Node.js' own iterator would then
 * destroy the request and its connection before a response is sent.
 */
export const bodyOf = (request: Request): AsyncIterable<Buffer> =>
  request.iterator({ destroyOnReturn: false });

/** Whether a body is streamed. */
export const isStreamedBody = (body: unknown): body is Readable => body instanceof Readable;

/** Marks a stream as a response body. */
export function streamedBody(stream: Readable): string {
  // The contract types such a body as text, its complete content. The sender checks with `isStreamedBody`.
  return stream as unknown as string;
}

/**
 * Prepares a response for a streamed body at the client's pace. An error midway closes the connection, so
 * that the client does not mistake a part for the whole. If the client disconnects, the body ends.
 */
export function startStream(
  response: Response,
  { body, contentType, onError }: { body: Readable; contentType: string; onError: (error: Error) => void },
): void {
  response.setHeader("Content-Type", contentType);
  // Disables buffering in proxies.
  response.setHeader("X-Accel-Buffering", "no");
  response.once("close", () => body.destroy());
  body.once("error", (error) => {
    if (response.destroyed) return;
    onError(error);
    response.destroy();
  });
}
