import { compressionTooHigh, payloadTooLarge, unsupportedEncoding } from "../refusals.ts";
import { limits } from "../limits.ts";

/**
 * Returns the content encoding of a body.
 *
 * @param header the request's `Content-Encoding`; absent and empty mean `identity`.
 * @throws {ApiError} 415 for any other encoding than `identity` and `gzip`.
 */
export function bodyEncodingOf(header: string | null | undefined): "identity" | "gzip" {
  const name = header?.toLowerCase() ?? "";
  if (name === "" || name === "identity") return "identity";
  if (name === "gzip") return "gzip";
  throw unsupportedEncoding(name);
}

/**
 * Counts the bytes of an imported file, and refuses the file as soon as it is too large. The limit applies to
 * the file without compression.
 */
export class FileSize {
  readonly #isCompressed: boolean;
  #received = 0;
  #bytes = 0;

  constructor(encoding: "identity" | "gzip") {
    this.#isCompressed = encoding === "gzip";
  }

  /** Number of bytes so far, without compression. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Counts compressed bytes, before they are decompressed. */
  addReceived(bytes: number): void {
    this.#received += bytes;
  }

  /**
   * Counts bytes without compression.
   *
   * @throws {ApiError} 413 if the file is larger than 1 GiB, or if more than its first 10 MiB were compressed by
   * more than 200 : 1.
   */
  add(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > limits.importBytes) throw payloadTooLarge(limits.importBytes);
    const isExcessive =
      this.#bytes > limits.freelyCompressedBytes && this.#bytes > this.#received * limits.compressionRatio;
    if (this.#isCompressed && isExcessive) throw compressionTooHigh(limits.compressionRatio);
  }
}
