// Finds addresses with a scheme, at any position of a text.
import { farHostFinder, maxAuthorityChars, plainHost } from "./far-hosts.ts";
import { hostsWithBackslashes } from "./backslash-hosts.ts";
import { curlSchemesIn } from "./globs/curl-schemes.ts";
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
/** Matches an authority as `authority` does, but a backslash does not end it. */
const withBackslashes = /(?:[^\s"'<>`{}|^/?#[\]]|\[[^\s[\]/]*\])*/y;
/** Matches characters that the URL standard refuses in a host. */
const refused = /[<>^|[\]]/;
/** Matches white space and the rest of a host, which begins with a dot. */
const dotAfterSpace = /\s{1,16}\.[\p{L}\p{N}_-][\p{L}\p{N}._-]{0,252}(?::\d*)?(?=[/?#]|$)/uy;
/** The characters that end an address in prose, by the character before the address. */
const enclosing: ReadonlyMap<string, string> = new Map([
  ["<", ">|"],
  [">", "<"],
  ["[", "]|"],
  ["|", "|]"],
]);
/** Matches a host that is empty after a user, or that only some clients read after a backslash. */
const oddEnd = /@(?::\d*)?$|^[^\\]*\\.*[<>^|[\]]/;
const wordCharacter = /[\p{L}\p{N}]/u;
/** Matches the scheme of a further address. */
const onlyScheme = /^[^\p{L}\p{N}]*[a-z][a-z0-9+.-]*:[^\p{L}\p{N}]*$/iu;
const htmlTag = /^[a-z][a-z0-9]*(?:>|$)/i;
/** Matches characters that some parsers accept before `@`, while for other parsers they end the host. */
const divides = /["'<>`\\]/;
/** Matches characters that may enclose an address in prose or JSON. */
const closers = /["'<>`{}|^[\]]/g;
/** Matches punctuation that no host contains and that may follow an address in prose or in a list. */
const afterHost = /(?![-._:%*[\]\u3002\uff0e\uff61])[\p{P}\p{S}]/u;
/** Matches characters that end the host for `url.parse` of Node.js. */
const endsLegacyHost = /[%*]/;
const mayBeLegacyHost = /[.\d]|^localhost$/i;
const httpAndSlashes = /^https?:\/\/$/i;
/** Matches the port of an authority without a host that is not the end of a text or a sentence. */
const portWithoutHost =
  /^(?:[^\s"'<>`{}|^/?#[\]]*@)?(?:(?=[/:])|(?=[?#][\p{L}\p{N}/&]))((?::\d+)?)(?=[/?#]|:\/|(?<=\d)(?!\d))/u;
/** Maximum number of `@` in an authority. An authority with more of them is unreadable. */
const maxAtSigns = 3;
const punctuation = /[),.;:!?]+$/;
/** Matches a character that parsers do not remove at the start of a text. */
// oxlint-disable-next-line no-control-regex
const notPadding = /[^\s\0-\x20]/;

/** A scheme in a text with its slashes, and the positions of the scheme and after the slashes. */
interface SchemePlace {
  scheme: string;
  start: number;
  end: number;
}

function* schemesIn(text: string): Generator<SchemePlace> {
  for (const { 0: scheme, index } of text.matchAll(specialInText)) {
    yield { scheme, start: index, end: index + scheme.length };
  }
  yield* curlSchemesIn(text);
  for (let at = text.indexOf("://"); at !== -1; at = text.indexOf("://", at + 1)) {
    const [name] = schemeAtEnd.exec(text.slice(Math.max(0, at - maxSchemeChars), at)) ?? [];
    if (name !== undefined) yield { scheme: `${name}://`, start: at - name.length, end: at + 3 };
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
  const [legacy = ""] = plain.slice(hostAt).split(endsLegacyHost, 1);
  if (legacy.length < plain.length - hostAt && mayBeLegacyHost.test(legacy))
    yield plain.slice(0, hostAt) + legacy;
  const user = matchAt(rest, userAndHost);
  yield user;
  yield* hostsAfterDividers(rest);
  const parts = user.split("@");
  if (parts.length - 1 > maxAtSigns) yield "@";
  else if (parts.length > 2) yield* parts.slice(1);
}

/** Returns whether a character ends an address in prose, so that the text after it is no part of the host. */
function endsInProse(opener: string, closer: string, after: string): boolean {
  if (!wordCharacter.test(after) || onlyScheme.test(after)) return true;
  if (enclosing.get(opener)?.includes(closer) === true) return true;
  return (closer === "]" && /^[([]/.test(after)) || (closer === "<" && htmlTag.test(after));
}

/** An address in a text. */
interface Place {
  /** The scheme with its slashes. */
  scheme: string;
  /** The text after the scheme, at most 1,000 characters. */
  rest: string;
  /** The character before the scheme; empty at the start of the text. */
  opener: string;
  /** Whether the whole text may be the address. */
  isWhole: boolean;
}

/**
 * Returns whether the URL standard refuses an address because of a character in its host. If the address is
 * only a part of the text, a character at the end of the host, or one that encloses the address, is prose.
 */
function isRefused({ scheme, rest, opener, isWhole }: Place, parser: AddressParser): boolean {
  const whole = matchAt(rest, untilPath);
  if (!isWhole && !refused.test(whole)) return false;
  const { length } = matchAt(rest, scheme.includes("\\") ? authority : withBackslashes);
  const closer = whole.charAt(length);
  const hasStart = length > 0 || whole.includes("[");
  const isInside = refused.test(closer) && hasStart && !endsInProse(opener, closer, whole.slice(length + 1));
  if (isInside && whole.slice(0, length).includes("\\")) return true;
  if (isWhole && oddEnd.test(whole)) return true;
  return (isInside || isWhole) && parser.parsed(`${scheme}${whole}`) === undefined;
}

/** Yields the addresses after a scheme and its slashes. */
function* addressesAt(place: Place, parser: AddressParser): Generator<Target> {
  const { scheme, rest } = place;
  parser.add(1 + matchAt(rest, untilPath).length);
  for (const found of new Set(authoritiesAt(rest))) {
    const named = found.replace(punctuation, "");
    if (named === "" && !startsSpecialFile.test(scheme)) continue;
    if (found.length === maxAuthorityChars) yield unreadable;
    else yield parser.parsed(`${scheme}${named}`) ?? parser.parsed(`${scheme}${found}`) ?? unreadable;
  }
  // The resolvers that remove backslashes are called by clients that need two slashes before the host.
  if (!scheme.includes("\\")) {
    const whole = matchAt(rest, withBackslashes);
    yield* hostsWithBackslashes(scheme, whole.replace(punctuation, ""), parser);
    if (whole.length === maxAuthorityChars) yield unreadable;
  }
  // `HTTP::Tiny` of Perl reads `localhost` in an address without a host.
  const [, port] = (httpAndSlashes.test(scheme) && portWithoutHost.exec(rest)) || [];
  if (port !== undefined) yield parser.parsed(`${scheme}localhost${port}`) ?? unreadable;
  if (isRefused(place, parser)) yield unreadable;
}

/** Yields the addresses at positions in a text, each of which follows a scheme and its slashes. */
export function* addressesBehind(
  text: string,
  schemes: Iterable<SchemePlace>,
  parser: AddressParser,
): Generator<Target> {
  const hasFarHost = farHostFinder(text);
  const textStart = text.search(notPadding);
  const textEnd = text.trimEnd().length;
  for (const { scheme, start, end } of schemes) {
    if (parser.isExhausted) return;
    const rest = text.slice(end, end + maxAuthorityChars);
    const after = end + matchAt(rest, untilPath).length;
    const next = text.charAt(after);
    const isEnded = after === end ? /[?#]/.test(next) : after >= textEnd || /[/?#]/.test(next);
    const isWhole = start <= textStart && isEnded;
    yield* addressesAt({ scheme, rest, opener: text.charAt(start - 1), isWhole }, parser);
    dotAfterSpace.lastIndex = after;
    if (after > end && dotAfterSpace.test(text)) yield unreadable;
    if (hasFarHost(end)) yield unreadable;
  }
}

/** Yields the addresses inside a text. Each has a scheme, and a host directly after the scheme. */
export const addressesInside = (text: string, parser: AddressParser): Generator<Target> =>
  addressesBehind(text, schemesIn(text), parser);
