import { compressionTooHigh, payloadTooLarge, unsupportedEncoding } from "../refusals.ts";
import { limits } from "../limits.ts";

/**
 * Returns the content encoding of a body.
 *
 * @param header the request's `Content-Encoding`; absent and empty mean `identity`.
 * @throws {ApiError} 415 for any encoding other than `identity` and `gzip`.
 */
export function bodyEncodingOf(header: string | null | undefined): "identity" | "gzip" {
  const name = header?.toLowerCase() ?? "";
  if (name === "" || name === "identity") return "identity";
  if (name === "gzip") return "gzip";
  throw unsupportedEncoding(name);
}

/**
 * Counts the bytes of an imported file, and refuses the file as soon as it is too large. The limit on the
 * size applies to the file without compression. A file of more than 10 MiB may have at most 200 times its
 * compressed size. If the compressed size is declared, the order of the rows and the arrival of the bytes
 * make no difference. If it is not declared, the bytes that have arrived are compared, because a small file
 * could otherwise expand to 1 GiB before it is refused.
 */
export class FileSize {
  readonly #isCompressed: boolean;
  readonly #declared: number | undefined;
  #received = 0;
  #bytes = 0;

  /** @param declared the size of the whole file as it is sent; undefined if it is unknown. */
  constructor(encoding: "identity" | "gzip", declared: number | undefined) {
    this.#isCompressed = encoding === "gzip";
    this.#declared = declared;
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
   * @throws {ApiError} 413 if the file is larger than 1 GiB, or compressed too highly.
   */
  add(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > limits.importBytes) throw payloadTooLarge(limits.importBytes);
    const compressed = this.#declared ?? this.#received;
    const isExcessive =
      this.#bytes > limits.freelyCompressedBytes && this.#bytes > compressed * limits.compressionRatio;
    if (this.#isCompressed && isExcessive) throw compressionTooHigh(limits.compressionRatio);
  }
}
