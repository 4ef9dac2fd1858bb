import { parsedUrl } from "../../values/texts/parsed-url.ts";
import { hasValidLabels } from "./encoded-labels.ts";
import { otherHosts } from "./other-hosts.ts";

/** An address in a request. */
export interface Target {
  /** In lower case; `unreadableHost` if it cannot be parsed; empty if the address has no host. */
  host: string;
  /** The hosts that clients with other rules than the URL standard read. */
  otherHosts?: readonly string[];
  /** The scheme's default port if the address has none; empty if there is no scheme or an unusual one. */
  port: string;
  /** The scheme with its colon; null if only a host was given. */
  scheme: string | null;
}

/** The host of an address that cannot be parsed; it is outside every boundary. */
export const unreadableHost = "(unreadable)";
/** An address that cannot be parsed. */
export const unreadable: Target = { host: unreadableHost, port: "", scheme: "" };
/** An address whose host contains a brace. It is outside every boundary, unless a client expands the braces. */
export const hostWithBraces: Target = { ...unreadable };

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
function parsed(url: string): Target | undefined {
  const read = parsedUrl(url);
  if (!read) return undefined;
  const { protocol, hostname, port } = read;
  const host = hostname.toLowerCase().replace(/\.{1,2}$/, "");
  // Resolvers differ in what they do with an empty label.
  if (host.length > maxHostChars || /\.\.|\.$/.test(host)) return unreadable;
  if (/[{}]|%7[bd]/.test(host)) return hostWithBraces;
  if (hasDomain(protocol) && !hasValidLabels(host)) return undefined;
  const others = otherHosts(url, host, unreadableHost);
  const target = { scheme: protocol, host, port: port || (usualPorts[protocol] ?? "") };
  return others.length === 0 ? target : { ...target, otherHosts: others };
}

/** The work of one search, in units that take at most about 30 ns: characters that are read. */
export const maxWork = 2_000_000;
/** The units of a URL in addition to its characters. */
const unitsPerUrl = 300;
/** The further units of a host with an encoded label, which is decoded and parsed again. */
const unitsPerEncodedHost = 1000;

/**
 * Parses the addresses of one search. Each distinct URL is parsed once. After a fixed amount of work, all
 * further addresses are unreadable, so that the time of a search has a limit for every text.
 */
export class AddressParser {
  readonly #parsed = new Map<string, Target | undefined>();
  #work = 0;

  /** Whether the search did more work than is allowed. */
  get isExhausted(): boolean {
    return this.#work > maxWork;
  }

  /** The units of work up to now. */
  get work(): number {
    return this.#work;
  }

  /** Counts work. */
  add(units: number): void {
    this.#work += units;
  }

  /** Parses a URL. Returns undefined if the URL standard does not accept it, or if it has an invalid encoded label. */
  parsed(url: string): Target | undefined {
    if (this.isExhausted) return unreadable;
    if (this.#parsed.has(url)) return this.#parsed.get(url);
    this.add(unitsPerUrl + url.length);
    const target = parsed(url);
    if (target?.host.includes("xn--")) this.add(unitsPerEncodedHost);
    this.#parsed.set(url, target);
    return target;
  }
}
