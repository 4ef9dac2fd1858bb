import {
  bodyEncodings,
  jsonRefused,
  malformedJson,
  payloadTooLarge,
  unsupportedEncoding,
  unsupportedMediaType,
} from "@assay/contract/platform/refusals";
import { limits } from "@assay/contract/platform/limits";
import { decodeUtf8, readJsonText } from "@assay/contract/wire";
import type { SentRequest } from "./handler.ts";

type Body = Pick<SentRequest, "headers" | "bytes">;

/** The media type of a request, without parameters, in lower case. */
export const mediaTypeOf = (contentType: string): string =>
  contentType.split(";")[0]?.trim().toLowerCase() ?? "";

const charsetOf = (contentType: string): string =>
  /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(contentType)?.[1]?.toLowerCase() ?? "utf-8";

/** Whether a content type is that of a JSON body: `application/json`, in UTF-8 if it says so. */
export const isJsonType = (contentType: string): boolean =>
  mediaTypeOf(contentType) === "application/json" && charsetOf(contentType) === "utf-8";

/**
 * Reads a JSON body as strictly as the server: `application/json` in UTF-8, with nothing that JavaScript would silently
 * change. An empty body counts as `{}`.
 *
 * @throws {ApiError} 415, 413 or 400.
 */
export async function readJsonBody(body: Body): Promise<unknown> {
  if (body.bytes.length === 0) return {};
  const text = await readBodyText(body);
  if (text === undefined) throw malformedJson("The body is not valid UTF-8; JSON must be sent as UTF-8.");
  const reading = readJsonText(text);
  if (!reading.ok) throw jsonRefused(reading);
  return reading.value;
}

/** Reads the text of a JSON body; undefined when it is no UTF-8. @throws {ApiError} 415, 413 or 400. */
export async function readBodyText({ headers, bytes: sent }: Body): Promise<string | undefined> {
  if (sent.length === 0) return "";
  const contentType = headers.get("content-type") ?? "";
  if (!isJsonType(contentType)) {
    throw unsupportedMediaType(contentType, ["application/json"]);
  }
  const bytes = await inflated(sent, headers.get("content-encoding") ?? "");
  if (bytes.length > limits.jsonBodyBytes) throw payloadTooLarge(limits.jsonBodyBytes);
  return decodeUtf8(bytes);
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
    throw malformedJson("The body cannot be decompressed as its Content-Encoding says.");
  }
}

const decoder = new TextDecoder();

/** A body as text, whatever it holds. */
export const textOf = (bytes: Uint8Array): string => decoder.decode(bytes);

/** A body as a test wants to look at it: JSON parsed, anything else as text; undefined when there was none. */
export function bodyToLog({ headers, bytes }: Body): unknown {
  if (bytes.length === 0) return undefined;
  const text = textOf(bytes);
  if (mediaTypeOf(headers.get("content-type") ?? "") !== "application/json") return text;
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return text;
  }
}

/** What a request sent besides its key, which belongs in no log. */
export const headersToLog = (headers: Headers): Record<string, string> =>
  Object.fromEntries([...headers].filter(([name]) => name !== "authorization"));
