// Finds the known name that a misspelled name probably means.

/** Two names are similar if their Damerau–Levenshtein distance is at most this number. */
const maxDistance = 2;
/** The distance that stands for every distance above the maximum. */
const tooFar = maxDistance + 1;

const pointsOf = (text: string): string[] => Array.from(text);

function commonPrefix(one: readonly string[], other: readonly string[]): number {
  const at = one.findIndex((point, index) => point !== other[index]);
  return at < 0 ? one.length : at;
}

/**
 * The table of distances between the prefixes of one name and the prefixes of a candidate. The candidates are
 * processed one after the other. Candidates with a common prefix share the rows of that prefix.
 */
class DistanceTable {
  readonly #name: readonly string[];
  readonly #rows: Uint8Array[] = [];
  /** The smallest distance in each row. */
  readonly #leasts = [0];
  #candidate: readonly string[] = [];

  constructor(name: readonly string[]) {
    this.#name = name;
    this.#rows[0] = Uint8Array.from({ length: name.length + 1 }, (_, index) => Math.min(index, tooFar));
  }

  /** Returns the distance between two prefixes; {@link tooFar} outside the table. */
  #at(row: number, column: number): number {
    return row < 0 || column < 0 ? tooFar : (this.#rows[row]?.[column] ?? tooFar);
  }

  /**
   * Returns the distance between two prefixes if their last characters are transposed, with at most one other
   * character between them; {@link tooFar} if they are not.
   */
  #transposed(row: number, column: number): number {
    if (row < 2 || column < 2) return tooFar;
    const [theirs, ours] = [this.#candidate, this.#name];
    const last = theirs[row - 1];
    const own = ours[column - 1];
    const isSwapped = last === ours[column - 2];
    if (isSwapped && theirs[row - 2] === own) return this.#at(row - 2, column - 2) + 1;
    if (isSwapped && row > 2 && theirs[row - 3] === own) return this.#at(row - 3, column - 2) + 2;
    if (column > 2 && last === ours[column - 3] && theirs[row - 2] === own)
      return this.#at(row - 2, column - 3) + 2;
    return tooFar;
  }

  /** Computes the row for a prefix of the candidate. @returns the smallest distance in the row. */
  #fill(row: number): number {
    // Only cells near the diagonal can have a small distance. The other cells stay `tooFar` for every
    // candidate.
    const cells = (this.#rows[row] ??= new Uint8Array(this.#name.length + 1).fill(tooFar));
    const letter = this.#candidate[row - 1];
    const first = Math.max(0, row - maxDistance);
    const end = Math.min(this.#name.length, row + maxDistance);
    let least = tooFar;
    for (let column = first; column <= end; column += 1) {
      let cost = Math.min(tooFar, this.#at(row - 1, column) + 1, this.#transposed(row, column));
      if (column > 0) {
        const before = this.#at(row - 1, column - 1) + (letter === this.#name[column - 1] ? 0 : 1);
        cost = Math.min(cost, before, column > first ? (cells[column - 1] ?? tooFar) + 1 : tooFar);
      }
      cells[column] = cost;
      least = Math.min(least, cost);
    }
    this.#leasts[row] = least;
    return least;
  }

  /**
   * Computes the distance to the next candidate.
   *
   * @param shared the length of the prefix for which the rows in the table are valid.
   * @returns the distance to the candidate (at most {@link tooFar}), and the length of a prefix with which no
   *   candidate can be similar (`Infinity` if none was found).
   */
  next(candidate: readonly string[], shared: number): { distance: number; dead: number } {
    this.#candidate = candidate;
    for (let row = shared + 1; row <= candidate.length; row += 1) {
      // A transposition uses up to three previous rows, so the two rows before are checked as well.
      const isDead = this.#fill(row) === tooFar && this.#least(row - 1) > 1 && this.#least(row - 2) > 0;
      if (isDead) return { distance: tooFar, dead: row };
    }
    return { distance: this.#at(candidate.length, this.#name.length), dead: Infinity };
  }

  #least(row: number): number {
    return this.#leasts[row] ?? tooFar;
  }
}

interface Candidate {
  name: string;
  points: readonly string[];
  /** The length of the prefix that the candidate shares with the previous candidate. */
  shared: number;
}

/** Compares texts by code points. */
const inOrder = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/** A list of known names that can be searched for a similar name. */
export class SimilarNames {
  readonly #candidates: readonly Candidate[];
  readonly #byLowerCase = new Map<string, string>();

  constructor(names: Iterable<string>) {
    let before: readonly string[] = [];
    this.#candidates = [...new Set(names)].sort(inOrder).map((name) => {
      const points = pointsOf(name);
      const shared = commonPrefix(before, points);
      before = points;
      return { name, points, shared };
    });
    for (const { name } of this.#candidates) {
      const lower = name.toLowerCase();
      if (!this.#byLowerCase.has(lower)) this.#byLowerCase.set(lower, name);
    }
  }

  /**
   * Returns the known name that a name probably means. This is a known name that differs only in case, or
   * else the nearest known name within a Damerau–Levenshtein distance of 2. Of several equally near names,
   * returns the first one in code point order. Returns null if no known name is similar.
   */
  nearestTo(name: string): string | null {
    return this.#byLowerCase.get(name.toLowerCase()) ?? this.#withinDistance(pointsOf(name));
  }

  #withinDistance(name: readonly string[]): string | null {
    const table = new DistanceTable(name);
    let [nearest, least]: [string | null, number] = [null, tooFar];
    let dead = Infinity;
    let valid = 0;
    for (const { name: candidate, points, shared } of this.#candidates) {
      // The number of table rows that are valid for this candidate.
      valid = Math.min(valid, shared);
      if (dead <= shared || Math.abs(points.length - name.length) > maxDistance) continue;
      const found = table.next(points, valid);
      ({ dead } = found);
      valid = Math.min(dead, points.length);
      if (found.distance < least) [nearest, least] = [candidate, found.distance];
    }
    return nearest;
  }
}
