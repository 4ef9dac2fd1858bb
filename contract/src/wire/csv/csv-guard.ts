// Spreadsheets evaluate some cells as formulas. Exports add an apostrophe before such a cell, and imports remove
// it. If such a cell already starts with apostrophes, one more is added, so that an import restores the exported
// text exactly.
// https://owasp.org/www-community/attacks/CSV_Injection

const risky = /^'*[=+\-@\t\r]/;
const guarded = /^'+[=+\-@\t\r]/;

/**
 * Returns the text of an exported cell. The code of the first character of risky text is at most the code of
 * `@`, so most cells need only this comparison.
 */
export const guardCell = (text: string): string =>
  text.charCodeAt(0) <= 0x40 && risky.test(text) ? `'${text}` : text;

/** Returns whether a cell has a guard. */
export const isGuarded = (cell: string): boolean => guarded.test(cell);

/** Removes the guard from a cell that has one. */
export const withoutGuard = (cell: string): string => cell.slice(1);
