import { sha256 } from "@assay/contract/wire";

/** Returns the given number of random bytes. */
export type Random = (length: number) => Uint8Array<ArrayBuffer>;

/**
 * Creates a source of random bytes.
 *
 * @param seed with a seed, the bytes depend only on the seed and the earlier calls.
 */
export function createRandom(seed: string | number | undefined): Random {
  if (seed === undefined) return (length) => crypto.getRandomValues(new Uint8Array(length));
  let drawn = 0;
  return (length) => {
    const bytes = new Uint8Array(length);
    for (let at = 0; at < length; at += 32) {
      drawn += 1;
      bytes.set(sha256(new TextEncoder().encode(`${drawn} ${seed}`)).subarray(0, length - at), at);
    }
    return bytes;
  };
}
