// Parses hosts that have no scheme.
import { hostsWithBackslashes } from "./backslash-hosts.ts";
import { type AddressParser, type Target, unreadable, unreadableHost } from "./parse-address.ts";

const beforePath = /^[^/?#]*/;
/** Matches characters about which parsers of an authority disagree. */
const ambiguous = /[\s"'<>`\\^|{}]|@.*@/;
const plainName = /^(?:[a-z0-9._*-]+|\[.*\])$/;
export const localName = /^localhost$|\.(?:localhost|local|internal)$/;
/** Matches four numbers with dots between them, and a port. */
const dottedQuad = /^(?:0x[\da-f]+|\d+)(?:\.(?:0x[\da-f]+|\d+)){3}(?::\d*)?$/i;

/** Matches all words that may be an IP address or a local name, and takes less time than a parser. */
const certainMark = /^\d|[[%]|:.*:|local|internal/i;
/** Matches numbers that are no IP address with four numbers. */
const plainNumber = /^\d+(?:\.\d+)?$/;
/** Matches characters that the parser of host names removes. */
const ignorable = /\p{Default_Ignorable_Code_Point}/u;
const mayBeCertain = (word: string): boolean =>
  certainMark.test(word) ||
  // The parser normalizes names that are not ASCII.
  (/[^\0-\u007f]/.test(word) && (ignorable.test(word) || certainMark.test(word.normalize("NFKC"))));
/** Removes the invisible joiners, as clients with the former version of IDNA do. */
const withoutJoiners = (text: string): string => text.replaceAll(/[\u200c\u200d]/g, "");

/** Returns whether a parsed host is an IP address. */
export const isIpAddress = (host: string): boolean => host.startsWith("[") || /^\d+(?:\.\d+){3}$/.test(host);
export const headOf = (text: string): string => beforePath.exec(text)?.[0] ?? "";

/** Returns the local name that clients read in a word with backslashes. */
function localNameIn(word: string, parser: AddressParser): Target | undefined {
  for (const target of hostsWithBackslashes("http://", word, parser))
    if (localName.test(target.host)) return { ...target, scheme: null };
  return undefined;
}

/** Returns a text with brackets around an IPv6 address at its start. */
function withBrackets(text: string, parser: AddressParser): string {
  const head = headOf(text);
  const isIpv6 =
    /^[\da-f.]*:[\da-f.]*:[\da-f.:]*$/i.test(head) && parser.parsed(`http://[${head}]`) !== undefined;
  return isIpv6 ? `[${head}]${text.slice(head.length)}` : text;
}

/**
 * Parses a host without a scheme, with or without a port. The port is empty if the text contains none. An IPv6 address
 * has a port only after brackets, such as `[::1]:80`.
 */
export function bareHost(text: string, parser: AddressParser): Target {
  if (ambiguous.test(headOf(text))) return unreadable;
  const address = withBrackets(text, parser);
  const target = parser.parsed(`http://${address}`);
  if (!target || target.host === unreadableHost || !plainName.test(target.host)) return unreadable;
  return { ...target, scheme: null, port: /:(\d{1,5})$/.exec(headOf(address))?.[1] ?? "" };
}

/**
 * Returns the host in a text that is rarely a host, such as a segment of a path. Accepts only IP addresses and
 * local names, which a user may precede. A whole number is not a host.
 */
export function certainHost(text: string, parser: AddressParser): Target | undefined {
  const word = text.slice(text.lastIndexOf("@") + 1);
  if (word.includes("\\")) return localNameIn(word, parser);
  if (!mayBeCertain(word)) return undefined;
  const target = bareHost(withoutJoiners(word), parser);
  const isNumber = !target.host.startsWith("[") && /^[\d:]*$/.test(text);
  return (isIpAddress(target.host) && !isNumber) || localName.test(target.host) ? target : undefined;
}

/** Returns the host in a word that is sometimes a host. Accepts only IP addresses with four numbers and local names. */
export function possibleHost(word: string, parser: AddressParser): Target | undefined {
  if (word.includes("\\")) return localNameIn(word, parser);
  if (plainNumber.test(word) || !mayBeCertain(word)) return undefined;
  const host = withoutJoiners(word);
  const target = bareHost(host, parser);
  return dottedQuad.test(host) || target.host.startsWith("[") || localName.test(target.host)
    ? target
    : undefined;
}
