/** Returns the number of nested levels of arrays and objects in a value; 0 for a string or a number. */
export function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  let deepest = 0;
  for (const member of Object.values(value)) deepest = Math.max(deepest, depthOf(member));
  return 1 + deepest;
}
