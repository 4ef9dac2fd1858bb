// Finds addresses that a client reads only after it expanded the globs in them, such as `http{:}//a.example/`.
import { maxAuthorityChars } from "../far-hosts.ts";
import { namesHost } from "../host-values.ts";
import type { AddressParser } from "../parse-address.ts";
import { isCurlScheme, slashesOf } from "./curl-schemes.ts";
import { globParts, manyForms, maxForms, type GlobPart } from "./globs-in.ts";

/** The kinds of globs in an address, from the harmless to the general one: none, those of curl, those of shells too. */
type GlobKind = 0 | 1 | 2;
/** The end of a form of a text, which may be the beginning of an address. */
interface Tail {
  text: string;
  kind: GlobKind;
}

const colonAndSlashes = /:[\\/]+/g;
const schemeBefore = /[a-z\uffff][a-z0-9+.\uffff-]*$/i;
const maxSchemeChars = 64;
/** Matches the end of a text that may be the beginning of an address. */
const schemeAtEnd = /[a-z\uffff][a-z0-9+.\uffff-]*(?::[\\/]?)?$/i;
const authorityEnd = /[/?#]/g;
const startsScheme = /^([a-z][a-z0-9+.-]*):\/\//i;
/** Maximum length of the end of a form. Longer than an authority may be, so that a longer one is unreadable. */
const maxTailChars = maxAuthorityChars + 100;
/** Units of work for each part of a text and each form. */
const unitsPerPart = 15;
const noTail: Tail = { text: "", kind: 0 };

/** Returns the first address at or after a position: the positions of its scheme and of its authority. */
function addressFrom(
  text: string,
  from: number,
): { start: number; scheme: string; host: number } | undefined {
  colonAndSlashes.lastIndex = from;
  for (let found = colonAndSlashes.exec(text); found; found = colonAndSlashes.exec(text)) {
    const before = text.slice(Math.max(from, found.index - maxSchemeChars), found.index);
    const [scheme = ""] = schemeBefore.exec(before) ?? [];
    const slashes = scheme === "" ? 0 : slashesOf(scheme, found[0].slice(1));
    if (slashes > 0) return { scheme, start: found.index - scheme.length, host: found.index + 1 + slashes };
  }
  return undefined;
}

/** Whether the name is that of a host, so that it stands for a host in a template. */
const isPlaceholder = (name: string): boolean =>
  namesHost(name) || /(?:addr(?:ess)?|authority|netloc|name|service)$/i.test(name);
/** Matches a host that is a name without dots. */
const plainHost = /^[^/]*\/+(?:[^/?#]*@)?([a-z_][\w-]*)(?::[^@/?#]*)?[^\w@/?#]*[/?#]?$/i;
/** Matches a port that is no number, which no client accepts, and text after `)`, which ends a link. */
const afterHost = /(?:\)|(?<!\/):(?!\d*[/?#]?$)(?![/\\]))[^@/?#[\]]*(?=[/?#]?$)/;

/** The addresses that globs hide in a text. */
export interface HiddenAddresses {
  /** The expanded addresses, up to the end of their authority. */
  addresses: readonly string[];
  /** Whether the text is one address, which these addresses replace. */
  isWhole: boolean;
  /** Whether an address has too many forms. */
  hasMore: boolean;
}

/** The forms of a part of a text, read from left to right. Of each form, only the end of the text is stored. */
class Forms {
  readonly found = new Map<string, GlobKind>();
  #tails: readonly Tail[] = [noTail];
  readonly #open: { before: readonly Tail[]; after: readonly Tail[] }[] = [];
  readonly #parser: AddressParser;

  constructor(parser: AddressParser) {
    this.#parser = parser;
  }

  /** Reads a text. */
  read(text: string): void {
    this.#parser.add(text.length);
    for (const part of globParts(text)) {
      if (this.#parser.isExhausted) return;
      this.#add(part);
    }
    this.#end();
  }

  #add({ kind, text, isMultiple }: GlobPart): void {
    this.#parser.add(unitsPerPart * this.#tails.length);
    if (kind === "text") this.#tails = this.#distinct(this.#tails.map((tail) => this.#read(tail, text)));
    else {
      this.#tails = this.#tails.map((tail) => crossed(tail, isMultiple ? 2 : 1));
      const last = this.#open.at(-1);
      if (kind === "open") this.#open.push({ before: this.#tails, after: [] });
      else if (last) {
        last.after = this.#distinct([...last.after, ...this.#tails]);
        this.#tails = kind === "next" ? last.before : last.after;
        if (kind === "close") this.#open.pop();
      }
    }
  }

  #end(): void {
    for (const { text, kind } of this.#tails) {
      const address = addressFrom(text, 0);
      if (address) this.#find(text.slice(address.start), address.scheme, kind);
    }
  }

  #find(text: string, scheme: string, kind: GlobKind): void {
    // Only shells expand the globs of other clients.
    if (kind === 2 || (kind === 1 && isCurlScheme(scheme))) this.found.set(text.replace(afterHost, ""), kind);
  }

  /** Returns the distinct ends, or a replacement if there are too many. */
  #distinct(tails: readonly Tail[]): readonly Tail[] {
    if (tails.length < 2) return tails;
    const known = new Map<string, Tail>();
    for (const tail of tails) {
      this.#parser.add(unitsPerPart + tail.text.length);
      known.set(`${tail.kind}${tail.text}`, tail);
    }
    if (known.size <= maxForms) return [...known.values()];
    const isAddress = tails.some(({ text, kind }) => kind > 0 && addressFrom(text, 0) !== undefined);
    const many: Tail = { text: manyForms, kind: 2 };
    return isAddress ? [many, { text: `http://${manyForms}`, kind: 2 }] : [many];
  }

  /** Reads a text after the end of a form. Returns the new end. */
  #read(tail: Tail, added: string): Tail {
    const [, ownScheme] = startsScheme.exec(added) ?? [];
    const [before] = /[a-z0-9+.-]+$/i.exec(tail.text) ?? [];
    // In `\href{https://a.example}`, no client reads the scheme `hrefhttps`.
    const isGlued = ownScheme !== undefined && before !== undefined && !isCurlScheme(`${before}${ownScheme}`);
    const old = isGlued ? noTail : tail;
    const text = `${old.text}${added}`;
    this.#parser.add(text.length);
    let from = 0;
    for (let next = addressFrom(text, from); next; next = addressFrom(text, from)) {
      const kind = next.start < old.text.length ? old.kind : 0;
      authorityEnd.lastIndex = next.host;
      const end = authorityEnd.exec(text)?.index;
      if (end === undefined) {
        if (isGlued && next.start === 0) return noTail;
        return { text: text.slice(next.start, next.start + maxTailChars), kind };
      }
      if (kind > 0) this.#find(text.slice(next.start, end + 1), next.scheme, kind);
      from = next.host;
    }
    const [rest = ""] = schemeAtEnd.exec(text.slice(Math.max(from, text.length - maxSchemeChars - 2))) ?? [];
    return { text: rest, kind: text.length - rest.length < old.text.length ? old.kind : 0 };
  }
}

const crossed = (tail: Tail, kind: GlobKind): Tail =>
  tail.text === "" || tail.kind >= kind ? tail : { ...tail, kind };

const pieces = /[^\s"'`<>]+/g;
const mayHideAddress = (text: string): boolean =>
  /[{[]/.test(text) && text.includes(":") && /[\\/]/.test(text);

/**
 * Returns the addresses in a text that begin before a glob and end after it. An address without globs, or with
 * globs after its host, is not among them. In a longer text, a host such as `{host}` is a placeholder.
 */
export function hiddenAddresses(text: string, parser: AddressParser): HiddenAddresses {
  const hidden = new Set<string>();
  let [isWhole, hasMore] = [false, false];
  if (!mayHideAddress(text)) return { addresses: [], isWhole, hasMore };
  const whole = text.trim();
  for (const [piece] of text.matchAll(pieces)) {
    if (parser.isExhausted) break;
    if (!mayHideAddress(piece)) continue;
    const forms = new Forms(parser);
    forms.read(piece);
    isWhole = piece === whole && forms.found.size > 0;
    for (const address of forms.found.keys()) {
      const [, name] = plainHost.exec(address) ?? [];
      if (address.includes(manyForms)) hasMore = true;
      else if (isWhole || name === undefined || !isPlaceholder(name)) hidden.add(address);
    }
  }
  return { addresses: [...hidden], isWhole, hasMore };
}
