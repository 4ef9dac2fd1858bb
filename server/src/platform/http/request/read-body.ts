import { payloadTooLarge, unsupportedMediaType } from "@assay/contract/platform/refusals";
import { bodyLimits, limits } from "@assay/contract/platform/limits";
import { bodyEncodingOf } from "@assay/contract/platform/requests/body-encoding";
import { maxBodyBytes } from "@assay/contract/platform/requests/body-limits";
import { countedJsonBody, isJsonType, textBodyOf } from "@assay/contract/platform/requests/json-body";
import express, { type NextFunction, type Request, type RequestHandler } from "express";
import { largeBytes } from "./body-room.ts";
import { requestHash } from "./idempotency.ts";
import { contextOf } from "../routing/request-context.ts";

const rawReader = (limit: number): RequestHandler => express.raw({ type: () => true, limit });
const readers = new Map(
  [limits.jsonBodyBytes, bodyLimits.call.bytes].map((limit) => [limit, rawReader(limit)]),
);

/** Takes the bytes of a body. Other work can run before the returned function converts them. */
type TakeBody = (bytes: Buffer, request: Request) => () => unknown;

/**
 * Reads an `application/json` body up to the size limit.
 *
 * @param maxBytes the limit, without compression.
 * @param take converts the bytes to the body that the request's handler receives.
 */
const readBody =
  (maxBytes: number, take: TakeBody): RequestHandler =>
  (request, response, next) => {
    const saved = savedBodies.get(request);
    if (saved) return takeBody(request, saved, { take, next });
    const contentType = request.headers["content-type"];
    const empty = request.headers["content-length"] === "0" || !hasBody(request.headers);
    // The encoding of an empty body does not matter, but the parser would refuse an unknown encoding with its
    // own message.
    if (empty) return takeBody(request, Buffer.alloc(0), { take, next });
    if (!isJsonType(contentType)) {
      return next(unsupportedMediaType(contentType ?? "", ["application/json"]));
    }
    bodyEncodingOf(request.headers["content-encoding"]);
    if (Number(request.headers["content-length"] ?? 0) > maxBytes) return next(payloadTooLarge(maxBytes));
    const refused = refuseWhenTooLong(request, maxBytes, next);
    const readRaw = readers.get(maxBytes) ?? rawReader(maxBytes);
    readRaw(request, response, (error?: unknown) => {
      if (refused()) return;
      if (error !== undefined) return next(error);
      const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      takeBody(request, bytes, { take, next });
    });
  };

function takeBody(
  request: Request,
  bytes: Buffer,
  { take, next }: { take: TakeBody; next: NextFunction },
): void {
  const wait = contextOf(request).enterRoom?.(bytes.length);
  if (wait) return void wait.then(() => takeNow(request, bytes, { take, next }), next);
  takeNow(request, bytes, { take, next });
}

function takeNow(
  request: Request,
  bytes: Buffer,
  { take, next }: { take: TakeBody; next: NextFunction },
): void {
  // Other work runs between the parts of a large request.
  const inSteps = (step: () => void): void => void (bytes.length > largeBytes ? setImmediate(step) : step());
  try {
    const convert = take(bytes, request);
    inSteps(() => {
      try {
        request.body = convert();
        if (request.headers["idempotency-key"] !== undefined) {
          contextOf(request).bodyHash = requestHash(request, bytes);
        }
        inSteps(next);
      } catch (refusal) {
        next(refusal);
      }
    });
  } catch (refusal) {
    next(refusal);
  }
}

/**
 * Reads a JSON body strictly: it must have the type `application/json`, be encoded in UTF-8, and contain no
 * values that JavaScript would change silently.
 */
export const readJsonBody = (route: Parameters<typeof countedJsonBody>[1]): RequestHandler =>
  readBody(maxBodyBytes(route.metadata), (bytes) => countedJsonBody(bytes, route));

/** Reads the text of a JSON body for a route that parses the text itself. */
export const readTextBody = (route: Parameters<typeof textBodyOf>[1]): RequestHandler =>
  readBody(maxBodyBytes(route.metadata), (bytes, request) => () => takeTextBody(bytes, request, route));

const savedBodies = new WeakMap<Request, Buffer>();

/**
 * Saves a JSON body that was read before Express received the request, because a stream can be read only
 * once.
 */
export function saveBody(request: Request, bytes: Buffer): void {
  savedBodies.set(request, bytes);
}

/**
 * Refuses a body of unknown length as soon as it exceeds the limit. Without this check, the parser would
 * first read the body to its end.
 *
 * @returns a function that returns whether the body was refused.
 */
function refuseWhenTooLong(request: Request, maxBytes: number, next: NextFunction): () => boolean {
  let bytes = 0;
  let refused = false;
  request.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (refused || bytes <= maxBytes) return;
    refused = true;
    next(payloadTooLarge(maxBytes));
  });
  return () => refused;
}

const hasBody = (headers: {
  "content-length"?: string | undefined;
  "transfer-encoding"?: string | undefined;
}): boolean => headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;

/** Saves the text of a JSON body for a route that parses the text itself. */
export function takeTextBody(
  bytes: Buffer,
  request: Request,
  route: Parameters<typeof textBodyOf>[1],
): unknown {
  contextOf(request).text = textBodyOf(bytes, route);
  return {};
}
