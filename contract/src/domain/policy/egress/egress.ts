import type { EgressFinding } from "../policy-facts.ts";
import { addressesIn } from "./addresses.ts";
import { declaredHosts, hostsAt, mayContainAddress } from "./host-values.ts";
import { type Target, unreadable } from "./parse-address.ts";
import { someText, textPlaces } from "../text-places.ts";

/** Maximum number of distinct hosts. A call with more hosts is outside every boundary. */
const maxHosts = 100;

/** Maximum length of a scheme in a finding. */
const maxSchemeChars = 30;

/** The rules for hosts. */
export interface EgressRules {
  /**
   * Hosts that the boundary allows: names, patterns such as `*.example.com`, or addresses, each with or
   * without a port. Null for the default boundary.
   */
  allowed: readonly string[] | null;
  /** Whether an IP address (without brackets) is reachable from the public internet. */
  isPublicAddress: (address: string) => boolean;
}

/** The hosts that a call names. */
export interface Egress {
  /** The hosts in lower case, sorted. */
  hosts: readonly string[];
  outside: readonly EgressFinding[];
}

/** Yields the addresses in the values that a caller sends. */
function* targetsIn(value: unknown): Generator<Target> {
  if (!someText(value, mayContainAddress)) return;
  for (const place of textPlaces(value)) {
    if (mayContainAddress(place.text, place.member)) yield* addressesIn(place.text);
    yield* hostsAt(place);
  }
}

const largestPort = 65_535;

/** Yields the hosts and addresses that the caller declares. Every other value counts as unreadable. */
function* declaredTargets(egress: unknown): Generator<Target> {
  if (egress === undefined || egress === null) return;
  // A number may be an address (2130706433 is 127.0.0.1), and `true` has no meaning; both count as
  // unreadable.
  if (holdsOtherThanTexts(egress)) yield unreadable;
  for (const { text, path } of textPlaces(egress)) {
    // The name of a member describes the member's value, unless the name has the form of a host.
    if (path.endsWith("/*") && !isHostForm(text)) continue;
    yield* declaredHosts(text);
    yield* addressesIn(text);
  }
}

/** Whether the name of a member has the form of a host, so that the member's value describes this host. */
const isHostForm = (name: string): boolean => /[.:/\\]/.test(name);

/** Whether an object contains a text, at any depth. The names of members do not count. */
const holdsText = (value: object): boolean => someText(value, (_text, member) => member !== null);

interface DeclaredPart {
  value: unknown;
  /** Whether the value describes a host that its object names, as a port or a boolean does. */
  isDetail: boolean;
  /** Whether the name of a member around the value is a host. */
  isBelowHost: boolean;
}

/**
 * Returns whether a value other than a string is in a position where a host is expected. Members that
 * describe a host, such as a port or a boolean, are ignored if their object names the host.
 */
function holdsOtherThanTexts(value: unknown): boolean {
  const open: DeclaredPart[] = [{ value, isDetail: false, isBelowHost: false }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value: found, isDetail, isBelowHost } = next;
    if (typeof found === "string") continue;
    if (typeof found !== "object" || found === null) {
      if (!isDetail || (typeof found === "number" && found > largestPort)) return true;
      continue;
    }
    const isNamed = isBelowHost || holdsText(found);
    for (const [name, inner] of Object.entries(found)) {
      const isBelow = isBelowHost || isHostForm(name);
      open.push({
        value: inner,
        isDetail: !Array.isArray(found) && (isNamed || isBelow),
        isBelowHost: isBelow,
      });
    }
  }
  return false;
}

const localName =
  /^(?:localhost|metadata|instance-data)$|\.(?:localhost|local|localdomain|internal|intranet|lan|home|corp|home\.arpa)$/;
const isAddress = (host: string): boolean => /^\d+(?:\.\d+){3}$/.test(host) || host.includes(":");
const unbracketed = (host: string): string => host.replace(/^\[(.*)\]$/, "$1");

/** Returns why the default boundary blocks a target; undefined if it allows the target. */
function faultOf({ host, scheme }: Target, { isPublicAddress }: EgressRules): string | undefined {
  if (scheme !== null && !["http:", "https:"].includes(scheme)) {
    return `reached by ${scheme.slice(0, -1).slice(0, maxSchemeChars)}, and only http and https are allowed`;
  }
  const address = unbracketed(host);
  if (isAddress(address)) return isPublicAddress(address) ? undefined : "not a public address";
  if (localName.test(host) || !host.includes(".")) return "a name of a local network";
  return undefined;
}

function isAllowed({ host, port }: Target, allowed: readonly string[]): boolean {
  return allowed.some((entry) => {
    const [, wanted = "", wantedPort] = /^(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
    if (wantedPort !== undefined && wantedPort !== port) return false;
    return wanted.startsWith("*.") ? host.endsWith(wanted.slice(1)) : host === wanted;
  });
}

/** Returns why a target is outside the boundary; undefined if it is inside. */
function outsideOf(target: Target, rules: EgressRules): string | undefined {
  if (target.scheme === "") return "not a readable host";
  if (rules.allowed === null) return faultOf(target, rules);
  return isAllowed(target, rules.allowed) ? undefined : "not on the boundary's list";
}

/**
 * Collects the hosts of a call, and those among them that are outside the boundary. Hosts are found in
 * `context.egress` and in the addresses among the sent values. Names are not resolved.
 *
 * @param call `sent` contains the values to search. `declared` is `context.egress`: a string, or a value that
 *   contains strings, each of which is a host or an address. If it is null or undefined, nothing is declared.
 */
export function evaluateEgress(call: { sent: unknown; declared: unknown }, rules: EgressRules): Egress {
  const hosts = new Set<string>();
  const outside = new Map<string, string>();
  for (const target of [...declaredTargets(call.declared), ...targetsIn(call.sent)]) {
    const host = target.host === "" ? "(no host)" : target.host;
    if (!hosts.has(host) && hosts.size === maxHosts) {
      outside.set("(more hosts)", `one of more than ${maxHosts} hosts`);
      break;
    }
    hosts.add(host);
    const because = outsideOf(target, rules);
    if (because !== undefined) outside.set(host, because);
  }
  return {
    hosts: [...hosts].sort(),
    outside: [...outside].map(([host, because]) => ({ host, because })),
  };
}
