/** Joint tables of two sides' levels, one after the other; a cell that can hold nothing may be left out. */
export interface JointTables {
  /** Where each table's cells begin, and at last where the last one's end. */
  cellStarts: Int32Array;
  /** Where each table's levels begin among those of all tables, and at last where the last one's end. */
  levelStarts: Int32Array;
  /** The first side's level, by cell: its place among the levels of all tables. */
  first: Int32Array;
  /** The second side's level, by cell. */
  second: Int32Array;
  /** Where each level stands, for quadratic weights; `null`: the levels have no order. */
  positions: Float64Array | null;
}

/** What joint tables say of the agreement of their two sides, by table. */
export interface JointFigures {
  /** Pairs counted. */
  n: Float64Array;
  /** Pairs on one and the same level. */
  agreeing: Float64Array;
  /** Cohen's κ in [−1, 1]; NaN when nothing was counted or both sides used one and the same level throughout. */
  plain: Float64Array;
  /** The same with quadratic weights; NaN also when the levels have no order. */
  weighted: Float64Array;
}

/** Tables made ready for counting. */
interface Prepared extends JointTables {
  positions: Float64Array;
  ordered: boolean;
  /** Squared distance of the two levels, by cell. */
  distances: Float64Array;
  /** Of each side, by level; all 0 between two tables. */
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

/** Adds a table's counts up into the margins, and says what was observed. */
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
 * Empties a table's margins, and says what chance alone would give, times n: of equal levels Σ r_i·c_i, and of squared
 * distances Σ_ij (x_i − x_j)²·r_i·c_j without the double sum, n·(Σ r·x² + Σ c·x²) − 2·Σ r·x·Σ c·x.
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
 * κ_w = 1 − Σ d·n_ij / Σ d·(r_i·c_j / n); exact below 2⁵³ when distances are whole numbers. It is at least −1 but for
 * rounding.
 */
function kappaOf(observed: number, byChance: number, n: number): number {
  return byChance > 0 ? Math.max(-1, (byChance - observed * n) / byChance) : Number.NaN;
}

/**
 * Makes a function that computes the kappas of joint tables for whatever counts their cells hold. The work grows with the
 * cells and the levels, not with the levels' square, so that thousands of tables can be counted anew a thousand times.
 *
 * @param tables their cells, their levels and where they stand. Positions near 0 lose least to rounding.
 * @returns a function of the cells' counts, whole numbers from 0 in the order of the cells; its answers share their
 *   memory, so each holds until the next call.
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
      // Where plain κ is undefined all counts are on one level, and what is left of the squares is rounding.
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
