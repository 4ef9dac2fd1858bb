/** The cells of a joint table of two sides' levels; a cell that can hold nothing may be left out. */
export interface JointTable {
  /** The first side's level, by cell: its place from 0. */
  first: Int32Array;
  /** The second side's level, by cell. */
  second: Int32Array;
  /** How many levels there are. */
  levels: number;
  /** Where each level stands, for quadratic weights; `null`: the levels have no order. */
  positions: Float64Array | null;
}

/** What a joint table says of the agreement of its two sides. */
export interface JointFigures {
  /** Pairs counted. */
  n: number;
  /** Pairs on one and the same level. */
  agreeing: number;
  /** Cohen's κ in [−1, 1]; `null` when nothing was counted or both sides used one and the same level throughout. */
  plain: number | null;
  /** The same with quadratic weights; `null` also when the levels have no order. */
  weighted: number | null;
}

/** A table made ready for counting. */
interface Prepared {
  first: Int32Array;
  /** The second side's levels, behind the first side's. */
  second: Int32Array;
  /** Squared distance of the two levels, by cell. */
  distances: Float64Array;
  positions: Float64Array;
  ordered: boolean;
  /** Of the first side by level, then of the second side; all 0 between two countings. */
  margins: Float64Array;
}

function prepare({ first, second, levels, positions }: JointTable): Prepared {
  const distances = Float64Array.from(
    first,
    (level, cell) => ((positions?.[level] ?? 0) - (positions?.[second[cell] ?? 0] ?? 0)) ** 2,
  );
  return {
    first,
    second: second.map((level) => levels + level),
    distances,
    positions: positions ?? new Float64Array(levels),
    ordered: positions !== null,
    margins: new Float64Array(2 * levels),
  };
}

/** Adds the counts up into the margins, and says what was observed. */
function countCells({ first, second, distances, margins, positions }: Prepared, counts: Float64Array) {
  const levels = positions.length;
  let agreeing = 0;
  let squares = 0;
  for (let cell = 0; cell < first.length; cell += 1) {
    const count = counts[cell] ?? 0;
    const row = first[cell] ?? 0;
    const column = second[cell] ?? 0;
    if (row + levels === column) agreeing += count;
    squares += count * (distances[cell] ?? 0);
    margins[row] = (margins[row] ?? 0) + count;
    margins[column] = (margins[column] ?? 0) + count;
  }
  return { agreeing, squares };
}

/**
 * Empties the margins, and says what chance alone would give, times n: of equal levels Σ r_i·c_i, and of squared distances
 * Σ_ij (x_i − x_j)²·r_i·c_j without the double sum, n·(Σ r·x² + Σ c·x²) − 2·Σ r·x·Σ c·x.
 */
function emptyMargins({ margins, positions }: Prepared) {
  const levels = positions.length;
  let n = 0;
  let equal = 0;
  let rowSum = 0;
  let columnSum = 0;
  let squares = 0;
  for (let level = 0; level < levels; level += 1) {
    const position = positions[level] ?? 0;
    const row = margins[level] ?? 0;
    const column = margins[levels + level] ?? 0;
    n += row;
    equal += row * column;
    rowSum += row * position;
    columnSum += column * position;
    squares += (row + column) * position * position;
    margins[level] = 0;
    margins[levels + level] = 0;
  }
  return { n, equal, squares: n * squares - 2 * rowSum * columnSum };
}

/**
 * κ_w = 1 − Σ d·n_ij / Σ d·(r_i·c_j / n); exact below 2⁵³ when distances are whole numbers. It is at least −1 but for
 * rounding.
 */
function kappaOf(observed: number, byChance: number, n: number): number | null {
  return byChance > 0 ? Math.max(-1, (byChance - observed * n) / byChance) : null;
}

/**
 * Makes a function that computes the kappas of one joint table for whatever counts its cells hold. The work grows with
 * the cells and the levels, not with the levels' square, so that a table can be counted anew thousands of times.
 *
 * @param table its cells, its levels and where they stand. Positions near 0 lose least to rounding.
 * @returns a function of the cells' counts, whole numbers from 0 in the order of the cells.
 */
export function jointFigures(table: JointTable): (counts: Float64Array) => JointFigures {
  const prepared = prepare(table);
  return (counts) => {
    const { agreeing, squares } = countCells(prepared, counts);
    const { n, equal, squares: squaresByChance } = emptyMargins(prepared);
    const plain = kappaOf(n - agreeing, n * n - equal, n);
    // Where plain κ is undefined all counts are on one level, and what is left of the squares is rounding.
    const weighted = prepared.ordered && plain !== null ? kappaOf(squares, squaresByChance, n) : null;
    return { n, agreeing, plain, weighted };
  };
}
