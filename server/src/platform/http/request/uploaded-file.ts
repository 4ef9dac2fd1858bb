import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { bodyEncodingOf, FileSize } from "@assay/contract/platform/requests/body-encoding";
import { limits } from "@assay/contract/platform/limits";
import { bodyNotGzip, payloadTooLarge } from "@assay/contract/platform/refusals";
import type { Request } from "express";
import { bodyOf } from "./streamed-body.ts";

/** An uploaded file. */
export interface UploadedFile {
  /** The content of the file, without compression. Reading throws `ApiError` if the file is too large (413). */
  body: AsyncGenerator<Buffer, void>;
  isCompressed: boolean;
  contentType: string | undefined;
  /** The request's query string. The same file with a different query string is a different request. */
  query: string;
}

/**
 * Returns the file in the body of a request.
 *
 * @throws {ApiError} 415 if the file has an unsupported encoding; 413 if its declared size exceeds the limit.
 */
export function uploadedFile(request: Request): UploadedFile {
  const { headers, url } = request;
  const encoding = bodyEncodingOf(headers["content-encoding"]);
  const length = headers["content-length"];
  const declared = length === undefined ? undefined : Number(length);
  if (declared !== undefined && declared > limits.importBytes) throw payloadTooLarge(limits.importBytes);
  const size = new FileSize(encoding, declared);
  const isCompressed = encoding === "gzip";
  return {
    body: measured(isCompressed ? decompressed(bodyOf(request), size) : bodyOf(request), size),
    isCompressed,
    contentType: headers["content-type"],
    query: url.split("?")[1] ?? "",
  };
}

async function* measured(chunks: AsyncIterable<Buffer>, size: FileSize): AsyncGenerator<Buffer, void> {
  for await (const chunk of chunks) {
    size.add(chunk.length);
    yield chunk;
  }
}

/** Size of the decompressed chunks, in bytes. */
const chunkSize = 64 * 1024;

async function* decompressed(chunks: AsyncIterable<Buffer>, size: FileSize): AsyncGenerator<Buffer> {
  // One chunk is read ahead. A larger buffer would hold more of the body in memory.
  const received = Readable.from(counted(chunks, size), { highWaterMark: 1 });
  const gunzip = createGunzip({ chunkSize });
  // Errors of both streams reach the loop below.
  pipeline(received, gunzip, () => {});
  try {
    for await (const chunk of gunzip) {
      // A stream without an encoding yields buffers.
      yield chunk as Buffer;
    }
  } catch (error) {
    throw isFaultInData(error) ? bodyNotGzip() : error;
  }
}

async function* counted(chunks: AsyncIterable<Buffer>, size: FileSize): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    size.addReceived(chunk.length);
    yield chunk;
  }
}

const isFaultInData = (error: unknown): boolean =>
  error instanceof Error && "code" in error && String(error.code).startsWith("Z_");
