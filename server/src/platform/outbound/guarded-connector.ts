import { lookup as systemLookup, type LookupAddress } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { buildConnector } from "undici";
import type { AddressGuard } from "./address-guard.ts";

/**
 * Thrown for an address that outgoing requests are not permitted to reach. The message is a phrase without a
 * subject, and can follow the name of the endpoint.
 */
export class AddressRefused extends Error {
  override readonly name = "AddressRefused";
}

/** A function that resolves all addresses of a host name. */
export type Resolve = (
  hostname: string,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Resolves host names through the operating system. */
export const systemResolve: Resolve = (hostname, done) => systemLookup(hostname, { all: true }, done);

/**
 * Returns a connector that connects only to permitted addresses. An address in the URL is checked before the
 * connection is opened. For a host name, all of its addresses are checked when the name is resolved. The
 * peer's address is also checked as soon as the connection is open. With plain HTTP, only listed addresses
 * are permitted.
 */
export function guardedConnector(guard: AddressGuard, resolve: Resolve): buildConnector.connector {
  const connectors = {
    "https:": connectorFor(reachBy("https:", guard), notPublic, resolve),
    "http:": connectorFor(reachBy("http:", guard), needsHttps, resolve),
  };
  return (options, callback) => {
    const protocol = options.protocol === "http:" ? "http:" : "https:";
    connectors[protocol](options, callback);
  };
}

/** Returns a function that determines whether an address is permitted for a protocol. */
const reachBy = (protocol: string, guard: AddressGuard) => (address: string) =>
  protocol === "http:" ? guard.isListed(address) : guard.isAllowed(address);

/**
 * Whether a URL contains an address that is never permitted. URLs with a host name are checked at each call
 * instead.
 */
export function isNeverCalled(url: string, guard: AddressGuard): boolean {
  const { protocol, hostname } = new URL(url);
  const host = hostname.replaceAll(/^\[|\]$|\.+$/g, "");
  // localhost and its subdomains always refer to this machine (RFC 6761).
  const addresses = /(^|\.)localhost$/.test(host) ? ["127.0.0.1", "::1"] : isIP(host) === 0 ? [] : [host];
  return addresses.length > 0 && !addresses.some(reachBy(protocol, guard));
}

/** The reason for refusing an address that is not public, as a phrase. */
export const notPublic = "is not at a public address; it must be listed in ASSAY_OUTBOUND_ALLOW";
/** The reason for refusing a URL without TLS, as a phrase. */
export const needsHttps = "is not https; plain http requires an address in ASSAY_OUTBOUND_ALLOW";

function connectorFor(
  mayReach: (address: string) => boolean,
  why: string,
  resolve: Resolve,
): buildConnector.connector {
  const lookup: LookupFunction = (hostname, options, done) => {
    resolve(hostname, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) done(error ?? notFound(hostname), "", 0);
      else if (!addresses.every(({ address }) => mayReach(address))) done(new AddressRefused(why), "", 0);
      else if (options.all) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };
  const connect = buildConnector({ lookup, autoSelectFamily: true, timeout: 10_000 });
  return (options, callback) => {
    // An address in the URL is used directly, without a lookup that could check it.
    if (isIP(options.hostname) !== 0 && !mayReach(options.hostname))
      return callback(new AddressRefused(why), null);
    connect(options, (error, socket) => {
      if (error) return callback(error, null);
      if (mayReach(socket.remoteAddress ?? "")) return callback(null, socket);
      socket.destroy();
      callback(new AddressRefused(why), null);
    });
  };
}

const notFound = (hostname: string): NodeJS.ErrnoException =>
  Object.assign(new Error(`${hostname} has no address`), { code: "ENOTFOUND" });
