// Reads the globs of curl, which are also the braces of shells: `{a,b}`, `{a..c}`, `[a-c]`, `[01-10:2]`.

/** Maximum number of forms of a glob. */
export const maxForms = 32;
/** Stands for the forms of a glob that has too many. A noncharacter, because no address contains it. */
export const manyForms = "\uffff";

/** A part of a text. `open`, `next` and `close` are the braces and the commas of a set, which may contain sets. */
export interface GlobPart {
  kind: "text" | "open" | "next" | "close";
  text: string;
  /** Whether shells expand the glob too, which need at least two forms. */
  isMultiple: boolean;
}

const letters = /^([a-z])-([a-z])(?::(\d{1,4}))?$/i;
const numbers = /^(\d{1,15})-(\d{1,15})(?::(\d{1,15}))?$/;
const shellLetters = /^([a-z])\.\.([a-z])(?:\.\.-?(\d{1,4}))?$/i;
const shellNumbers = /^(-?\d{1,15})\.\.(-?\d{1,15})(?:\.\.-?(\d{1,15}))?$/;
/** Matches a variable of a shell or of a template, after `$`. */
const variable = /^[^@,{}]*$/;

/** Returns the texts from one number to another in steps. */
function steps(from: number, to: number, step: number, textOf: (at: number) => string): string[] {
  const by = Math.max(1, step);
  const count = Math.floor(Math.abs(to - from) / by) + 1;
  if (count > maxForms) return [manyForms];
  return Array.from({ length: count }, (_item, at) => textOf(from + (to < from ? -at : at) * by));
}

/** Returns the forms of a range; undefined if the text is none. */
function rangeForms(text: string, patterns: { letter: RegExp; number: RegExp }): string[] | undefined {
  const [, first, last, by = "1"] = patterns.letter.exec(text) ?? [];
  if (first !== undefined && last !== undefined)
    return steps(first.charCodeAt(0), last.charCodeAt(0), Number(by), (at) => String.fromCharCode(at));
  const [, from, to, step = "1"] = patterns.number.exec(text) ?? [];
  if (from === undefined || to === undefined) return undefined;
  const isPadded = /^-?0\d/.test(from) || /^-?0\d/.test(to);
  const width = isPadded ? Math.max(from.length, to.length) : 0;
  return steps(Number(from), Number(to), Number(step), (at) => String(at).padStart(width, "0"));
}

/** Returns the end of each set by its start. A set is empty in no form. */
function setsIn(text: string): Map<number, { end: number; isMultiple: boolean }> {
  const open: { start: number; isMultiple: boolean }[] = [];
  const sets = new Map<number, { end: number; isMultiple: boolean }>();
  for (const { 0: mark, index } of text.matchAll(/\\[^]|[{},]/g)) {
    const last = open.at(-1);
    if (mark === "{") open.push({ start: index, isMultiple: false });
    else if (mark === "," && last) last.isMultiple = true;
    else if (mark === "}" && last) {
      open.pop();
      const content = text.slice(last.start + 1, Math.min(index, last.start + 300));
      const isVariable = text.charAt(last.start - 1) === "$" && variable.test(content);
      if (content !== "" && !isVariable) sets.set(last.start, { end: index, isMultiple: last.isMultiple });
    }
  }
  return sets;
}

const part = (kind: GlobPart["kind"], text: string, isMultiple = false): GlobPart => ({
  kind,
  text,
  isMultiple,
});

/** Returns the parts of a set of given forms. */
function partsOf(forms: readonly string[]): GlobPart[] {
  const inside = forms.flatMap((form, at) => [
    part(at === 0 ? "open" : "next", "", true),
    part("text", form),
  ]);
  return [...inside, part("close", "", true)];
}

/** Matches the characters that begin, divide or end a glob, and escaped characters. */
const marks = /\\[^]|\[([a-z\d]+-[a-z\d]+(?::\d+)?)\]|[{},]/gi;
const shellRange = /\{([^\s{},]{1,60})\}/y;

/** Returns the parts of the range at a position, and its end; undefined if there is none. */
function rangeAt(text: string, index: number, curl = ""): { parts: GlobPart[]; end: number } | undefined {
  if (curl !== "") {
    const forms = rangeForms(curl, { letter: letters, number: numbers });
    return forms && { parts: partsOf(forms), end: index + curl.length + 2 };
  }
  shellRange.lastIndex = index;
  const [found = "", inside = ""] = shellRange.exec(text) ?? [];
  const forms = rangeForms(inside, { letter: shellLetters, number: shellNumbers });
  return forms && { parts: partsOf([inside, ...forms]), end: index + found.length };
}

/** Yields the parts of a text; nothing if it contains no glob. */
export function* globParts(text: string): Generator<GlobPart> {
  const sets = setsIn(text);
  if (sets.size === 0 && !/\[[a-z\d]+-[a-z\d:]+\]/i.test(text)) return;
  const open: { end: number; isMultiple: boolean }[] = [];
  let literal = "";
  let at = 0;
  for (let found = nextMark(text, at); found; found = nextMark(text, at)) {
    const { 0: mark, 1: curl, index } = found;
    literal += text.slice(at, index);
    at = index + mark.length;
    const set = sets.get(index);
    const last = open.at(-1);
    const range = set || curl ? rangeAt(text, index, curl) : undefined;
    const isEnd = last?.end === index;
    if (!range && !set && !isEnd && !(mark === "," && last)) {
      literal += mark.startsWith("\\") && (last || /[{}[\],]/.test(mark)) ? mark.slice(1) : mark;
      continue;
    }
    if (literal !== "") yield part("text", literal);
    literal = "";
    if (range) {
      yield* range.parts;
      at = range.end;
    } else if (set) {
      yield part("open", "", set.isMultiple);
      open.push(set);
    } else {
      yield part(isEnd ? "close" : "next", "", last?.isMultiple);
      if (isEnd) open.pop();
    }
  }
  yield part("text", literal + text.slice(at));
}

function nextMark(text: string, at: number): RegExpExecArray | null {
  marks.lastIndex = at;
  return marks.exec(text);
}
