/** A stored instant, in milliseconds since 1970, as responses show it. */
export const instant = (at: number): string => new Date(at).toISOString();

/** The same where there may be none. */
export const instantOrNull = (at: number | null): string | null => (at === null ? null : instant(at));
