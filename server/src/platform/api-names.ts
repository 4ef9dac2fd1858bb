/** The APIs that a server can serve. */
export const apiNames = ["evaluation", "control"] as const;

/** The name of an API in `ASSAY_ENABLE`. */
export type ApiName = (typeof apiNames)[number];

/**
 * Parses a list of APIs, separated by commas; repeated names count once.
 *
 * @returns undefined if a name is unknown or the list has no name.
 */
export function parseApis(text: string): ApiName[] | undefined {
  const names = text.split(",").map((name) => name.trim());
  const isValid = names.every((name) => apiNames.some((known) => known === name));
  return isValid ? apiNames.filter((known) => names.includes(known)) : undefined;
}
