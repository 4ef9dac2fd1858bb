// Parses hosts that have no scheme.
import { parsedUrl } from "../../values/texts/parsed-url.ts";
import { parsed, type Target, unreadable, unreadableHost } from "./parse-address.ts";

const beforePath = /^[^/?#]*/;
/** Matches characters about which parsers of an authority disagree. */
const ambiguous = /[\s"'<>`\\^|{}]|@.*@/;
const plainName = /^(?:[a-z0-9._*-]+|\[.*\])$/;
export const localName = /^localhost$|\.(?:localhost|local|internal)$/;
/** Matches four numbers with dots between them, and a port. */
export const dottedQuad = /^(?:0x[\da-f]+|\d+)(?:\.(?:0x[\da-f]+|\d+)){3}(?::\d*)?$/i;

/** Returns whether a parsed host is an IP address. */
export const isIpAddress = (host: string): boolean => host.startsWith("[") || /^\d+(?:\.\d+){3}$/.test(host);
export const headOf = (text: string): string => beforePath.exec(text)?.[0] ?? "";

/** Returns a text with brackets around an IPv6 address at its start. */
function withBrackets(text: string): string {
  const head = headOf(text);
  const isIpv6 =
    /^[\da-f.]*:[\da-f.]*:[\da-f.:]*$/i.test(head) && parsedUrl(`http://[${head}]`) !== undefined;
  return isIpv6 ? `[${head}]${text.slice(head.length)}` : text;
}

/**
 * Parses a host without a scheme, with or without a port. The port is empty if the text contains none. An IPv6 address
 * has a port only after brackets, such as `[::1]:80`.
 */
export function bareHost(text: string): Target {
  if (ambiguous.test(headOf(text))) return unreadable;
  const address = withBrackets(text);
  const target = parsed(`http://${address}`);
  if (!target || target.host === unreadableHost || !plainName.test(target.host)) return unreadable;
  return { ...target, scheme: null, port: /:(\d{1,5})$/.exec(headOf(address))?.[1] ?? "" };
}

/**
 * Returns the host in a text that is rarely a host, such as a segment of a path. Accepts only IP addresses and
 * local names, which a user may precede. A whole number is not a host.
 */
export function certainHost(text: string): Target | undefined {
  const target = bareHost(text.slice(text.lastIndexOf("@") + 1));
  const isNumber = !target.host.startsWith("[") && /^[\d:]*$/.test(text);
  return (isIpAddress(target.host) && !isNumber) || localName.test(target.host) ? target : undefined;
}
