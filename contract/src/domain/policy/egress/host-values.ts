// Finds hosts in values that are expected to be hosts: the values of members such as `url`, and declared
// egress.
import { bareHost, certainHost, headOf, localName, possibleHost } from "./bare-hosts.ts";
import { type AddressParser, type Target, unreadable } from "./parse-address.ts";
import { sshAddress, startsScheme, startsSpecial, unpadded, wholeAddresses } from "./whole-addresses.ts";

/** Names of members whose values are hosts even without a scheme. */
const hostMember =
  /(?:^|[_-])(?:ur[il]|href|host|endpoint|origin|domain|(?:name_?)?server|(?:host|domain|server)_?name|base_?url|webhook|fqdn|dns|ip|ipv[46]|ip(?:v[46])?_?addr(?:ess)?|prox(?:y|ie))(?:e?s)?\d*$/i;
/** Names of members whose values are sometimes hosts, also in objects in the member. */
const possibleHostMember =
  /(?:^|[/_-])(?:ur[il]|href|host(?:_?name)?|endpoint|origin|domain|server|webhook|fqdn|dns|ip(?:v[46])?|addr(?:ess)?|prox(?:y|ie)|gateway|peer|target|remote|dest(?:ination)?|(?:web)?site|link|redirect|callback|upstream|backend|node|broker|bind|listen|src|source|machine|cidr|location)(?:e?s)?(?=[/_\d-]|$)/i;
/** Matches all names that one of the two expressions above matches, and takes less time. */
const memberMarks =
  /ur[il]|href|host|endpoint|origin|domain|server|webhook|fqdn|dns|addr|prox|gateway|peer|target|remote|dest|site|link|redirect|callback|upstream|backend|node|broker|bind|listen|src|source|machine|cidr|location/i;
/** Matches names with the word `ip`, but not `recipient`. */
const ipMark = /(?:^|[^a-zA-Z])[iI][pP](?:s|v[46])?(?![a-z])|[a-z\d]I[pP](?:s|v[46])?(?![a-z])/;
const hasMemberMark = (name: string): boolean => memberMarks.test(name) || ipMark.test(name);

/**
 * Returns whether a text may contain an address, or is the name of a member that may contain a host. This is a
 * fast prefilter.
 */
export const mayContainAddress = (text: string, member: string | null): boolean =>
  /[:/\\%]/.test(text) || (member === null && hasMemberMark(text));

/** Converts camel case: `baseUrl` → `base_Url`. */
const snakeCase = (name: string): string => name.trim().replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2");

/** Returns whether the name of a member indicates that its values are hosts. */
export const namesHost = (member: string): boolean =>
  hasMemberMark(member) && hostMember.test(snakeCase(member));

/** Returns whether the name of a member indicates that the values in it are sometimes hosts. */
export const mayNameHost = (member: string): boolean =>
  hasMemberMark(member) && possibleHostMember.test(snakeCase(member));

/** Matches identifiers whose scheme is not followed by a host. */
const opaque = /^(?:about|blob|cid|data|did|doi|geo|javascript|mailto|mid|sms|tag|tel|urn):/i;
/** Matches `name:port`, which is a host and not a scheme. */
const hostAndPort = /^[^:]*:\d{1,5}(?:[\\/?#\s]|$)/;
const separators = /[\s,;]+/;
/** Matches a host before a colon and a path that is not a port. */
const pathAfterColon = /^((?:[^\s:/@[\]]*@)?(?:[^\s:/@[\]]+|\[[^\s/@[\]]*\])):(?!\d*(?:[/?#\s]|$))/;
/** Matches a name, a colon, and a text up to `@`. */
const nameAndPassword = /^([^\s:/?#@[\]\\]+):[^\s/?#@]*@/;
const opening = `"'(<{`;
const closing = `"')>}.:!?`;

/** Removes the quotes, brackets and punctuation around a word. */
function bareWord(word: string): string {
  let start = 0;
  let end = word.length;
  while (start < end && opening.includes(word.charAt(start))) start += 1;
  while (end > start && closing.includes(word.charAt(end - 1))) end -= 1;
  return word.slice(start, end);
}

const afterUser = (word: string): string => word.slice(word.lastIndexOf("@") + 1);

/** Yields the IP address or the local name in `host:path` or `user@host:path`, as `scp` reads it. */
function* hostBeforeColon(text: string, parser: AddressParser): Generator<Target> {
  const [, host = ""] = pathAfterColon.exec(text) ?? [];
  const target = host === "" ? undefined : possibleHost(afterUser(host), parser);
  if (target) yield target;
}

/** Yields the name in `name:path@host`, which is a host for `scp`, and a user with a password for other clients. */
function* nameBeforeColon(text: string, parser: AddressParser): Generator<Target> {
  const [, name = ""] = nameAndPassword.exec(text) ?? [];
  if (name.includes(".")) yield bareHost(name, parser);
}

/** Yields the IP addresses and the local names among the words of a text. A word may have a port and a path. */
function* certainHostsIn(text: string, parser: AddressParser): Generator<Target> {
  for (const part of text.split(separators)) {
    const word = headOf(bareWord(part));
    const target = possibleHost(afterUser(word), parser);
    if (target) yield target;
  }
}

/** Yields the hosts of a list or of prose: the words that have the form of a host. */
function* hostsAmong(value: string, parser: AddressParser): Generator<Target> {
  const isProse = /\s/.test(headOf(value));
  const head = headOf(value);
  let at = 0;
  for (const part of value.split(separators)) {
    const word = bareWord(part);
    const wordHead = headOf(word);
    const inHead = at < head.length;
    at += part.length + 1;
    // Skips addresses with a scheme, because `addressesIn` finds them.
    if (word === "" || /(?:^|[^a-z0-9+.-])[a-z][a-z0-9+-]*:$/i.test(wordHead)) continue;
    if (inHead && (!isProse || /[.:@[\\]|^(?:0x[\da-f]+|\d{8,})$/i.test(wordHead)))
      yield bareHost(word, parser);
    else {
      const certain = certainHost(wordHead, parser);
      if (certain) yield certain;
    }
  }
}

/** Yields the hosts in an identifier such as `mailto:` that clients may read as `user:password@host`. */
function* hostsInOpaque(value: string, parser: AddressParser): Generator<Target> {
  const head = headOf(value);
  if (hostAndPort.test(value)) yield* bareOrList(value, parser);
  else if (/^mailto:/i.test(value)) {
    for (const mail of head.split(separators)) {
      const certain = certainHost(mail, parser);
      if (certain) yield certain;
    }
  } else if (head.includes("@")) yield* bareOrList(value, parser);
}

function* bareOrList(value: string, parser: AddressParser): Generator<Target> {
  if (/[\s,;]/.test(headOf(value))) yield* hostsAmong(value, parser);
  else {
    yield bareHost(value.split(/\s/, 1)[0] ?? "", parser);
    const [, ...others] = value.split(separators);
    if (others.length > 0) yield* hostsAmong(`/ ${others.join(" ")}`, parser);
  }
}

/** Yields the host before `://`, if it is more likely a host than a scheme. */
function* hostBeforeScheme(value: string, parser: AddressParser): Generator<Target> {
  const [, scheme = ""] = startsScheme.exec(value) ?? [];
  if (scheme.includes(".") || localName.test(scheme.toLowerCase())) yield bareHost(scheme, parser);
}

/**
 * Yields the hosts of a list from its second item on. The first item is an address with a scheme, which
 * `addressesIn` finds.
 */
function* hostsAfterAddress(value: string, parser: AddressParser): Generator<Target> {
  const rest = value.replace(/^[^:]*:[\\/]*/, "");
  const [path = ""] = /^[^?#]*/.exec(rest) ?? [];
  for (const word of [...path.split(separators), ...rest.slice(path.length).split(/\s+/)].slice(1)) {
    const certain = certainHost(headOf(bareWord(word)), parser);
    if (certain) yield certain;
  }
}

function* hostsInLine(value: string, parser: AddressParser): Generator<Target> {
  if (/^(?:[?#]|\.*$)/.test(value)) return;
  if (startsSpecial.test(value)) yield* hostsAfterAddress(value, parser);
  else if (startsScheme.test(value)) {
    yield* hostBeforeScheme(value, parser);
    yield* hostsAfterAddress(value, parser);
  } else if (/^[\\/]{2,}[^\\/]/.test(value)) {
    const found = [...wholeAddresses(value, parser)];
    yield* found.length > 0 ? found : [unreadable];
  } else if (/^\.{0,2}[\\/]/.test(value)) {
    const [, segment = ""] = /^[./\\]*([^/\\?#\s,;]*)/.exec(value) ?? [];
    const certain = certainHost(segment, parser);
    if (certain) yield certain;
  } else if (opaque.test(value)) yield* hostsInOpaque(value, parser);
  else if (!sshAddress.test(value) || hostAndPort.test(value)) yield* bareOrList(value, parser);
}

/**
 * Yields the hosts in the value of a member whose name indicates a host: the host at the start, even if white
 * space or another address follows it, and each host of a list. Yields nothing for prose, relative addresses,
 * identifiers without a host, and addresses with a scheme, which `addressesIn` finds. Every other text is
 * unreadable.
 */
function* hostsIn(text: string, parser: AddressParser): Generator<Target> {
  const line = text.replaceAll("\t", "");
  const forms = [line.replaceAll(/[\n\r]/g, ""), line.replaceAll(/[\n\r]/g, " ")];
  for (const form of new Set(forms.map(unpadded))) yield* hostsInLine(form, parser);
}

/** What the names of the members around a text indicate. */
interface HostHints {
  /** Whether the text is expected to be a host. */
  isHost: boolean;
  /** Whether the text is sometimes a host. */
  mayBeHost: boolean;
}

/**
 * Yields the hosts in a text, as far as the names of the members around it indicate hosts. If they only indicate
 * that the text may be a host, yields IP addresses and local names.
 */
export function* hostsAt(text: string, hints: HostHints, parser: AddressParser): Generator<Target> {
  if (!hints.isHost && !hints.mayBeHost) return;
  const whole = unpadded(text);
  yield* hostBeforeColon(whole, parser);
  if (hints.isHost) {
    yield* hostsIn(text, parser);
    yield* nameBeforeColon(whole, parser);
  } else yield* certainHostsIn(text, parser);
}

/** Yields each way in which a client may interpret a declared host or address. Every other text is unreadable. */
export function* declaredHosts(text: string, parser: AddressParser): Generator<Target> {
  const value = unpadded(text);
  const isAddress = startsSpecial.test(value) || startsScheme.test(value) || /^[\\/]{2}/.test(value);
  if (isAddress || sshAddress.test(value)) {
    const found = [...wholeAddresses(value, parser), ...hostBeforeScheme(value, parser)];
    // A declared address has one line, and no prose follows its host.
    const isRefused = isAddress && !parser.parsed(/^[\\/]/.test(value) ? `https:${value}` : value);
    yield* found.length > 0 && !isRefused ? found : [...found, unreadable];
  } else if (/\s/.test(value) || /[,;]/.test(headOf(value)) || /^[./\\]/.test(value) || opaque.test(value)) {
    yield unreadable;
  } else {
    yield bareHost(value, parser);
    yield* nameBeforeColon(value, parser);
  }
}
