/** Compares two texts by code points, which is the byte order of UTF-8. */
export function inByteOrder(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  // Within a surrogate pair whose first half is equal, the second half decides.
  return (one.codePointAt(at) ?? -1) - (other.codePointAt(at) ?? -1);
}
