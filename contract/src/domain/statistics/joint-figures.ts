/** Concatenated joint tables of two sides' levels; cells that are always 0 may be omitted. */
export interface JointTables {
  /** Start offset of each table's cells, followed by the total number of cells. */
  cellStarts: Int32Array;
  /** Start offset of each table's levels among those of all tables, followed by the total number. */
  levelStarts: Int32Array;
  /** The first side's level, by cell: its index among the levels of all tables. */
  first: Int32Array;
  /** The second side's level, by cell. */
  second: Int32Array;
  /** Position of each level, for quadratic weights; `null`: the levels have no order. */
  positions: Float64Array | null;
}

/** Agreement of the two sides of joint tables, by table. */
export interface JointFigures {
  /** Pairs counted. */
  n: Float64Array;
  /** Pairs with equal levels. */
  agreeing: Float64Array;
  /** Cohen's κ in [−1, 1]; NaN without counts or if both sides used one and the same level throughout. */
  plain: Float64Array;
  /** The same with quadratic weights; also NaN if the levels have no order. */
  weighted: Float64Array;
}

/** Tables prepared for counting. */
interface Prepared extends JointTables {
  positions: Float64Array;
  ordered: boolean;
  /** Squared distance of the two levels, by cell. */
  distances: Float64Array;
  /** By side and level; all 0 between two tables. */
  rows: Float64Array;
  columns: Float64Array;
}

function prepare(tables: JointTables): Prepared {
  const { first, second } = tables;
  const positions = tables.positions ?? new Float64Array(tables.levelStarts.at(-1) ?? 0);
  const distances = Float64Array.from(
    first,
    (level, cell) => ((positions[level] ?? 0) - (positions[second[cell] ?? 0] ?? 0)) ** 2,
  );
  return {
    ...tables,
    positions,
    ordered: tables.positions !== null,
    distances,
    rows: new Float64Array(positions.length),
    columns: new Float64Array(positions.length),
  };
}

/** Adds a table's counts to the margins, and returns the observed figures. */
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
 * Clears a table's margins, and returns the chance figures, times n: of equal levels Σ r_i·c_i, and of
 * squared distances Σ_ij (x_i − x_j)²·r_i·c_j, without the double sum: n·(Σ r·x² + Σ c·x²) − 2·Σ r·x·Σ c·x.
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
 * κ_w = 1 − Σ d·n_ij / Σ d·(r_i·c_j / n); exact below 2⁵³ if distances are integers. The value is at least
 * −1, apart from rounding.
 */
function kappaOf(observed: number, byChance: number, n: number): number {
  return byChance > 0 ? Math.max(-1, (byChance - observed * n) / byChance) : Number.NaN;
}

/**
 * Creates a function that computes the kappas of joint tables for any counts of their cells. The work grows
 * with the cells and the levels, not with the square of the levels, so that thousands of tables can be
 * counted a thousand times.
 *
 * @param tables their cells, their levels and the positions of these. Positions near 0 minimize rounding
 *   errors.
 * @returns a function of the cells' counts, integers from 0 in the order of the cells; its results share
 *   memory, so each is valid until the next call.
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
      // If plain κ is undefined, all counts are on one level, and the rest of the squares is a rounding
      // error.
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
