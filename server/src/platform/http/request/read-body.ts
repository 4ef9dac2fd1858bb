import {
  jsonRefused,
  malformedJson,
  payloadTooLarge,
  unsupportedMediaType,
} from "@assay/contract/platform/refusals";
import { limits } from "@assay/contract/platform/limits";
import { decodeUtf8, readJsonText } from "@assay/contract/wire";
import express, { type NextFunction, type Request, type RequestHandler } from "express";
import { requestHash } from "./idempotency.ts";
import { contextOf } from "../routing/request-context.ts";

const readRaw = express.raw({ type: () => true, limit: limits.jsonBodyBytes });

/** The media type of a request, without parameters, in lower case. */
export function mediaTypeOf(contentType: string | undefined): string {
  return contentType?.split(";")[0]?.trim().toLowerCase() ?? "";
}

const charsetOf = (contentType: string | undefined): string =>
  /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(contentType ?? "")?.[1]?.toLowerCase() ?? "utf-8";

/** Whether a content type is that of a JSON body: `application/json`, in UTF-8 if it says so. */
export const isJsonType = (contentType: string | undefined): boolean =>
  mediaTypeOf(contentType) === "application/json" && charsetOf(contentType) === "utf-8";

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
export const readJsonBody = readBody(takeJsonBody);

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

/** What a JSON body says; an empty one is `{}`. @throws {ApiError} 400 for what is no JSON, or could not be kept as it is. */
export function takeJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return {};
  const text = decodeUtf8(bytes);
  if (text === undefined) throw malformedJson("The body is not valid UTF-8; JSON must be sent as UTF-8.");
  const reading = readJsonText(text);
  if (reading.ok) return reading.value;
  throw jsonRefused(reading);
}

/** Keeps the text of a JSON body for the route that parses it itself. */
export function takeTextBody(bytes: Buffer, request: Request): unknown {
  contextOf(request).text = decodeUtf8(bytes);
  return {};
}
