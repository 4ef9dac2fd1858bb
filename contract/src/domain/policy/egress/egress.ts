import type { EgressFinding } from "../policy-facts.ts";
import { maxWork, type Target, unreadable, unreadableHost } from "./parse-address.ts";
import { maxHosts, type SearchedCall, targetsOfCall } from "./targets.ts";

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
  /** The steps of the search, without those of values that were searched before. */
  steps: number;
}

/** Steps of a unit of work of the search. */
const stepsPerUnit = 20;
/** Steps of a target of the call: its host is compared with the rules, sorted, and passed to the engine. */
const stepsPerTarget = 3000;
/** The number of targets that cost nothing, so that ordinary calls use no budget. */
const freeTargets = 10;

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

const read = new WeakMap<Target, readonly Target[]>();

/** Returns a target with each host that a client may read. The results share these targets. */
function readings(target: Target): readonly Target[] {
  const known = read.get(target);
  if (known || target.otherHosts === undefined) return known ?? [target];
  const others = target.otherHosts.map((host) =>
    host === unreadableHost ? unreadable : { ...target, host },
  );
  const all = [target, ...others];
  read.set(target, all);
  return all;
}

/** What the rules of a boundary say about the targets. */
const evaluated = new WeakMap<object, WeakMap<Target, string | null>>();

/** Returns why a target is outside the boundary, as `outsideOf` does, once for each list of allowed hosts. */
function knownOutside(target: Target, rules: EgressRules): string | undefined {
  const { allowed, isPublicAddress } = rules;
  const owner = allowed ?? isPublicAddress;
  const known = evaluated.get(owner) ?? new WeakMap<Target, string | null>();
  evaluated.set(owner, known);
  const before = known.get(target);
  if (before !== undefined) return before ?? undefined;
  const because = outsideOf(target, rules);
  known.set(target, because ?? null);
  return because;
}

/** Stands for all hosts beyond a limit; it is outside every boundary. */
const moreHosts = "(more hosts)";

/**
 * Collects the hosts of a call, and those among them that are outside the boundary. Hosts are found in
 * `context.egress` and in the addresses among the sent values. Names are not resolved.
 *
 */
export function evaluateEgress(call: SearchedCall, rules: EgressRules): Egress {
  const hosts = new Set<string>();
  const outside = new Map<string, string>();
  const { targets, work, newWork } = targetsOfCall(call);
  for (const target of targets.flatMap(readings)) {
    const host = target.host === "" ? "(no host)" : target.host;
    if (!hosts.has(host) && hosts.size === maxHosts) {
      outside.set(moreHosts, `one of more than ${maxHosts} hosts`);
      break;
    }
    hosts.add(host);
    const because = call.isShared ? knownOutside(target, rules) : outsideOf(target, rules);
    if (because !== undefined) outside.set(host, because);
  }
  if (work > maxWork) outside.set(moreHosts, "in texts with too many addresses to search");
  return {
    hosts: [...hosts].sort(),
    outside: [...outside].map(([host, because]) => ({ host, because })),
    steps: newWork * stepsPerUnit + Math.max(targets.length - freeTargets, 0) * stepsPerTarget,
  };
}
