// Finds the hosts and addresses that a call names.
import { memoizeText } from "../../values/texts/memoize-text.ts";
import { someText, textPlaces } from "../text-places.ts";
import { addressesIn } from "./addresses.ts";
import { hiddenAddresses } from "./globs/hidden-addresses.ts";
import { declaredHosts, hostsAt, mayContainAddress, mayNameHost, namesHost } from "./host-values.ts";
import { AddressParser, maxWork, type Target, unreadable } from "./parse-address.ts";

/** Maximum number of distinct hosts. A call with more hosts is outside every boundary. */
export const maxHosts = 100;

/** The distinct targets of a search. */
interface FoundTargets {
  targets: readonly Target[];
  /** The units of work of the search. */
  work: number;
}

const largestPort = 65_535;

/** Yields the IP addresses and local names that globs hide in a host without a scheme. */
function* hiddenHosts(text: string, parser: AddressParser): Generator<Target> {
  const { addresses, hasMore } = hiddenAddresses(`http://${text.trim()}`, parser);
  for (const address of addresses)
    yield* hostsAt(address.slice("http://".length), { isHost: false, mayBeHost: true }, parser);
  if (hasMore && !/\s/.test(text.trim())) yield unreadable;
}

/** Yields the addresses in the values that a caller sends. */
function* targetsIn(value: unknown, parser: AddressParser): Generator<Target> {
  const isHostMember = memoizeText(namesHost);
  for (const { text, member, isBelowMark } of textPlaces(value, mayNameHost)) {
    if (parser.isExhausted) return;
    if (mayContainAddress(text, member)) yield* addressesIn(text, parser);
    const isHost = member !== null && isHostMember(member);
    if (!isHost && !isBelowMark) continue;
    yield* hostsAt(text, { isHost, mayBeHost: isBelowMark }, parser);
    if (/[{[]/.test(text) && !text.includes(":/")) yield* hiddenHosts(text, parser);
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

/** Yields the hosts and addresses that the caller declares. Every other value counts as unreadable. */
function* declaredTargets(egress: unknown, parser: AddressParser): Generator<Target> {
  // A number may be an address (2130706433 is 127.0.0.1), and `true` has no meaning; both count as
  // unreadable.
  if (holdsOtherThanTexts(egress)) yield unreadable;
  for (const { text, isName } of textPlaces(egress)) {
    if (parser.isExhausted) return;
    // The name of a member describes the member's value, unless the name has the form of a host.
    if (isName && !isHostForm(text)) continue;
    yield* declaredHosts(text, parser);
    yield* addressesIn(text, parser);
  }
}

/** Collects the distinct targets of a search, until there are too many hosts or there is too much work. */
function collect(search: (parser: AddressParser) => Iterable<Target>): FoundTargets {
  const parser = new AddressParser();
  const targets = new Map<string, Target>();
  const hosts = new Set<string>();
  for (const target of search(parser)) {
    targets.set(`${target.scheme} ${target.port} ${target.host}`, target);
    if (hosts.add(target.host).size > maxHosts) break;
  }
  return { targets: [...targets.values()], work: parser.work };
}

/** The parts of a call in which hosts are searched. Their values must never change. */
export interface SearchedCall {
  /** The value to search, or a list of values. */
  sent: unknown;
  /**
   * `context.egress`: a string, or a value that contains strings, each of which is a host or an address. If it is
   * null or undefined, nothing is declared.
   */
  declared: unknown;
  /** The context that contains `declared`. */
  declaredIn?: object;
  /** Whether other calls may have the same values, so that what is found in them is cached. Default: false. */
  isShared?: boolean;
}

const nothing: FoundTargets = { targets: [], work: 0 };

const targetsInValue = (value: unknown): FoundTargets =>
  someText(value, mayContainAddress) ? collect((parser) => targetsIn(value, parser)) : nothing;
const targetsDeclared = (egress: unknown): FoundTargets =>
  collect((parser) => declaredTargets(egress, parser));

const knownInValues = new WeakMap<object, FoundTargets>();
const knownDeclared = new WeakMap<object, FoundTargets>();

/** The targets of several searches. */
class AllTargets {
  readonly targets: Target[] = [];
  /** The units of work of all searches. */
  work = 0;
  /** The part of the work that no earlier search did. */
  newWork = 0;

  add({ targets, work }: FoundTargets, newWork: number): void {
    for (const target of targets) this.targets.push(target);
    this.work += work;
    this.newWork += newWork;
  }

  /**
   * Adds the targets of a search that is done once for each owner of the value, because the items of a batch and the
   * results of a search share their arguments and their context.
   */
  addOnce(
    value: unknown,
    owner: unknown,
    { known, search }: { known: WeakMap<object, FoundTargets>; search: (value: unknown) => FoundTargets },
  ): void {
    const key = typeof owner === "object" && owner !== null ? owner : undefined;
    const before = key && known.get(key);
    const found = before ?? search(value);
    if (key && !before) known.set(key, found);
    this.add(found, before ? 0 : found.work);
  }
}

/**
 * Returns the distinct targets of a call: those that the caller declares, and those in each sent value. With more
 * than `maxWork` units of work, some of the targets are missing.
 */
export function targetsOfCall({
  sent,
  declared,
  declaredIn,
  isShared = false,
}: SearchedCall): Readonly<Omit<AllTargets, "add" | "addOnce">> {
  const values: readonly unknown[] = Array.isArray(sent) ? sent : [sent];
  const all = new AllTargets();
  if (declared !== undefined && declared !== null)
    all.addOnce(declared, isShared && declaredIn, { known: knownDeclared, search: targetsDeclared });
  for (const value of values) {
    if (all.work > maxWork) break;
    all.addOnce(value, isShared && value, { known: knownInValues, search: targetsInValue });
  }
  return all;
}
