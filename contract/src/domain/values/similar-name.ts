/** Maximum number of edits between a name and a suggestion. */
const maxDistance = 2;

/**
 * Returns the known name that a misspelled name most likely means: the same name in another case, otherwise
 * the nearest known name within a Damerau–Levenshtein distance of 2. Of several equally near names, returns
 * the first one in `known`.
 *
 * @param name a name that is not in `known`; a name in `known` is returned unchanged.
 * @param known the names to choose from, in any order; an empty list has no similar name.
 * @returns null if no known name is similar.
 */
export function similarName(name: string, known: Iterable<string>): string | null {
  const names = [...known];
  if (names.includes(name)) return name;
  const folded = name.toLowerCase();
  const sameLetters = names.find((one) => one.toLowerCase() === folded);
  if (sameLetters !== undefined) return sameLetters;
  let best: { name: string; distance: number } | undefined;
  for (const one of names) {
    const distance = editDistance(name, one, best ? best.distance - 1 : maxDistance);
    if (distance !== undefined) best = { name: one, distance };
    if (best?.distance === 1) break;
  }
  return best?.name ?? null;
}

/**
 * Computes the restricted Damerau–Levenshtein distance (optimal string alignment) of two texts in code
 * points: the number of insertions, deletions, substitutions and swaps of adjacent characters.
 *
 * @param limit the largest distance of interest; at least 0.
 * @returns undefined if the distance is greater than `limit`.
 * @see https://en.wikipedia.org/wiki/Damerau–Levenshtein_distance
 */
export function editDistance(one: string, other: string, limit: number): number | undefined {
  const [from, to] = [Array.from(one), Array.from(other)];
  if (Math.abs(from.length - to.length) > limit) return undefined;
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [row, letter] of from.entries()) {
    const current = [row + 1];
    for (const [column, target] of to.entries()) {
      const isSwapped = row > 0 && column > 0 && letter === to[column - 1] && from[row - 1] === target;
      const edits = [
        at(previous, column) + (letter === target ? 0 : 1),
        at(previous, column + 1) + 1,
        at(current, column) + 1,
        ...(isSwapped ? [at(beforePrevious, column - 1) + 1] : []),
      ];
      current.push(Math.min(...edits));
    }
    if (Math.min(...current) > limit) return undefined;
    [beforePrevious, previous] = [previous, current];
  }
  const distance = at(previous, to.length);
  return distance <= limit ? distance : undefined;
}

const at = (row: readonly number[], index: number): number => row[index] ?? Number.POSITIVE_INFINITY;
