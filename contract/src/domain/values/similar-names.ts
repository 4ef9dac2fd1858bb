// Finds the known name that a misspelt name probably means.

/** Names are similar up to this Damerau–Levenshtein distance. */
const maxDistance = 2;
/** Stands for every greater distance. */
const tooFar = maxDistance + 1;

const pointsOf = (text: string): string[] => Array.from(text);

function commonPrefix(one: readonly string[], other: readonly string[]): number {
  const at = one.findIndex((point, index) => point !== other[index]);
  return at < 0 ? one.length : at;
}

/**
 * The table of distances between the prefixes of a name and of one candidate after the other. Candidates that
 * start alike share rows.
 */
class DistanceTable {
  readonly #name: readonly string[];
  readonly #rows: Uint8Array[] = [];
  /** The least distance in each row. */
  readonly #leasts = [0];
  #candidate: readonly string[] = [];

  constructor(name: readonly string[]) {
    this.#name = name;
    this.#rows[0] = Uint8Array.from({ length: name.length + 1 }, (_, index) => Math.min(index, tooFar));
  }

  /** The distance of two prefixes; {@link tooFar} outside the table. */
  #at(row: number, column: number): number {
    return row < 0 || column < 0 ? tooFar : (this.#rows[row]?.[column] ?? tooFar);
  }

  /** The cost up to a transposition of two characters that end a prefix, with at most one between them. */
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

  /** Computes the row of a candidate's prefix. @returns its least distance. */
  #fill(row: number): number {
    // Only cells near the diagonal can be near; the others stay too far, for every candidate.
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
   * Continues with the next candidate.
   *
   * @param shared the length of the prefix that it shares with the one before.
   * @returns its distance, or the length of a prefix with which no candidate is similar.
   */
  next(candidate: readonly string[], shared: number): { distance: number; dead: number } {
    this.#candidate = candidate;
    for (let row = shared + 1; row <= candidate.length; row += 1) {
      // A transposition reaches back three rows.
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
  /** The length of the prefix that it shares with the candidate before. */
  shared: number;
}

/** Compares texts by code points. */
const inOrder = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/** Known names, among which it finds similar ones. */
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
   * The known name that a name probably means: the same in another case, else the nearest within a
   * Damerau–Levenshtein distance of 2; of equally near ones the first. Null if there is none.
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
      // The rows that are valid for this candidate.
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
