import { formatId, type IdKind } from "@assay/contract/platform/ids";

/** Creates ids of one mock. */
export type NewId = (kind: IdKind) => string;

/**
 * Creates a source of time-sortable, ascending ids like the server's. UUID version 7 with a counter of 32
 * bits after the time.
 *
 * @param now milliseconds since 1970; if it goes back, ids still ascend.
 * @see RFC 9562, section 5.7 and section 6.2, method 1.
 */
export function createIds(now: () => number): NewId {
  let millisecond = 0;
  let counter = 0;
  return (kind) => {
    const present = Math.max(millisecond, now());
    counter = present === millisecond ? counter + 1 : 0;
    millisecond = present;
    return formatId(kind, uuidV7(BigInt(present), BigInt(counter)));
  };
}

function uuidV7(millisecond: bigint, counter: bigint): string {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  const random = (BigInt(high) << 10n) | (BigInt(low) & 1023n);
  const first = (millisecond << 16n) | 0x7000n | (counter >> 20n);
  const second = (0b10n << 62n) | ((counter & 0xfffffn) << 42n) | random;
  return ((first << 64n) | second).toString(16).padStart(32, "0");
}
