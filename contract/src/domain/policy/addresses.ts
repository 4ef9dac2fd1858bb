// Finds network addresses in texts, in every form that HTTP clients accept.

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
const unreadableHost = "(unreadable)";
/** An address that cannot be parsed. */
export const unreadable: Target = { host: unreadableHost, port: "", scheme: "" };

/** Maximum length of a DNS name. */
const maxHostChars = 253;
/** Maximum length of an authority (user, host, port); a longer one is unreadable. */
const maxAuthorityChars = 1000;
/** Maximum length of a scheme; only the end of a longer one is read. */
const maxSchemeChars = 64;

/** Special schemes of the URL standard. Parsers accept them without slashes and with backslashes. */
const startsSpecial = /^(?:https?|wss?|ftp|file):/i;
const specialInText = /\b(?:https?|wss?|ftp|file):[\\/]*/gi;
const startsSpecialFile = /^file:/i;
const schemeAtEnd = /[a-z][a-z0-9+.-]*$/i;
/** Matches an authority. Excludes quotes and brackets, in which prose may enclose an address. */
const authority = /(?:[^\s"'<>`{}|^\\/?#[\]]|\[[^\s[\]/\\]*\])*/y;
/**
 * Matches an authority with a user. Before `@`, all characters are accepted except white space, quotes, `<`,
 * `>`, slashes, `?` and `#`.
 */
const userAndHost = /[^\s"'<>`\\/?#]*@[^\s"'<>`{}|^\\/?#]*/y;
const punctuation = /[),.;:!?]+$/;
const usualPorts: Readonly<Record<string, string>> = {
  "http:": "80",
  "ws:": "80",
  "https:": "443",
  "wss:": "443",
  "ftp:": "21",
};

function parsed(url: string): Target | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, hostname, port } = new URL(url);
  const host = hostname.toLowerCase().replace(/\.$/, "");
  if (host.length > maxHostChars) return unreadable;
  return { scheme: protocol, host, port: port || (usualPorts[protocol] ?? "") };
}

/**
 * Decodes the percent-encoded ASCII characters of a text. The URL parser decodes the other characters of a
 * host.
 */
function decoded(text: string): string {
  return text.replaceAll(/%([0-7][0-9a-f])/gi, (_all, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  );
}

/** Yields each scheme in a text with its slashes, and the position after them. */
function* schemesIn(text: string): Generator<{ scheme: string; end: number }> {
  for (const { 0: scheme, index } of text.matchAll(specialInText)) {
    yield { scheme, end: index + scheme.length };
  }
  for (let at = text.indexOf("://"); at !== -1; at = text.indexOf("://", at + 1)) {
    const [name] = schemeAtEnd.exec(text.slice(Math.max(0, at - maxSchemeChars), at)) ?? [];
    if (name !== undefined) yield { scheme: `${name}://`, end: at + 3 };
  }
}

const matchAt = (text: string, pattern: RegExp): string => {
  pattern.lastIndex = 0;
  return pattern.exec(text)?.[0] ?? "";
};

/** Yields the addresses inside a text. Each has a scheme, and a host directly after the scheme. */
function* addressesInside(text: string): Generator<Target> {
  for (const { scheme, end } of schemesIn(text)) {
    const rest = text.slice(end, end + maxAuthorityChars);
    for (const found of new Set([matchAt(rest, authority), matchAt(rest, userAndHost)])) {
      const named = found.replace(punctuation, "");
      if (named === "" && !startsSpecialFile.test(scheme)) continue;
      if (found.length === maxAuthorityChars) yield unreadable;
      else yield parsed(`${scheme}${named}`) ?? parsed(`${scheme}${found}`) ?? unreadable;
    }
  }
}

/** Matches `user@host:path`, as in ssh. A digest of a container image has the same form. */
const sshAddress = /^[^\s@:/\\]+@(\[[^\s\]@]+\]|[^\s@:/\\]+):\S*$/;
const imageDigest = /@sha(?:256:[0-9a-f]{64}|512:[0-9a-f]{128})$/i;

/** Parses a whole text as one address, as HTTP clients and ssh do. Returns undefined if it is none. */
function wholeAddress(text: string): Target | undefined {
  // The URL standard removes tabs and line ends before it parses.
  const whole = text.replaceAll(/[\t\n\r]/g, "").trim();
  if (startsSpecial.test(whole) || /^[a-z][a-z0-9+.-]*:\/\//i.test(whole)) return parsed(whole);
  if (/^[\\/]{2}[^\\/\s]/.test(whole)) {
    return parsed(`https:${whole}`) ?? (/\s/.test(text.trim()) ? undefined : unreadable);
  }
  const [, host] = sshAddress.exec(whole) ?? [];
  if (host === undefined || imageDigest.test(whole)) return undefined;
  return { ...(parsed(`http://${host}`) ?? unreadable), port: "22", scheme: "ssh:" };
}

/**
 * Yields the addresses of a text: the whole text, and every address inside the text. An address is also found
 * if it contains tabs or is percent-encoded.
 */
export function* addressesIn(text: string): Generator<Target> {
  const plain = [text, text.replaceAll("\t", "")];
  for (const form of new Set([...plain, ...plain.map(decoded)])) {
    const whole = wholeAddress(form);
    if (whole) yield whole;
    yield* addressesInside(form);
  }
}

/** Names of members whose values are hosts even without a scheme. */
const hostMember =
  /^(?:.{0,40}[_-])?(?:ur[il]|href|host|host_?name|endpoint|origin|domain|server|base_?url|webhook)s?$/i;
const memberMarks = /ur[il]|href|host|endpoint|origin|domain|server|webhook/i;
/** Matches identifiers with a scheme after which no host follows. */
const opaque = /^(?:about|blob|cid|data|did|doi|geo|javascript|mailto|mid|sms|tag|tel|urn):/i;

/** Returns whether a text may contain an address. This is a fast prefilter. */
export const mayContainAddress = (text: string, member: string | null): boolean =>
  /[:/\\%]/.test(text) || (member !== null && memberMarks.test(member));

/** Returns whether the name of a member indicates that its values are hosts. */
export const namesHost = (member: string | null): boolean =>
  member !== null &&
  memberMarks.test(member) &&
  hostMember.test(member.replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2"));

/** Parses a host without a scheme, with or without a port. The port is empty if the text contains none. */
function bareHost(text: string): Target {
  const target = parsed(`http://${text}`);
  if (!target || target.host === unreadableHost) return unreadable;
  return { ...target, scheme: null, port: /:(\d{1,5})(?:[/?#]|$)/.exec(text)?.[1] ?? "" };
}

/**
 * Returns the host in the value of a member whose name indicates a host.
 *
 * @returns undefined for prose, relative addresses, identifiers without a host, and texts with a scheme,
 *   which `addressesIn` finds.
 */
export function hostIn(text: string): Target | undefined {
  const trimmed = text.replaceAll(/[\t\n\r]/g, "").trim();
  if (/^$|\s|:\/\/|^\.{0,2}[/\\]|^[?#]|^\.+$/.test(trimmed) || opaque.test(trimmed)) return undefined;
  if (startsSpecial.test(trimmed) || sshAddress.test(trimmed)) return undefined;
  return bareHost(trimmed);
}

/** Parses a declared host or address. Every other text is unreadable. */
export function declaredAddress(text: string): Target {
  const trimmed = text.trim();
  const isAddress = startsSpecial.test(trimmed) || /:\/\/|^[\\/]{2}/.test(trimmed);
  if (isAddress || sshAddress.test(trimmed)) {
    return wholeAddress(trimmed) ?? unreadable;
  }
  return opaque.test(trimmed) ? unreadable : bareHost(trimmed);
}
