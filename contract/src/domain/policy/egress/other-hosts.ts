// Finds the hosts that clients read from an address if they do not follow the URL standard.
import { parsedUrl } from "../../values/texts/parsed-url.ts";

/** Matches a scheme with its slashes. */
const schemeAndSlashes = /^[^:]*:[\\/]*/;
/** Letters that the present and the former version of IDNA convert in different ways, and invisible joiners. */
const deviations = /[\u00df\u1e9e\u03c2\u200c\u200d]/;

/** Returns the host of a URL as it is written. */
function writtenHost(url: string): string {
  const rest = url.replaceAll(/[\t\n\r]/g, "").replace(schemeAndSlashes, "");
  const [authority = ""] = /^[^\\/?#]*/.exec(rest) ?? [];
  return authority.slice(authority.lastIndexOf("@") + 1).replace(/:\d*$/, "");
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns an IPv4 address with leading zeros as decimal numbers. The URL standard reads such numbers as octal. */
function withDecimals(written: string): string | undefined {
  // With a further label, the parser normalizes the host but does not read it as an IP address.
  const normal = parsedUrl(`http://${written.replace(/[.\u3002\uff0e\uff61]$/, "")}.x/`)?.hostname ?? "";
  const parts = normal.split(".").slice(0, -1);
  if (!parts.some((part) => /^0\d/.test(part))) return undefined;
  return parts.map((part) => part.replace(/^0+(?=\d)/, "")).join(".");
}

/**
 * Returns the hosts that other clients read from a URL: an IPv4 address whose numbers with leading zeros are decimal,
 * as in Java, and a name with `ss` instead of `ß`, with `σ` instead of `ς` and without joiners, as in IDNA 2003. Some versions of Unicode convert
 * the capital `ẞ` like `ss`, others like `ß`.
 *
 * @param host the host that the URL standard reads.
 * @param unreadableHost is returned for a host that cannot be parsed.
 */
export function otherHosts(url: string, host: string, unreadableHost: string): string[] {
  const written = writtenHost(url);
  if (written.toLowerCase() === host) return [];
  const others: string[] = [];
  const decoded = percentDecoded(written);
  if (/^\d+(?:\.\d+){3}$/.test(host)) {
    const decimal = withDecimals(written);
    if (decimal !== undefined) others.push(decimal);
  }
  if (deviations.test(decoded)) {
    const present = decoded.replaceAll("\u1e9e", "\u00df");
    const former = present.replaceAll("\u00df", "ss").replaceAll("\u03c2", "\u03c3");
    others.push(present, former.replaceAll(/[\u200c\u200d]/g, ""));
  }
  const read = others.map(
    (other) => parsedUrl(`http://${other}/`)?.hostname.replace(/\.$/, "") ?? unreadableHost,
  );
  return [...new Set(read)].filter((other) => other !== host);
}
