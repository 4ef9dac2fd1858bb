import {
  bodyEncodings,
  malformedJson,
  payloadTooLarge,
  unsupportedEncoding,
  unsupportedMediaType,
} from "@assay/contract/platform/refusals";
import { limits } from "@assay/contract/platform/limits";
import { isJsonType, jsonBodyOf, mediaTypeOf } from "@assay/contract/platform/requests/json-body";
import { decodeUtf8 } from "@assay/contract/wire";
import type { SentRequest } from "./handler.ts";

type Body = Pick<SentRequest, "headers" | "bytes">;

/** Reads a JSON body as strictly as the server. @throws {ApiError} 415, 413 or 400. */
export const readJsonBody = async (body: Body): Promise<unknown> => jsonBodyOf(await readBytes(body));

/** Reads a JSON body's text; undefined if it is not UTF-8. @throws {ApiError} 415, 413 or 400. */
export const readBodyText = async (body: Body): Promise<string | undefined> =>
  decodeUtf8(await readBytes(body));

async function readBytes({ headers, bytes: sent }: Body): Promise<Uint8Array> {
  if (sent.length === 0) return sent;
  const contentType = headers.get("content-type");
  if (!isJsonType(contentType)) throw unsupportedMediaType(contentType ?? "", ["application/json"]);
  const bytes = await inflated(sent, headers.get("content-encoding") ?? "");
  if (bytes.length > limits.jsonBodyBytes) throw payloadTooLarge(limits.jsonBodyBytes);
  return bytes;
}

async function inflated(bytes: Body["bytes"], encoding: string): Promise<Uint8Array> {
  const name = encoding.toLowerCase();
  if (name === "" || name === "identity") return bytes;
  if (name !== "gzip" && name !== "deflate") {
    throw unsupportedEncoding(name, bodyEncodings);
  }
  try {
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream(name));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  } catch {
    throw malformedJson("The body does not match its Content-Encoding.");
  }
}

const decoder = new TextDecoder();

/** Decodes a body as text, with replacement characters for invalid bytes. */
export const textOf = (bytes: Uint8Array): string => decoder.decode(bytes);

/** Returns a body for the call log: parsed if it is JSON, otherwise as text; undefined if missing. */
export function bodyToLog({ headers, bytes }: Body): unknown {
  if (bytes.length === 0) return undefined;
  const text = textOf(bytes);
  if (mediaTypeOf(headers.get("content-type")) !== "application/json") return text;
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return text;
  }
}

/** Returns a request's headers without its key, which must not be logged. */
export const headersToLog = (headers: Headers): Record<string, string> =>
  Object.fromEntries([...headers].filter(([name]) => name !== "authorization"));
