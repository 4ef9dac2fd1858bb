import { lookup as systemLookup, type LookupAddress } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { buildConnector } from "undici";
import type { AddressGuard } from "./address-guard.ts";

/** An address that outgoing requests may not reach; `message` is a phrase whose subject is the endpoint. */
export class AddressRefused extends Error {
  override readonly name = "AddressRefused";
}

/** Resolves all addresses of a host name. */
export type Resolve = (
  hostname: string,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Resolves by the operating system. */
export const systemResolve: Resolve = (hostname, done) => systemLookup(hostname, { all: true }, done);

/**
 * Connects only to allowed addresses. An address in the URL is checked before the connection, all addresses
 * of a name during their resolution, and the peer's address after the connection. Plain http is limited to
 * listed addresses.
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

/** The addresses allowed for a protocol. */
const reachBy = (protocol: string, guard: AddressGuard) => (address: string) =>
  protocol === "http:" ? guard.isListed(address) : guard.isAllowed(address);

/** Whether a URL contains an address that is never allowed; host names are checked at each call. */
export function isNeverCalled(url: string, guard: AddressGuard): boolean {
  const { protocol, hostname } = new URL(url);
  const host = hostname.replaceAll(/^\[|\]$|\.+$/g, "");
  // Such names always mean this machine (RFC 6761).
  const addresses = /(^|\.)localhost$/.test(host) ? ["127.0.0.1", "::1"] : isIP(host) === 0 ? [] : [host];
  return addresses.length > 0 && !addresses.some(reachBy(protocol, guard));
}

/** The reason for refusing an address that is not public, as a phrase. */
export const notPublic = "is not at a public address; it must be listed in ASSAY_OUTBOUND_ALLOW";
/** The reason for refusing an address without TLS, as a phrase. */
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
    // An address in the URL is used without a lookup.
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
