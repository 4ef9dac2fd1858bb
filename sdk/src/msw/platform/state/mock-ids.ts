import { formatId, type IdKind } from "@assay/contract/platform/ids";
import type { Random } from "./mock-random.ts";

/** Creates ids for one mock. */
export type NewId = (kind: IdKind) => string;

/**
 * Creates a source of ascending, time-sortable ids like those of the server. An id is a UUID version 7 with a
 * 32-bit counter after the time.
 *
 * @param now returns the milliseconds since 1970; ids still ascend if the time goes back.
 * @see RFC 9562, section 5.7 and section 6.2, method 1.
 */
export function createIds(now: () => number, random: Random): NewId {
  let millisecond = 0;
  let counter = 0;
  return (kind) => {
    const present = Math.max(millisecond, now());
    counter = present === millisecond ? counter + 1 : 0;
    millisecond = present;
    return formatId(kind, uuidV7(BigInt(present), BigInt(counter), random(8)));
  };
}

function uuidV7(millisecond: bigint, counter: bigint, bytes: Uint8Array<ArrayBuffer>): string {
  const [high = 0, low = 0] = new Uint32Array(bytes.buffer);
  const random = (BigInt(high) << 10n) | (BigInt(low) & 1023n);
  const first = (millisecond << 16n) | 0x7000n | (counter >> 20n);
  const second = (0b10n << 62n) | ((counter & 0xfffffn) << 42n) | random;
  return ((first << 64n) | second).toString(16).padStart(32, "0");
}
