/** Characters that have no width, and apostrophes of all keyboards. They carry no meaning in a name. */
const ignored = /[\u00AD\u200B-\u200D\u2060\uFEFF'’‘ʼ‛′‵´`]/gu;

/** A run of white space, underscores, dashes and minus signs. */
const separators = /[\s_\p{Pd}\u2212]+/gu;

const isDigit = (character: string | undefined): boolean => /^\p{Nd}$/u.test(character ?? "");

/** Returns the text that replaces a run of separators in a name. */
function foldRun(run: string, name: string, offset: number): string {
  const [before, after] = [name[offset - 1], name[offset + run.length]];
  if (isDigit(before) && isDigit(after)) return " ";
  const isInside = before !== undefined && after !== undefined;
  return isInside || !/[\p{Pd}\u2212]/u.test(run) ? "" : "-";
}

/**
 * Folds a name for comparison: names of levels, flags, symptoms, questions, actions and protocols are the same if they
 * fold alike. Ignores case, apostrophes, invisible characters, the Unicode form (NFKC), and separators (white space,
 * underscores and dashes). Separators between two digits count as one space, so `10-20` differs from `1020`. A dash
 * at the start or end stays, so `-1` differs from `1`. Diacritics stay.
 */
export function foldName(name: string): string {
  if (/^[a-z0-9]*$/.test(name)) return name;
  const cased = name
    .replace(ignored, "")
    .normalize("NFKC")
    .toUpperCase()
    .toLowerCase()
    .normalize("NFKC")
    .replace(ignored, "");
  return cased.replace(separators, (run, offset: number) => foldRun(run, cased, offset));
}
