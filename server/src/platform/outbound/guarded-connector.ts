import { lookup as systemLookup, type LookupAddress } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { buildConnector } from "undici";
import type { AddressGuard } from "./address-guard.ts";

/** An address that outgoing requests may not reach; `message` is half a sentence whose subject is the endpoint. */
export class AddressRefused extends Error {
  override readonly name = "AddressRefused";
}

/** Gives every address of a host name. */
export type Resolve = (
  hostname: string,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Resolves by the operating system. */
export const systemResolve: Resolve = (hostname, done) => systemLookup(hostname, { all: true }, done);

/**
 * Connects only to addresses that the guard lets through: an address written in the URL is checked before, all addresses
 * of a name are checked as they are resolved, so that the one which is dialled was checked, and the peer's own once more
 * when the connection stands. Plain http goes to listed addresses alone.
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

/** Which addresses may be reached by a protocol. */
const reachBy = (protocol: string, guard: AddressGuard) => (address: string) =>
  protocol === "http:" ? guard.isListed(address) : guard.isAllowed(address);

/** Whether a URL names an address that no call may reach, by the same rule; what a name stands for is known at each call. */
export function isNeverCalled(url: string, guard: AddressGuard): boolean {
  const { protocol, hostname } = new URL(url);
  const host = hostname.replaceAll(/^\[|\]$|\.+$/g, "");
  // Such names are this machine's everywhere (RFC 6761).
  const addresses = /(^|\.)localhost$/.test(host) ? ["127.0.0.1", "::1"] : isIP(host) === 0 ? [] : [host];
  return addresses.length > 0 && !addresses.some(reachBy(protocol, guard));
}

/** Why an address is not reached, as half a sentence. */
export const notPublic =
  "is not at a public address; such addresses are called only when ASSAY_OUTBOUND_ALLOW lists them";
/** Why an address without TLS is not reached, as half a sentence. */
export const needsHttps =
  "has no https address; plain http goes only to addresses that ASSAY_OUTBOUND_ALLOW lists";

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
    // An address in the URL is dialled without being looked up.
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
