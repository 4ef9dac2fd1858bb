import { parsedUrl } from "../../values/texts/parsed-url.ts";
import { hasValidLabels } from "./encoded-labels.ts";

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
const usualPorts: Readonly<Record<string, string>> = {
  "http:": "80",
  "ws:": "80",
  "https:": "443",
  "wss:": "443",
  "ftp:": "21",
};

/** The schemes whose hosts are domains or IP addresses by the URL standard. */
const hasDomain = (scheme: string): boolean => Object.hasOwn(usualPorts, scheme) || scheme === "file:";

/** Parses a URL. Returns undefined if the URL standard does not accept it, or if it has an invalid encoded label. */
export function parsed(url: string): Target | undefined {
  const read = parsedUrl(url);
  if (!read) return undefined;
  const { protocol, hostname, port } = read;
  const host = hostname.toLowerCase().replace(/\.{1,2}$/, "");
  // Resolvers differ in what they do with an empty label.
  if (host.length > maxHostChars || /\.\.|\.$/.test(host)) return unreadable;
  if (hasDomain(protocol) && !hasValidLabels(host)) return undefined;
  return { scheme: protocol, host, port: port || (usualPorts[protocol] ?? "") };
}
