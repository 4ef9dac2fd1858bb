/** Formats a count with its noun: `1 row`, `2 rows`. */
export const counted = (count: number | bigint, noun: string): string =>
  `${count} ${noun}${Number(count) === 1 ? "" : "s"}`;
