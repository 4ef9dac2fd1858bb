/** Several joint tables of two sides' levels, concatenated. Cells that are always 0 can be omitted. */
export interface JointTables {
  /** Start offset of each table's cells, followed by the total number of cells. */
  cellStarts: Int32Array;
  /**
   * Start offset of each table's levels in the list of all tables' levels, followed by the total number of
   * levels.
   */
  levelStarts: Int32Array;
  /** The first side's level for each cell: its index in the list of all tables' levels. */
  first: Int32Array;
  /** The second side's level for each cell. */
  second: Int32Array;
  /** Position of each level, for quadratic weights; `null` if the levels have no order. */
  positions: Float64Array | null;
}

/** How well the two sides agree in each joint table. */
export interface JointFigures {
  /** Number of pairs. */
  n: Float64Array;
  /** Number of pairs with equal levels. */
  agreeing: Float64Array;
  /**
   * Cohen's κ in [−1, 1]; NaN if all counts are 0 or if both sides used a single, identical level throughout.
   */
  plain: Float64Array;
  /** Cohen's κ with quadratic weights; also NaN if the levels have no order. */
  weighted: Float64Array;
}

/** Tables that are prepared for counting. */
interface Prepared extends JointTables {
  positions: Float64Array;
  ordered: boolean;
  /** Squared distance between the two levels of each cell. */
  distances: Float64Array;
  /** Margins by level, one array for each side. All values are 0 when no table is being counted. */
  rows: Float64Array;
  columns: Float64Array;
}

function prepare(tables: JointTables): Prepared {
  const { first, second } = tables;
  const positions = tables.positions ?? new Float64Array(tables.levelStarts.at(-1) ?? 0);
  const distances = new Float64Array(first.length);
  for (let cell = 0; cell < first.length; cell += 1)
    distances[cell] = ((positions[first[cell] ?? 0] ?? 0) - (positions[second[cell] ?? 0] ?? 0)) ** 2;
  return {
    ...tables,
    positions,
    ordered: tables.positions !== null,
    distances,
    rows: new Float64Array(positions.length),
    columns: new Float64Array(positions.length),
  };
}

/** Adds a table's counts to the margins and returns the observed figures. */
function countCells(prepared: Prepared, counts: Float64Array, table: number) {
  const { cellStarts, first, second, distances, rows, columns } = prepared;
  const end = cellStarts[table + 1] ?? 0;
  let agreeing = 0;
  let squares = 0;
  for (let cell = cellStarts[table] ?? 0; cell < end; cell += 1) {
    const count = counts[cell] ?? 0;
    const row = first[cell] ?? 0;
    const column = second[cell] ?? 0;
    if (row === column) agreeing += count;
    squares += count * (distances[cell] ?? 0);
    rows[row] = (rows[row] ?? 0) + count;
    columns[column] = (columns[column] ?? 0) + count;
  }
  return { agreeing, squares };
}

/**
 * Clears a table's margins and returns the chance figures times n: Σ r_i·c_i for equal levels, and Σ_ij (x_i
 * − x_j)²·r_i·c_j for squared distances, computed without the double sum as n·(Σ r·x² + Σ c·x²) − 2·Σ r·x·Σ
 * c·x.
 */
function emptyMargins({ levelStarts, positions, rows, columns }: Prepared, table: number) {
  const end = levelStarts[table + 1] ?? 0;
  let n = 0;
  let equal = 0;
  let rowSum = 0;
  let columnSum = 0;
  let squares = 0;
  for (let level = levelStarts[table] ?? 0; level < end; level += 1) {
    const position = positions[level] ?? 0;
    const row = rows[level] ?? 0;
    const column = columns[level] ?? 0;
    n += row;
    equal += row * column;
    rowSum += row * position;
    columnSum += column * position;
    squares += (row + column) * position * position;
    rows[level] = 0;
    columns[level] = 0;
  }
  return { n, equal, squares: n * squares - 2 * rowSum * columnSum };
}

/**
 * Computes κ_w = 1 − Σ d·n_ij / Σ d·(r_i·c_j / n), which is exact below 2⁵³ if the distances are integers.
 * The result is at least −1, apart from rounding.
 */
function kappaOf(observed: number, byChance: number, n: number): number {
  return byChance > 0 ? Math.max(-1, (byChance - observed * n) / byChance) : Number.NaN;
}

/**
 * Creates a function that computes the kappas of joint tables from the counts in their cells. The work grows
 * with the number of cells and levels, not with the square of the number of levels, so that thousands of
 * tables can be counted a thousand times.
 *
 * @param tables the cells, levels and level positions of the tables. Positions near 0 minimize rounding
 *   errors.
 * @returns a function that takes the cells' counts (integers from 0, in the order of the cells). Its results
 *   share memory, so that each result is valid until the next call.
 */
export function jointFigures(tables: JointTables): (counts: Float64Array) => JointFigures {
  const prepared = prepare(tables);
  const empty = () => new Float64Array(tables.cellStarts.length - 1);
  const figures: JointFigures = { n: empty(), agreeing: empty(), plain: empty(), weighted: empty() };
  return (counts) => {
    for (let table = 0; table < figures.n.length; table += 1) {
      const { agreeing, squares } = countCells(prepared, counts, table);
      const { n, equal, squares: squaresByChance } = emptyMargins(prepared, table);
      const plain = kappaOf(n - agreeing, n * n - equal, n);
      // If the unweighted κ is undefined, all pairs have the same level on both sides. Any distance above 0
      // is then a rounding error.
      const weighted =
        prepared.ordered && !Number.isNaN(plain) ? kappaOf(squares, squaresByChance, n) : Number.NaN;
      figures.n[table] = n;
      figures.agreeing[table] = agreeing;
      figures.plain[table] = plain;
      figures.weighted[table] = weighted;
    }
    return figures;
  };
}
