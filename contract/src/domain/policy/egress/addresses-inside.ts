// Finds addresses with a scheme, at any position of a text.
import { farHostFinder, maxAuthorityChars, plainHost } from "./far-hosts.ts";
import { type AddressParser, type Target, unreadable } from "./parse-address.ts";

/** Maximum length of a scheme. Of a longer scheme, only the end is read. */
const maxSchemeChars = 64;

const specialInText = /\b(?:https?|wss?|ftp|file):[\\/]*/gi;
const startsSpecialFile = /^file:/i;
const schemeAtEnd = /[a-z][a-z0-9+.-]*$/i;
/** Matches an authority. Excludes quotes and brackets, in which prose may enclose an address. */
const authority = /(?:[^\s"'<>`{}|^\\/?#[\]]|\[[^\s[\]/\\]*\])*/y;
/**
 * Matches an authority with a user. Before `@`, all characters are accepted except white space, quotes, `<`,
 * `>`, slashes, `?` and `#`.
 */
const userAndHost = /[^\s"'<>`\\/?#]*@[^\s"'<>`{}|^\\/?#]*/y;
/** Matches an authority up to the end that RFC 3986 defines. It can contain quotes and backslashes. */
const untilPath = /[^\s/?#]*/y;
/** Matches characters that some parsers accept before `@`, while for other parsers they end the host. */
const divides = /["'<>`\\]/;
/** Matches characters that may enclose an address in prose or JSON. */
const closers = /["'<>`{}|^[\]]/g;
/** Matches punctuation that no host contains and that may follow an address in prose or in a list. */
const afterHost = /(?![-._:%*[\]\u3002\uff0e\uff61])[\p{P}\p{S}]/u;
/** Maximum number of `@` in an authority. An authority with more of them is unreadable. */
const maxAtSigns = 3;
const punctuation = /[),.;:!?]+$/;
/** Yields each scheme in a text with its slashes, and the position after them. */
function* schemesIn(text: string): Generator<{ scheme: string; end: number }> {
  for (const { 0: scheme, index } of text.matchAll(specialInText)) {
    yield { scheme, end: index + scheme.length };
  }
  for (let at = text.indexOf("://"); at !== -1; at = text.indexOf("://", at + 1)) {
    const [name] = schemeAtEnd.exec(text.slice(Math.max(0, at - maxSchemeChars), at)) ?? [];
    if (name !== undefined) yield { scheme: `${name}://`, end: at + 3 };
  }
}

const matchAt = (text: string, pattern: RegExp): string => {
  pattern.lastIndex = 0;
  return pattern.exec(text)?.[0] ?? "";
};

/**
 * Yields the parts after the last `@` of an authority that parsers read differently. For
 * `http://b.example\\@a.example/`, curl and Python read the host `a.example`, but the URL standard reads
 * `b.example`. Because prose and JSON may enclose the address, the text before each enclosing character is
 * read as well.
 */
function* hostsAfterDividers(rest: string): Generator<string> {
  const whole = matchAt(rest, untilPath);
  if (!whole.includes("@") || !divides.test(whole)) return;
  const ends = new Set((whole.match(closers) ?? []).map((closer) => whole.indexOf(closer)));
  // If the authority does not end in this part of the text, `farHostFinder` reads its end.
  if (whole.length < maxAuthorityChars) ends.add(whole.length);
  for (const end of ends) {
    const at = whole.lastIndexOf("@", end - 1);
    if (at === -1 || end === 0 || !divides.test(whole.slice(0, at))) continue;
    const [, host] = plainHost.exec(whole.slice(at + 1, end)) ?? [];
    if (host !== undefined) yield host;
  }
}

/** Yields the authorities that different parsers may read after a scheme. */
function* authoritiesAt(rest: string): Generator<string> {
  const plain = matchAt(rest, authority);
  yield plain;
  const hostAt = plain.lastIndexOf("@") + 1;
  const after = plain.slice(hostAt).search(afterHost);
  if (after !== -1) yield plain.slice(0, hostAt + after);
  const user = matchAt(rest, userAndHost);
  yield user;
  yield* hostsAfterDividers(rest);
  const parts = user.split("@");
  if (parts.length - 1 > maxAtSigns) yield "@";
  else if (parts.length > 2) yield* parts.slice(1);
}

/** Yields the addresses after a scheme and its slashes. @param rest at most 1,000 characters. */
function* addressesAt(scheme: string, rest: string, parser: AddressParser): Generator<Target> {
  parser.add(1 + matchAt(rest, untilPath).length);
  for (const found of new Set(authoritiesAt(rest))) {
    const named = found.replace(punctuation, "");
    if (named === "" && !startsSpecialFile.test(scheme)) continue;
    if (found.length === maxAuthorityChars) yield unreadable;
    else yield parser.parsed(`${scheme}${named}`) ?? parser.parsed(`${scheme}${found}`) ?? unreadable;
  }
}

/** Yields the addresses at positions in a text, each of which follows a scheme and its slashes. */
export function* addressesBehind(
  text: string,
  schemes: Iterable<{ scheme: string; end: number }>,
  parser: AddressParser,
): Generator<Target> {
  const hasFarHost = farHostFinder(text);
  for (const { scheme, end } of schemes) {
    if (parser.isExhausted) return;
    yield* addressesAt(scheme, text.slice(end, end + maxAuthorityChars), parser);
    if (hasFarHost(end)) yield unreadable;
  }
}

/** Yields the addresses inside a text. Each has a scheme, and a host directly after the scheme. */
export const addressesInside = (text: string, parser: AddressParser): Generator<Target> =>
  addressesBehind(text, schemesIn(text), parser);
