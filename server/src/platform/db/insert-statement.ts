import { createHash } from "node:crypto";
import { escapeIdentifier } from "pg";

interface Target {
  readonly table: string;
  readonly columns: readonly string[];
  readonly onConflict?: "ignore";
  readonly identity?: "given";
}

interface Statement {
  readonly text: string;
  /** The same for the same text, short enough for Postgres (63 bytes). */
  readonly name: string;
}

/**
 * An `insert` of several rows, its values numbered row by row. Their types are those of the columns, as Postgres finds
 * them for every row of `values` in an `insert`.
 */
export function insertStatement(
  { table, columns, onConflict, identity }: Target,
  rowCount: number,
): Statement {
  let number = 0;
  const row = () => `(${columns.map(() => `$${++number}`).join(", ")})`;
  const text =
    `insert into ${escapeIdentifier(table)} (${columns.map(escapeIdentifier).join(", ")}) ` +
    `${identity === "given" ? "overriding system value " : ""}values ` +
    Array.from({ length: rowCount }, row).join(", ") +
    (onConflict === "ignore" ? " on conflict do nothing" : "");
  return { text, name: `rows_${createHash("sha256").update(text).digest("hex").slice(0, 32)}` };
}
