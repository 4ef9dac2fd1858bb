// Reads whole texts as addresses.
import { addressesBehind, addressesInside } from "./addresses-inside.ts";
import { bareHost, certainHost, isIpAddress, localName } from "./bare-hosts.ts";
import { hostsWithBackslashes } from "./backslash-hosts.ts";
import { type AddressParser, type Target, unreadable } from "./parse-address.ts";

/** Special schemes of the URL standard. Parsers accept them without slashes and with backslashes. */
export const startsSpecial = /^(?:https?|wss?|ftp|file):/i;
/** A scheme with two slashes. */
export const startsScheme = /^([a-z][a-z0-9+.-]*):\/\//i;
/** The highest character (the space) that the URL standard removes at both ends of an address. */
const lastPadding = 0x20;

/** Matches `user@host:path`, as in ssh; the host is after the last `@`. */
export const sshAddress = /^[^\s:/\\]+@(\[[^\s\]@]+\]|[^\s@:/\\]+):\S*$/;
/**
 * Matches `user@host:path` as `scp` and `git` read it: with white space in the path, and with backslashes. White space
 * after the colon is a sign of prose (`ada@a.example: hello`).
 */
const spacedSshAddress = /^(?!\\\\)[^\s:/]+@(\[[^\s\]@]+\]|[^\s@:/]+):(?!\s|$)/;
const hour = /^(?:0?[1-9]|[12]\d)$/;
const minutes = /^\d\d(?!\d)/;
/** Matches a digest of a container image, which has the form of an ssh address. */
const imageDigest = /^[^\s@:/]+@sha(?:256:[0-9a-f]{64}|512:[0-9a-f]{128})(?!\S)/i;

/** Removes white space and control characters at both ends, as the URL standard does. */
export function unpadded(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text.charCodeAt(start) <= lastPadding) start += 1;
  while (end > start && text.charCodeAt(end - 1) <= lastPadding) end -= 1;
  return text.slice(start, end).trim();
}

/** Matches the host at the start of an authority with white space, as `url.parse` of Node.js reads it. */
const hostBeforeSpace = /^[^\s%'"<>;`^{|}\\]+/;
/** Matches characters that end the host for `url.parse`. */
const endsHost = /["'<>`\\^|{};]/;
/** Matches addresses in which clients may read different hosts. */
const mayDiffer = /^[^\\/?#]*[\s"'<>`^|{};@]/;
/** Matches a user without a host. */
const userWithoutHost = /^[^/?#]*@(?::\d*)?(?:[/?#]|$)/;
/** Matches characters that no host contains, and that prose contains. */
const notInHosts = /["'<>`\\^|{}]/;

/**
 * Returns the host that `url.parse` of Node.js reads in an authority, if the URL standard reads none or another one.
 * The text may be prose, such as a comment in source code. Directly after slashes or a user, the first word is a host if
 * it is an IP address, a local name, or, without a user, a name with a dot. After white space, the only word is a
 * host if it is an IP address or a local name.
 */
function hostInProse(part: string, hasUser: boolean, parser: AddressParser): Target | undefined {
  const word = part.trim();
  if (/^\s/.test(part)) return /\s/.test(word) ? undefined : certainHost(word, parser);
  const [first = ""] = hostBeforeSpace.exec(part) ?? [];
  const named = first.replace(/[),.:!?]+$/, "");
  const read = bareHost(named, parser);
  // `url.parse` ignores a port that is not a number.
  const target = read === unreadable ? bareHost(named.replace(/:.*$/, ""), parser) : read;
  const isName = !hasUser && target !== unreadable && target.host.includes(".");
  return isName || isIpAddress(target.host) || localName.test(target.host) ? target : undefined;
}

/** Returns the authority at the start of a text, before a match, and the text after its slashes. */
function splitAuthority(text: string, end: RegExp): { authority: string; after: string } {
  const at = text.search(end);
  if (at === -1) return { authority: text, after: "" };
  return { authority: text.slice(0, at), after: text.slice(at).replace(/^[\\/]+/, "") };
}

/**
 * Yields the hosts after the slashes of an address that are not read by the URL standard: `unreadable` if the host
 * contains no white space.
 *
 * @param isUnreadable whether the standard does not accept the address, so that an authority without white space
 *   is unreadable.
 */
function* furtherHosts(rest: string, isUnreadable: boolean, parser: AddressParser): Generator<Target> {
  // The standard ends the authority at a backslash, RFC 3986 does not.
  for (const end of [/[/?#]/, /[\\/?#]/]) {
    const { authority, after } = splitAuthority(rest, end);
    const userEnd = authority.lastIndexOf("@");
    const part = authority.slice(userEnd + 1);
    const hasSpace = /\s/.test(part === "" ? rest : part);
    // Some clients skip an authority without a host.
    const isSkipped = part === ":" || (part === "" && userEnd !== -1);
    // Some clients accept white space in a user, also if the standard ends the host before the user does.
    const hasOddUser = /\s/.test(authority.slice(0, Math.max(0, userEnd))) && authority.includes("\\");
    if (hasOddUser) yield bareHost(part, parser);
    const [literal] = /\[[\da-f:.]+\]/i.exec(part) ?? [];
    if (literal !== undefined && literal.length < part.length) {
      const certain = certainHost(literal, parser);
      if (certain) yield certain;
    }
    if (hasSpace || isSkipped || endsHost.test(part)) {
      const read = isSkipped ? splitAuthority(after, end).authority : part;
      const target = hostInProse(read, userEnd !== -1, parser);
      if (target) yield target;
    }
    const isProse = hasSpace || (/\s/.test(authority) && notInHosts.test(part));
    if (isUnreadable && !isProse) yield unreadable;
  }
}

/**
 * Returns the positions of the host after slashes without a scheme. Backslashes after two slashes are a part of the host for
 * some clients.
 */
function placesAfter(slashes: string): { scheme: string; start: number; end: number }[] {
  const plain = /^\/{2,}/.exec(slashes)?.[0].length ?? 0;
  const known = plain > 0 ? [{ scheme: "https://", start: 0, end: plain }] : [];
  return plain === slashes.length
    ? known
    : [
        ...known,
        { scheme: `https:${slashes.includes("\\") ? "\\\\" : "//"}`, start: 0, end: slashes.length },
      ];
}

/** Returns the host of an ssh address with white space or backslashes. */
function spacedSshHost(text: string): string | undefined {
  const [found = "", host] = spacedSshAddress.exec(text) ?? [];
  // `lunch@12:30 today`
  const isTime = host !== undefined && hour.test(host) && minutes.test(text.slice(found.length));
  return isTime ? undefined : host;
}

/** Yields the hosts of an ssh address. @param whole the text without line ends. */
function* sshHosts(text: string, whole: string, parser: AddressParser): Generator<Target> {
  const host = sshAddress.exec(whole)?.[1] ?? spacedSshHost(unpadded(text));
  if (host === undefined || imageDigest.test(whole)) return;
  const readings = host.includes("\\")
    ? hostsWithBackslashes("http://", host, parser)
    : [parser.parsed(`http://${host}`) ?? unreadable];
  for (const target of readings) yield { ...target, port: "22", scheme: "ssh:" };
}

/**
 * Parses a whole text as one address, as HTTP clients and ssh do, and yields its readings. Yields nothing if
 * the text is not an address.
 */
export function* wholeAddresses(text: string, parser: AddressParser): Generator<Target> {
  // The URL standard removes tabs and line ends before it parses.
  const whole = unpadded(text.replaceAll(/[\t\n\r]/g, ""));
  const hasScheme = startsSpecial.test(whole) || startsScheme.test(whole);
  const [slashes] = (hasScheme ? /^[^:]*:[\\/]*/ : /^[\\/]{2,}(?=[^\\/])/).exec(whole) ?? [];
  if (slashes !== undefined) {
    const target = parser.parsed(hasScheme ? whole : `https:${whole}`);
    if (target) yield target;
    const rest = whole.slice(slashes.length);
    if (!target || mayDiffer.test(rest)) yield* furtherHosts(rest, !hasScheme && !target, parser);
    if (!hasScheme && target) yield* addressesBehind(whole, placesAfter(slashes), parser);
    if (hasScheme && !target && userWithoutHost.test(rest)) yield unreadable;
    if (hasScheme && whole !== text) yield* addressesInside(whole, parser);
    return;
  }
  yield* sshHosts(text, whole, parser);
}
