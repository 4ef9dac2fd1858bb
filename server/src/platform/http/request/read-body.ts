import { payloadTooLarge, unsupportedMediaType } from "@assay/contract/platform/refusals";
import { limits } from "@assay/contract/platform/limits";
import { isJsonType, jsonBodyOf } from "@assay/contract/platform/requests/json-body";
import { decodeUtf8 } from "@assay/contract/wire";
import express, { type NextFunction, type Request, type RequestHandler } from "express";
import { requestHash } from "./idempotency.ts";
import { contextOf } from "../routing/request-context.ts";

const readRaw = express.raw({ type: () => true, limit: limits.jsonBodyBytes });

type TakeBody = (bytes: Buffer, request: Request) => unknown;

/** Reads a body of `application/json`, at most so large. @param take makes the request's body of the bytes. */
const readBody =
  (take: TakeBody): RequestHandler =>
  (request, response, next) => {
    const kept = keptBodies.get(request);
    if (kept) return takeBody(request, kept, { take, next });
    const contentType = request.headers["content-type"];
    const empty = request.headers["content-length"] === "0" || !hasBody(request.headers);
    if (!empty && !isJsonType(contentType)) {
      return next(unsupportedMediaType(contentType ?? "", ["application/json"]));
    }
    if (Number(request.headers["content-length"] ?? 0) > limits.jsonBodyBytes) {
      return next(payloadTooLarge(limits.jsonBodyBytes));
    }
    const refused = refuseWhenTooLong(request, next);
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
  try {
    request.body = take(bytes, request);
    if (request.headers["idempotency-key"] !== undefined) {
      contextOf(request).bodyHash = requestHash(request, bytes);
    }
    next();
  } catch (refusal) {
    next(refusal);
  }
}

/**
 * Reads a JSON body strictly: `application/json` in UTF-8, with nothing that JavaScript would silently change.
 * An empty body counts as `{}`.
 */
export const readJsonBody = readBody(jsonBodyOf);

/** Reads the text of a JSON body for a route that parses it itself. */
export const readTextBody = readBody(takeTextBody);

const keptBodies = new WeakMap<Request, Buffer>();

/** Keeps a JSON body that was read before Express came to it: a stream is read once. */
export function keepBody(request: Request, bytes: Buffer): void {
  keptBodies.set(request, bytes);
}

/**
 * Refuses a body of unannounced length as soon as it is too long: the parser would read it to its end first.
 *
 * @returns whether that has happened.
 */
function refuseWhenTooLong(request: Request, next: NextFunction): () => boolean {
  let bytes = 0;
  let refused = false;
  request.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (refused || bytes <= limits.jsonBodyBytes) return;
    refused = true;
    next(payloadTooLarge(limits.jsonBodyBytes));
  });
  return () => refused;
}

const hasBody = (headers: {
  "content-length"?: string | undefined;
  "transfer-encoding"?: string | undefined;
}): boolean => headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;

/** Keeps the text of a JSON body for the route that parses it itself. */
export function takeTextBody(bytes: Buffer, request: Request): unknown {
  contextOf(request).text = decodeUtf8(bytes);
  return {};
}
