import { formatId, type IdKind } from "@assay/contract/platform/ids";

/** Makes ids of one mock. */
export type NewId = (kind: IdKind) => string;

/**
 * Makes a source of ids as the server's are: time-sortable, each greater than the one before.
 *
 * @param now milliseconds since 1970; when it goes back, ids still ascend.
 * @see RFC 9562, section 5.7: UUID version 7, here with a counter of 32 bits behind the time (section 6.2, method 1).
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
