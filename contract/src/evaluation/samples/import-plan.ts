// Plans an import whose rows are all in memory.
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

/** A valid row in a file. */
export interface ReadRow extends Omit<IdentifiedRow, "externalId"> {
  content: SampleContent;
}

/** Looks up the stored sample with an external id; returns undefined if there is none. */
type StoredSample = (externalId: string) => SampleRecord | undefined;

/** The changes that an import makes. */
export interface ImportPlan {
  insert: SampleContent[];
  replace: { id: string; content: SampleContent }[];
  /** Number of rows whose sample exists and does not change. */
  unchanged: number;
  /** Number of rows that are not imported. */
  failed: number;
  errors: FieldError[];
}

/** Finds the rows whose external id also occurs in an earlier row or in a stored sample. */
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

/** Decides what happens to each row of a file. @throws {ApiError} the refusal from `refusedRows`. */
export function planImport(
  { staged, reading }: { staged: readonly ReadRow[]; reading: FileReading },
  storedSample: StoredSample,
  options: ImportOptions,
): ImportPlan {
  const clashes = clashesOf(staged, storedSample);
  const plan: ImportPlan = {
    insert: [],
    replace: [],
    unchanged: 0,
    ...refusedRows(reading, clashes, options),
  };
  const repeated = new Set(clashes.repeated.rows.map(({ ordinal }) => ordinal));
  for (const { ordinal, content } of staged) {
    if (repeated.has(ordinal)) continue;
    const stored = content.externalId === null ? undefined : storedSample(content.externalId);
    const compared = stored && (sameContent(stored, content) ? "equal" : "different");
    const fate = rowFate(options, compared ?? "none");
    if (fate === "insert") plan.insert.push(content);
    else if (stored && fate === "replace") plan.replace.push({ id: stored.id, content });
    else plan.unchanged += 1;
  }
  return plan;
}
