import { Readable } from "node:stream";
import type { Request, Response } from "express";

/**
 * A request's body as it comes, for who may stop reading it before its end: a request that is read like any other iterable
 * is destroyed then, with its connection, before anybody is told why.
 */
export const bodyOf = (request: Request): AsyncIterable<Buffer> =>
  request.iterator({ destroyOnReturn: false });

/** Whether a body is sent as it comes. */
export const isStreamedBody = (body: unknown): body is Readable => body instanceof Readable;

/** A body that is sent as it comes. */
export function streamedBody(stream: Readable): string {
  // To the contract such a body is a text, which it is once it is whole; whoever sends it looks what it is.
  return stream as unknown as string;
}

/**
 * Makes a response ready for a body that is sent as it comes, as fast as the client reads. A fault in the middle breaks the
 * connection, so that nobody takes what was sent for the whole; when the client goes, the body ends.
 */
export function beginStream(
  response: Response,
  { body, contentType, onError }: { body: Readable; contentType: string; onError: (error: Error) => void },
): void {
  response.setHeader("Content-Type", contentType);
  // Proxies should not collect what is meant to be seen at once.
  response.setHeader("X-Accel-Buffering", "no");
  response.once("close", () => body.destroy());
  body.once("error", (error) => {
    if (response.destroyed) return;
    onError(error);
    response.destroy();
  });
}
