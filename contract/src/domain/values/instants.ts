/** Formats a stored instant, in milliseconds since 1970, for responses. */
export const instant = (at: number): string => new Date(at).toISOString();

/** Formats an optional stored instant for responses; null stays null. */
export const instantOrNull = (at: number | null): string | null => (at === null ? null : instant(at));
