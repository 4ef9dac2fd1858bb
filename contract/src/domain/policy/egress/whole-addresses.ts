// Reads whole texts as addresses.
import { addressesBehind, addressesInside } from "./addresses-inside.ts";
import { bareHost, certainHost, isIpAddress, localName } from "./bare-hosts.ts";
import { type AddressParser, type Target, unreadable } from "./parse-address.ts";

/** Special schemes of the URL standard. Parsers accept them without slashes and with backslashes. */
export const startsSpecial = /^(?:https?|wss?|ftp|file):/i;
/** A scheme with two slashes. */
export const startsScheme = /^([a-z][a-z0-9+.-]*):\/\//i;
/** The highest character (the space) that the URL standard removes at both ends of an address. */
const lastPadding = 0x20;

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

/** Matches the host at the start of an authority with white space, as `url.parse` of Node.js reads it. */
const hostBeforeSpace = /^[^\s%'"<>;`^{|}\\]+/;
/** Matches characters that end the host for `url.parse`. */
const endsHost = /["'<>`\\^|{};]/;
/** Matches addresses in which clients may read different hosts. */
const mayDiffer = /^[^\\/?#]*[\s"'<>`^|{};@]/;
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
    if (!hasScheme && target)
      yield* addressesBehind(whole, [{ scheme: "https://", end: slashes.length }], parser);
    if (hasScheme && whole !== text) yield* addressesInside(whole, parser);
    return;
  }
  const [, host] = sshAddress.exec(whole) ?? [];
  if (host === undefined || imageDigest.test(whole)) return;
  yield { ...(parser.parsed(`http://${host}`) ?? unreadable), port: "22", scheme: "ssh:" };
}
