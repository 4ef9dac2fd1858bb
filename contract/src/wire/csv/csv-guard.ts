// So that no spreadsheet takes text for a formula, exports put an apostrophe before it, and imports take it off again. What
// begins with apostrophes already gets one more: so every text comes back as it was.
// https://owasp.org/www-community/attacks/CSV_Injection

const risky = /^'*[=+\-@\t\r]/;
const guarded = /^'+[=+\-@\t\r]/;

/** Text as it is written into a cell. Nothing risky begins with a character behind `@`: most texts need no more than that. */
export const guardCell = (text: string): string =>
  text.charCodeAt(0) <= 0x40 && risky.test(text) ? `'${text}` : text;

/** Whether a cell's text has a guard. */
export const isGuarded = (cell: string): boolean => guarded.test(cell);

/** The text of a cell that has a guard. */
export const withoutGuard = (cell: string): string => cell.slice(1);
