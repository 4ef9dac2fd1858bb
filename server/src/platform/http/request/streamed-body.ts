import { Readable } from "node:stream";
import type { Request, Response } from "express";

/**
 * Returns the body of a request as a stream, for readers that may stop before its end. If such a reader used
 * the iterator of Node.js, the iterator would destroy the request and its connection before a response is
 * sent.
 */
export const bodyOf = (request: Request): AsyncIterable<Buffer> =>
  request.iterator({ destroyOnReturn: false });

/** Whether a body is a stream. */
export const isStreamedBody = (body: unknown): body is Readable => body instanceof Readable;

/** Makes a stream usable as the body of a response. */
export function streamedBody(stream: Readable): string {
  // The contract declares such a body as text (its complete content). The sender recognizes it with
  // `isStreamedBody`.
  return stream as unknown as string;
}

/**
 * Prepares a response for a streamed body. If the body fails after the start, the connection is closed, so
 * that the client does not take a part of the body for the whole. If the client disconnects, the body is
 * destroyed.
 */
export function startStream(
  response: Response,
  { body, contentType, onError }: { body: Readable; contentType: string; onError: (error: Error) => void },
): void {
  response.setHeader("Content-Type", contentType);
  // This header disables buffering in proxies.
  response.setHeader("X-Accel-Buffering", "no");
  response.once("close", () => body.destroy());
  body.once("error", (error) => {
    if (response.destroyed) return;
    onError(error);
    response.destroy();
  });
}
