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
  /**
   * Name of the prepared statement. Identical texts have the same name. Its length is within the limit of
   * Postgres (63 bytes).
   */
  readonly name: string;
}

/**
 * Builds an `insert` statement for several rows, with parameters that are numbered row by row. Postgres
 * derives the types of the parameters from the columns.
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
