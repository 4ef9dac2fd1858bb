import type { DescribedRoute } from "@assay/contract/platform/c";
import { bodyNotGzip, payloadTooLarge, unsupportedMediaType } from "@assay/contract/platform/refusals";
import { bodyEncodingOf, FileSize } from "@assay/contract/platform/requests/body-encoding";
import { maxBodyBytes } from "@assay/contract/platform/requests/body-limits";
import { isJsonType, jsonBodyOf, mediaTypeOf, textBodyOf } from "@assay/contract/platform/requests/json-body";
import type { SentRequest } from "./handler.ts";

type Body = Pick<SentRequest, "headers" | "bytes">;

/** Reads the JSON body of a route as strictly as the server. @throws {ApiError} 415, 413 or 400. */
export const readJsonBody = async (body: Body, route: DescribedRoute): Promise<unknown> =>
  jsonBodyOf(await readBytes(body, maxBodyBytes(route.metadata)), route);

/** Reads a JSON body's text; undefined if it is not UTF-8. @throws {ApiError} 415, 413 or 400. */
export const readBodyText = async (body: Body, route: DescribedRoute): Promise<string | undefined> =>
  textBodyOf(await readBytes(body, maxBodyBytes(route.metadata)), route);

async function readBytes({ headers, bytes: sent }: Body, maxBytes: number): Promise<Uint8Array> {
  if (sent.length === 0) return sent;
  const contentType = headers.get("content-type");
  if (!isJsonType(contentType)) throw unsupportedMediaType(contentType ?? "", ["application/json"]);
  const isGzip = bodyEncodingOf(headers.get("content-encoding")) === "gzip";
  let total = 0;
  const check = (bytes: number): void => {
    total += bytes;
    if (total > maxBytes) throw payloadTooLarge(maxBytes);
  };
  if (isGzip) return inflated(sent, check);
  check(sent.length);
  return sent;
}

/** An uploaded file. */
export interface UploadedFile {
  contentType: string;
  /** Returns the file without its compression. @throws {ApiError} 413 or 400. */
  read: () => Promise<Uint8Array>;
}

/** Returns the file in the body of a request. @throws {ApiError} 415 for an unsupported encoding. */
export function uploadedFile({ headers, bytes }: Body): UploadedFile {
  const encoding = bodyEncodingOf(headers.get("content-encoding"));
  const size = new FileSize(encoding, bytes.length);
  const read = async (): Promise<Uint8Array> => {
    if (encoding === "gzip") return inflated(bytes, (count) => size.add(count));
    size.add(bytes.length);
    return bytes;
  };
  return { contentType: headers.get("content-type") ?? "", read };
}

/** Decompresses gzip. @param check called with the size of each chunk; it throws to stop. */
async function inflated(bytes: Body["bytes"], check: (count: number) => void): Promise<Uint8Array> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw bodyNotGzip();
    });
    if (done) return new Uint8Array(await new Blob(chunks).arrayBuffer());
    check(value.length);
    chunks.push(value);
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
