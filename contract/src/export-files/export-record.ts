/** JSON in its text form. */
type JsonText = string;

/** A row of an export: what one evaluator says of one sample, with all that it is about. */
export interface ExportRecord {
  evaluation: string;
  evaluation_name: string;
  dataset: string;
  dataset_version: number;
  model: string | null;
  sample: string;
  external_id: string | null;
  /** The evaluator's key. */
  evaluator: string;
  status: string;
  /** 0 to 100, after a reviewer's override; null: not scored. */
  score: number | null;
  /** 0 to 100, as the evaluator gave it. */
  original_score: number | null;
  /** The review that overrode the score. */
  overridden_by: string | null;
  /** Held by the reviewer who overrode it, separated by ", ". */
  reviewer_credentials: string | null;
  passed: boolean | null;
  flagged: boolean;
  flag_reason: string | null;
  classification: string | null;
  details: JsonText;
  tags: readonly string[];
  metadata: JsonText;
  /** Milliseconds since 1970. */
  created_at: number;
  /** The same figures for the sample as a whole, all its evaluators taken together. */
  combined_score: number | null;
  combined_original_score: number | null;
  combined_overridden_by: string | null;
  combined_reviewer_credentials: string | null;
  combined_passed: boolean | null;
  /** With samples only; null: there is none. */
  input: JsonText | null;
  output: JsonText | null;
  expected: JsonText | null;
}

/** What a column holds. `instant`: milliseconds since 1970; `texts`: a list. */
type ExportColumnKind = "text" | "number" | "integer" | "boolean" | "instant" | "json" | "texts";

/** A column of an export. */
export interface ExportColumn {
  name: keyof ExportRecord;
  kind: ExportColumnKind;
  nullable: boolean;
}

const column = (name: keyof ExportRecord, kind: ExportColumnKind, nullable = false): ExportColumn => ({
  name,
  kind,
  nullable,
});

const resultColumns: readonly ExportColumn[] = [
  column("evaluation", "text"),
  column("evaluation_name", "text"),
  column("dataset", "text"),
  column("dataset_version", "integer"),
  column("model", "text", true),
  column("sample", "text"),
  column("external_id", "text", true),
  column("evaluator", "text"),
  column("status", "text"),
  column("score", "number", true),
  column("original_score", "number", true),
  column("overridden_by", "text", true),
  column("reviewer_credentials", "text", true),
  column("passed", "boolean", true),
  column("flagged", "boolean"),
  column("flag_reason", "text", true),
  column("classification", "text", true),
  column("details", "json"),
  column("tags", "texts"),
  column("metadata", "json"),
  column("created_at", "instant"),
  column("combined_score", "number", true),
  column("combined_original_score", "number", true),
  column("combined_overridden_by", "text", true),
  column("combined_reviewer_credentials", "text", true),
  column("combined_passed", "boolean", true),
];

const sampleColumns: readonly ExportColumn[] = [
  column("input", "json", true),
  column("output", "json", true),
  column("expected", "json", true),
];

/** Writes one file, holding at most a group of rows. */
export interface ExportWriter {
  /** Takes rows. @returns the bytes that are ready by them, perhaps none; they are good until the next call. */
  write: (rows: readonly ExportRecord[]) => Uint8Array;
  /** Ends the file. @returns its last bytes. */
  end: () => Uint8Array;
}

/** The columns of an export, in their order, the same in every format. */
export const exportColumns = (includeSamples: boolean): readonly ExportColumn[] =>
  includeSamples ? [...resultColumns, ...sampleColumns] : resultColumns;
