// Spreadsheets evaluate some texts as formulas. Exports put an apostrophe before such a text, and imports remove it. A text
// that starts with apostrophes gets one more, so that import restores each exported text.
// https://owasp.org/www-community/attacks/CSV_Injection

const risky = /^'*[=+\-@\t\r]/;
const guarded = /^'+[=+\-@\t\r]/;

/** The text of an exported cell. Risky texts start with a character up to `@`, so most texts need only that comparison. */
export const guardCell = (text: string): string =>
  text.charCodeAt(0) <= 0x40 && risky.test(text) ? `'${text}` : text;

/** Whether the text of a cell has a guard. */
export const isGuarded = (cell: string): boolean => guarded.test(cell);

/** The text of a cell that has a guard. */
export const withoutGuard = (cell: string): string => cell.slice(1);
