import type { EgressFinding } from "./policy-facts.ts";
import { someText, textPlaces } from "./text-places.ts";

/** Maximum number of distinct hosts; a call with more is outside every boundary. */
const maxHosts = 100;

/** The rules for hosts. */
export interface EgressRules {
  /**
   * Hosts that the boundary allows: `example.com`, `*.example.com`, an address, each with or without a port;
   * null: the default boundary.
   */
  allowed: readonly string[] | null;
  /** Whether an IP address (without brackets) is reachable from the public internet. */
  isPublicAddress: (address: string) => boolean;
}

/** The hosts that a call names. */
export interface Egress {
  /** In lower case, sorted. */
  hosts: readonly string[];
  outside: readonly EgressFinding[];
}

interface Target {
  host: string;
  /** The scheme's default if absent; empty: without a scheme, or with an unusual one. */
  port: string;
  /** With its colon; null: only a host was given. */
  scheme: string | null;
}

/**
 * Texts that HTTP clients read as an address: schemes of the URL standard also without slashes, others with
 * slashes.
 */
const schemeInText = /\b(?:(?:https?|wss?|ftp|file):[\\/]*|[a-z][a-z0-9+.-]{1,20}:\/\/)/gi;
/** Maximum length of an authority (user, host, port); a longer one counts as unreadable. */
const maxAuthorityChars = 1000;
const authority = /[^\s"'<>`{}|^\\/?#]*/y;
/** Members that contain a host even without a scheme. */
const hostMember =
  /^(?:.{0,40}[_-])?(?:ur[il]|href|host|host_?name|endpoint|origin|domain|server|base_?url|webhook)$/i;
/** Cheap prefilters for addresses and for member names: most texts match neither. */
const addressMarks = /[:/\\%]/;
const memberMarks = /ur[il]|href|host|endpoint|origin|domain|server|webhook/i;
const bareHost = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])(?::\d{1,5})?(?:[/?#].*)?$/i;

function targetOf(text: string): Target | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, port } = new URL(text);
  const usual = { "http:": "80", "ws:": "80", "https:": "443", "wss:": "443", "ftp:": "21" }[protocol];
  return { scheme: protocol, host: hostname.toLowerCase().replace(/\.$/, ""), port: port || (usual ?? "") };
}

/** A host without a scheme has only its explicit port. */
const withoutScheme = (target: Target, text: string): Target => ({
  ...target,
  scheme: null,
  port: /:(\d{1,5})(?:[/?#]|$)/.exec(text.trim())?.[1] ?? "",
});

function decoded(text: string): string | undefined {
  if (!text.includes("%")) return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/**
 * Addresses in a text: the whole text, as HTTP clients read it, and all addresses inside it, also nested
 * ones.
 */
function* urlsIn(text: string): Generator<{ url: string; isCut?: boolean }> {
  // The URL standard removes tabs and line ends before it parses.
  const whole = text.replaceAll(/[\t\n\r]/g, "").trim();
  if (/^(?:https?|wss?|ftp|file):|^[a-z][a-z0-9+.-]{1,20}:\/\//i.test(whole)) yield { url: whole };
  if (/^[\\/]{2}[^\\/\s]/.test(whole)) yield { url: `https:${whole}` };
  for (const { 0: scheme, index } of text.matchAll(schemeInText)) {
    const start = index + scheme.length;
    authority.lastIndex = 0;
    const [found = ""] = authority.exec(text.slice(start, start + maxAuthorityChars)) ?? [];
    if (found !== "" || /^file:/i.test(scheme)) {
      yield { url: `${scheme}${found}`, isCut: found.length === maxAuthorityChars };
    }
  }
}

function* targetsOf(text: string): Generator<Target> {
  const inside = decoded(text);
  for (const { url, isCut } of [...urlsIn(text), ...(inside === undefined ? [] : urlsIn(inside))]) {
    const target = targetOf(url.replace(/[),.;:!?]+$/, "")) ?? targetOf(url);
    if (isCut) yield { host: "(too long)", port: "", scheme: "" };
    else if (target) yield target;
  }
}

const mayNameHost = (text: string, member: string | null): boolean =>
  addressMarks.test(text) || (member !== null && memberMarks.test(member));

function* targetsIn(value: unknown): Generator<Target> {
  if (!someText(value, mayNameHost)) return;
  for (const { text, member } of textPlaces(value)) {
    if (addressMarks.test(text)) yield* targetsOf(text);
    const named =
      member !== null &&
      memberMarks.test(member) &&
      hostMember.test(member.replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2"));
    if (named && bareHost.test(text.trim())) {
      const target = targetOf(`http://${text.trim()}`);
      if (target) yield withoutScheme(target, text);
    }
  }
}

const largestPort = 65_535;
const unreadable: Target = { host: "(unreadable)", port: "", scheme: "" };

/** Hosts that the caller declares; an unreadable one becomes a host that no boundary allows. */
function* declaredTargets(egress: unknown): Generator<Target> {
  if (egress === undefined || egress === null) return;
  // A number may be an address (2130706433 is 127.0.0.1), and `true` has no meaning; both count as
  // unreadable.
  if (holdsOtherThanTexts(egress)) yield unreadable;
  for (const { text, path } of textPlaces(egress)) {
    if (path.endsWith("/*")) continue;
    const target = targetOf(text.includes("://") ? text : `http://${text.trim()}`);
    if (!target) yield { host: text.slice(0, 200), port: "", scheme: "" };
    else yield text.includes("://") ? target : withoutScheme(target, text);
  }
}

/**
 * Whether a value other than a text is in the place of a host. Members that describe a host (a port, a flag)
 * do not count.
 */
function holdsOtherThanTexts(value: unknown): boolean {
  const open: { value: unknown; isMember: boolean }[] = [{ value, isMember: false }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value: found, isMember } = next;
    if (typeof found === "string") continue;
    if (typeof found === "object" && found !== null) {
      const inside = !Array.isArray(found);
      for (const inner of Object.values(found)) open.push({ value: inner, isMember: inside });
    } else if (!isMember || (typeof found === "number" && found > largestPort)) return true;
  }
  return false;
}

const localName =
  /^(?:localhost|metadata|instance-data)$|\.(?:localhost|local|localdomain|internal|intranet|lan|home|corp|home\.arpa)$/;
const isAddress = (host: string): boolean => /^\d+(?:\.\d+){3}$/.test(host) || host.includes(":");
const unbracketed = (host: string): string => host.replace(/^\[(.*)\]$/, "$1");

/** Why the default boundary blocks a target; undefined: allowed. */
function faultOf({ host, scheme }: Target, { isPublicAddress }: EgressRules): string | undefined {
  if (scheme === "") return "not a readable host";
  if (scheme !== null && !["http:", "https:"].includes(scheme)) {
    return `reached by ${scheme.slice(0, -1)}, and only http and https are allowed`;
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

/**
 * Collects the hosts that a call names, and those outside the boundary: hosts in `context.egress` and hosts
 * of URLs in the arguments. Names are not resolved.
 *
 * @param call `declared` is `context.egress`: a text, or a value that contains texts, each a host or a URL;
 *   null or undefined: nothing is declared.
 */
export function evaluateEgress(call: { args: unknown; declared: unknown }, rules: EgressRules): Egress {
  const { allowed } = rules;
  const hosts = new Set<string>();
  const outside = new Map<string, string>();
  for (const target of [...declaredTargets(call.declared), ...targetsIn(call.args)]) {
    const host = target.host === "" ? "(no host)" : target.host;
    if (!hosts.has(host) && hosts.size === maxHosts) {
      outside.set("(more hosts)", `one of more than ${maxHosts} hosts`);
      break;
    }
    hosts.add(host);
    const because =
      allowed === null
        ? faultOf(target, rules)
        : isAllowed(target, allowed)
          ? undefined
          : "not on the boundary's list";
    if (because !== undefined) outside.set(host, because);
  }
  return {
    hosts: [...hosts].sort(),
    outside: [...outside].map(([host, because]) => ({ host, because })),
  };
}
