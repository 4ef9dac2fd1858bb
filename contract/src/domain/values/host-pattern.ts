import { parsedUrl } from "./texts/parsed-url.ts";

/**
 * Returns whether a string is valid as an allowed host in a boundary. A host is a name or an address in the
 * normalized form of URLs (lower case, punycode, dotted decimal, IPv6 in brackets). `*.` before a name of at
 * least two labels includes all names below that name. `:port` restricts the host to one port.
 */
export function isHostPattern(text: string): boolean {
  const match = /^(?<wildcard>\*\.)?(?<host>\[[\da-f:.]+\]|[^:[\]]+)(?::(?<port>[1-9]\d{0,4}))?$/.exec(text);
  const { wildcard, host = "", port = "1" } = match?.groups ?? {};
  if (!match || Number(port) > 65_535 || !isNormal(host)) return false;
  return wildcard === undefined || (host.includes(".") && !isAddress(host));
}

function isNormal(host: string): boolean {
  if (/[/?#@\\*\s%]/.test(host) || host.endsWith(".")) return false;
  return parsedUrl(`https://${host}/`)?.hostname === host;
}

const isAddress = (host: string): boolean => host.startsWith("[") || /^[\d.]+$/.test(host);

const metadataNames = ["metadata.google.internal", "metadata.goog", "instance-data.ec2.internal"];

/**
 * Returns whether a host pattern includes a host that no boundary may allow. These are link-local addresses,
 * from which cloud machines receive their credentials, and the names of these addresses.
 */
export function isMetadataHost(pattern: string): boolean {
  const host = pattern.replace(/:\d+$/, "");
  const names = host.startsWith("*.") ? metadataNames.filter((name) => name.endsWith(host.slice(1))) : [];
  return (
    names.length > 0 ||
    metadataNames.some((name) => host === name || host.endsWith(`.${name}`)) ||
    host.startsWith("169.254.") ||
    // fe80::/10, the address of EC2's metadata service, and IPv4 link-local addresses in IPv6 notation.
    /^\[fe[89ab][\da-f]:/.test(host) ||
    host === "[fd00:ec2::254]" ||
    host.startsWith("[::ffff:a9fe:")
  );
}
