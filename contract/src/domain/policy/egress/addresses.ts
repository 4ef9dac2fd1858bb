// Finds network addresses in texts, in every form that HTTP clients accept.
import { parsedUrl } from "../../values/texts/parsed-url.ts";
import { farHostFinder, maxAuthorityChars, plainHost } from "./far-hosts.ts";

/** An address in a request. */
export interface Target {
  /** In lower case; `unreadableHost` if it cannot be parsed; empty if the address has no host. */
  host: string;
  /** The scheme's default port if the address has none; empty if there is no scheme or an unusual one. */
  port: string;
  /** The scheme with its colon; null if only a host was given. */
  scheme: string | null;
}

/** The host of an address that cannot be parsed; it is outside every boundary. */
export const unreadableHost = "(unreadable)";
/** An address that cannot be parsed. */
export const unreadable: Target = { host: unreadableHost, port: "", scheme: "" };

/** Maximum length of a DNS name. */
const maxHostChars = 253;
/** Maximum length of a scheme. Of a longer scheme, only the end is read. */
const maxSchemeChars = 64;

/** Special schemes of the URL standard. Parsers accept them without slashes and with backslashes. */
export const startsSpecial = /^(?:https?|wss?|ftp|file):/i;
const specialInText = /\b(?:https?|wss?|ftp|file):[\\/]*/gi;
/** A scheme with two slashes. */
export const startsScheme = /^([a-z][a-z0-9+.-]*):\/\//i;
/** The highest character (the space) that the URL standard removes at both ends of an address. */
const lastPadding = 0x20;
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
const usualPorts: Readonly<Record<string, string>> = {
  "http:": "80",
  "ws:": "80",
  "https:": "443",
  "wss:": "443",
  "ftp:": "21",
};

/** Parses a URL. Returns undefined if the URL standard does not accept it. */
export function parsed(url: string): Target | undefined {
  const read = parsedUrl(url);
  if (!read) return undefined;
  const { protocol, hostname, port } = read;
  const host = hostname.toLowerCase().replace(/\.{1,2}$/, "");
  // Resolvers differ in what they do with an empty label.
  if (host.length > maxHostChars || /\.\.|\.$/.test(host)) return unreadable;
  return { scheme: protocol, host, port: port || (usualPorts[protocol] ?? "") };
}

/**
 * Decodes the percent-encoded ASCII characters of a text. The URL parser decodes the other characters of a
 * host.
 */
export function decoded(text: string): string {
  return text.replaceAll(/%([0-7][0-9a-f])/gi, (_all, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  );
}

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
function* addressesAt(scheme: string, rest: string): Generator<Target> {
  for (const found of new Set(authoritiesAt(rest))) {
    const named = found.replace(punctuation, "");
    if (named === "" && !startsSpecialFile.test(scheme)) continue;
    if (found.length === maxAuthorityChars) yield unreadable;
    else yield parsed(`${scheme}${named}`) ?? parsed(`${scheme}${found}`) ?? unreadable;
  }
}

/** Yields the addresses at positions in a text, each of which follows a scheme and its slashes. */
function* addressesBehind(
  text: string,
  schemes: Iterable<{ scheme: string; end: number }>,
): Generator<Target> {
  const hasFarHost = farHostFinder(text);
  for (const { scheme, end } of schemes) {
    yield* addressesAt(scheme, text.slice(end, end + maxAuthorityChars));
    if (hasFarHost(end)) yield unreadable;
  }
}

/** Yields the addresses inside a text. Each has a scheme, and a host directly after the scheme. */
const addressesInside = (text: string): Generator<Target> => addressesBehind(text, schemesIn(text));

/**
 * Matches `user@host:path`, as in ssh; the host is after the last `@`. A digest of a container image has the
 * same form.
 */
export const sshAddress = /^[^\s:/\\]+@(\[[^\s\]@]+\]|[^\s@:/\\]+):\S*$/;
const imageDigest = /@sha(?:256:[0-9a-f]{64}|512:[0-9a-f]{128})$/i;

/** Removes white space and control characters at both ends, as the URL standard does. */
export function unpadded(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text.charCodeAt(start) <= lastPadding) start += 1;
  while (end > start && text.charCodeAt(end - 1) <= lastPadding) end -= 1;
  return text.slice(start, end).trim();
}

/**
 * Parses a whole text as one address, as HTTP clients and ssh do, and yields its readings. Yields nothing if
 * the text is not an address.
 */
export function* wholeAddresses(text: string): Generator<Target> {
  // The URL standard removes tabs and line ends before it parses.
  const whole = unpadded(text.replaceAll(/[\t\n\r]/g, ""));
  if (startsSpecial.test(whole) || startsScheme.test(whole)) {
    const target = parsed(whole);
    if (target) yield target;
    if (whole !== text) yield* addressesInside(whole);
    return;
  }
  const [slashes] = /^[\\/]{2,}(?=[^\\/\s])/.exec(whole) ?? [];
  if (slashes !== undefined) {
    const target = parsed(`https:${whole}`);
    if (target) yield target;
    if (target) yield* addressesBehind(whole, [{ scheme: "https://", end: slashes.length }]);
    else if (!/\s/.test(text.trim())) yield unreadable;
    return;
  }
  const [, host] = sshAddress.exec(whole) ?? [];
  if (host === undefined || imageDigest.test(whole)) return;
  yield { ...(parsed(`http://${host}`) ?? unreadable), port: "22", scheme: "ssh:" };
}

/**
 * Yields the addresses of a text: the whole text, and every address inside the text. An address is also found
 * if it contains tabs or is percent-encoded. If parsers disagree about the host, each reading is yielded.
 */
export function* addressesIn(text: string): Generator<Target> {
  const plain = [text, text.replaceAll("\t", "")];
  for (const form of new Set([...plain, ...plain.map(decoded)])) {
    yield* wholeAddresses(form);
    yield* addressesInside(form);
  }
}
