// Finds network addresses in texts, in every form that HTTP clients accept.
import { addressesInside } from "./addresses-inside.ts";
import { hiddenAddresses } from "./globs/hidden-addresses.ts";
import { type AddressParser, hostWithBraces, type Target, unreadable } from "./parse-address.ts";
import { wholeAddresses } from "./whole-addresses.ts";

/**
 * Decodes the percent-encoded ASCII characters of a text. The URL parser decodes the other characters of a
 * host.
 */
export function decoded(text: string): string {
  return text.replaceAll(/%([0-7][0-9a-f])/gi, (_all, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  );
}

/**
 * Yields the addresses of a text: the whole text, and every address inside the text. An address is also found
 * if it contains tabs or globs, or is percent-encoded. If parsers disagree about the host, each reading is yielded.
 */
export function* addressesIn(text: string, parser: AddressParser): Generator<Target> {
  // The byte order mark is white space in JavaScript, but parsers of host names ignore it.
  const plain = [text, text.replaceAll(/[\t\ufeff]/g, "")];
  for (const form of new Set([...plain, ...plain.map(decoded)])) {
    const { addresses, isWhole, hasMore } = hiddenAddresses(form, parser);
    // The expanded addresses replace the host with braces.
    for (const target of wholeAddresses(form, parser))
      if (!isWhole || target !== hostWithBraces) yield target;
    yield* addressesInside(form, parser);
    for (const address of addresses) {
      if (isWhole) yield* wholeAddresses(address, parser);
      yield* addressesInside(isWhole ? address : `see ${address}`, parser);
    }
    if (hasMore) yield unreadable;
  }
}
