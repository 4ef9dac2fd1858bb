// Finds network addresses in texts, in every form that HTTP clients accept.

/** An address in a request. */
export interface Target {
  /** In lower case; `unreadableHost` if it cannot be parsed; empty if the address has no host. */
  host: string;
  /** The scheme's default if absent; empty: without a scheme, or with an unusual one. */
  port: string;
  /** With its colon; null: only a host was given. */
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

/** Schemes of the URL standard: parsers accept them without slashes and with backslashes. */
const startsSpecial = /^(?:https?|wss?|ftp|file):/i;
const specialInText = /\b(?:https?|wss?|ftp|file):[\\/]*/gi;
const startsSpecialFile = /^file:/i;
const schemeAtEnd = /[a-z][a-z0-9+.-]*$/i;
/** Prose may enclose an address in quotes or brackets. */
const authority = /(?:[^\s"'<>`{}|^\\/?#[\]]|\[[^\s[\]/\\]*\])*/y;
/** The same with all characters that may precede `@`, except quotes. */
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

/** A text decodes its percent-encoded ASCII; the URL parser decodes the rest of a host. */
function decoded(text: string): string {
  return text.replaceAll(/%([0-7][0-9a-f])/gi, (_all, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  );
}

/** The schemes of a text with their slashes, and the positions after them. */
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

/** The addresses inside a text: each has a scheme, and a host directly after it. */
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

/** `user@host:path` of ssh; a digest of a container image has the same form. */
const sshAddress = /^[^\s@:/\\]+@(\[[^\s\]@]+\]|[^\s@:/\\]+):\S*$/;
const imageDigest = /@sha(?:256:[0-9a-f]{64}|512:[0-9a-f]{128})$/i;

/** The address that a whole text is, as HTTP clients and ssh read it. */
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
 * The addresses of a text: the whole text, and every address inside it. Each is also found with tabs in it,
 * and percent-encoded.
 */
export function* addressesIn(text: string): Generator<Target> {
  const plain = [text, text.replaceAll("\t", "")];
  for (const form of new Set([...plain, ...plain.map(decoded)])) {
    const whole = wholeAddress(form);
    if (whole) yield whole;
    yield* addressesInside(form);
  }
}

/** Members that contain a host even without a scheme. */
const hostMember =
  /^(?:.{0,40}[_-])?(?:ur[il]|href|host|host_?name|endpoint|origin|domain|server|base_?url|webhook)s?$/i;
const memberMarks = /ur[il]|href|host|endpoint|origin|domain|server|webhook/i;
/** Identifiers with a scheme that does not name a host. */
const opaque = /^(?:about|blob|cid|data|did|doi|geo|javascript|mailto|mid|sms|tag|tel|urn):/i;

/** Whether a text may contain an address; a cheap prefilter. */
export const mayContainAddress = (text: string, member: string | null): boolean =>
  /[:/\\%]/.test(text) || (member !== null && memberMarks.test(member));

/** Whether the values of a member are hosts. */
export const namesHost = (member: string | null): boolean =>
  member !== null &&
  memberMarks.test(member) &&
  hostMember.test(member.replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2"));

/** A host, or host and port, without a scheme; it has only its explicit port. */
function bareHost(text: string): Target {
  const target = parsed(`http://${text}`);
  if (!target || target.host === unreadableHost) return unreadable;
  return { ...target, scheme: null, port: /:(\d{1,5})(?:[/?#]|$)/.exec(text)?.[1] ?? "" };
}

/**
 * The host in a member that is named for hosts.
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

/** A declared host or address; every other text is unreadable. */
export function declaredAddress(text: string): Target {
  const trimmed = text.trim();
  const isAddress = startsSpecial.test(trimmed) || /:\/\/|^[\\/]{2}/.test(trimmed);
  if (isAddress || sshAddress.test(trimmed)) {
    return wholeAddress(trimmed) ?? unreadable;
  }
  return opaque.test(trimmed) ? unreadable : bareHost(trimmed);
}
