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

/** κ_w = 1 − Σ d·n_ij / Σ d·(r_i·c_j / n); exact below 2⁵³ when distances are whole numbers. */
function kappaOf(observed: number, byChance: number, n: number): number | null {
  return byChance > 0 ? (byChance - observed * n) / byChance : null;
}

/** n·Σ_ij (x_i − x_j)²·r_i·c_j / n, without the double sum: n·(Σ r·x² + Σ c·x²) − 2·Σ r·x·Σ c·x. */
function squaresByChance(positions: Float64Array, margins: Float64Array, n: number): number {
  const levels = positions.length;
  let rowSum = 0;
  let columnSum = 0;
  let squares = 0;
  for (let level = 0; level < levels; level += 1) {
    const position = positions[level] ?? 0;
    const row = margins[level] ?? 0;
    const column = margins[levels + level] ?? 0;
    rowSum += row * position;
    columnSum += column * position;
    squares += (row + column) * position * position;
  }
  return n * squares - 2 * rowSum * columnSum;
}

/**
 * Makes a function that computes the kappas of one joint table for whatever counts its cells hold. The work grows with
 * the cells and the levels, not with the levels' square, so that a table can be counted anew thousands of times.
 *
 * @param table its cells, its levels and where they stand. Positions near 0 lose least to rounding.
 * @returns a function of the cells' counts, whole numbers from 0 in the order of the cells. It is not to be called
 *   while it runs: its calls share one working memory.
 */
export function jointFigures(table: JointTable): (counts: Float64Array) => JointFigures {
  const { first, second, levels, positions } = table;
  const margins = new Float64Array(2 * levels);
  const distances = Float64Array.from(first, (level, cell) =>
    positions ? ((positions[level] ?? 0) - (positions[second[cell] ?? 0] ?? 0)) ** 2 : 0,
  );
  return (counts) => {
    let n = 0;
    let agreeing = 0;
    let squares = 0;
    margins.fill(0);
    for (let cell = 0; cell < first.length; cell += 1) {
      const count = counts[cell] ?? 0;
      const row = first[cell] ?? 0;
      const column = second[cell] ?? 0;
      n += count;
      if (row === column) agreeing += count;
      squares += count * (distances[cell] ?? 0);
      margins[row] = (margins[row] ?? 0) + count;
      margins[levels + column] = (margins[levels + column] ?? 0) + count;
    }
    let byChance = n * n;
    for (let level = 0; level < levels; level += 1) {
      byChance -= (margins[level] ?? 0) * (margins[levels + level] ?? 0);
    }
    const plain = kappaOf(n - agreeing, byChance, n);
    const ordered = positions !== null && plain !== null;
    const weighted = ordered ? kappaOf(squares, squaresByChance(positions, margins, n), n) : null;
    return { n, agreeing, plain, weighted };
  };
}
