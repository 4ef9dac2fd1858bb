// The plan of an import whose rows are all in memory.
import type { FieldError } from "../../platform/errors.ts";
import {
  type FileReading,
  type IdentifiedRow,
  type ImportOptions,
  refusedRows,
  type RowClashes,
  rowFate,
} from "./import-rules.ts";
import { sameContent, type SampleContent, type SampleRecord } from "./sample-rules.ts";

/** A row of a file that could be read. */
export interface ReadRow extends Omit<IdentifiedRow, "externalId"> {
  content: SampleContent;
}

/** The stored sample that has an external id; undefined: there is none. */
type StoredSample = (externalId: string) => SampleRecord | undefined;

/** What an import does. */
export interface ImportPlan {
  insert: SampleContent[];
  replace: { id: string; content: SampleContent }[];
  /** Rows whose sample is there already, and stays as it is. */
  kept: number;
  /** Rows that are left out. */
  failed: number;
  errors: FieldError[];
}

/** The rows that clash with an earlier one, or with a stored sample. */
function clashesOf(rows: readonly ReadRow[], storedSample: StoredSample): RowClashes {
  const first = new Map<string, IdentifiedRow>();
  const repeated: RowClashes["repeated"]["rows"][number][] = [];
  const taken: IdentifiedRow[] = [];
  for (const { content, ...place } of rows) {
    if (content.externalId === null) continue;
    const row = { ...place, externalId: content.externalId };
    const earlier = first.get(row.externalId);
    if (earlier) repeated.push({ ...row, first: earlier });
    else first.set(row.externalId, row);
    if (storedSample(row.externalId)) taken.push(row);
  }
  return {
    repeated: { total: repeated.length, rows: repeated },
    taken: { total: taken.length, rows: taken },
  };
}

/** What becomes of each row of a file. @throws {ApiError} what `refusedRows` refuses. */
export function planImport(
  { staged, reading }: { staged: readonly ReadRow[]; reading: FileReading },
  storedSample: StoredSample,
  options: ImportOptions,
): ImportPlan {
  const clashes = clashesOf(staged, storedSample);
  const plan: ImportPlan = { insert: [], replace: [], kept: 0, ...refusedRows(reading, clashes, options) };
  const repeated = new Set(clashes.repeated.rows.map(({ ordinal }) => ordinal));
  for (const { ordinal, content } of staged) {
    if (repeated.has(ordinal)) continue;
    const stored = content.externalId === null ? undefined : storedSample(content.externalId);
    const compared = stored && (sameContent(stored, content) ? "equal" : "different");
    const fate = rowFate(options, compared ?? "none");
    if (fate === "insert") plan.insert.push(content);
    else if (stored && fate === "replace") plan.replace.push({ id: stored.id, content });
    else plan.kept += 1;
  }
  return plan;
}
