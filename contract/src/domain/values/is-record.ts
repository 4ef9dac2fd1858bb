/** Returns whether a value is an object and not an array, so that its members can be read by name. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
