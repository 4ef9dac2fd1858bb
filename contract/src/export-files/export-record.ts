/** A JSON value as text. */
type JsonText = string;

/** A row in an export: one evaluator's result for one run of a sample, with its context. */
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
  /** The score after a reviewer's override (0 to 100); null if the sample was not scored. */
  score: number | null;
  /** The score before any override (0 to 100); null if the sample was not scored. */
  original_score: number | null;
  /** The review that overrode the score; null if there is none. */
  overridden_by: string | null;
  /** The credentials of the reviewer who overrode the score, separated by ", ". */
  reviewer_credentials: string | null;
  passed: boolean | null;
  flagged: boolean;
  flag_reason: string | null;
  classification: string | null;
  details: JsonText;
  tags: readonly string[];
  metadata: JsonText;
  /** Scoring time, in milliseconds since 1970. */
  created_at: number;
  /**
   * From here on, the members describe the sample over all evaluators and runs. They are equal in all rows of the
   * sample.
   */
  combined_score: number | null;
  combined_original_score: number | null;
  combined_overridden_by: string | null;
  combined_reviewer_credentials: string | null;
  combined_passed: boolean | null;
  /** Number of the run (1 to 100). The members about the sample cover all of its runs. */
  run: number;
  /** The sample's contents. Null in exports without samples, and for values that the sample does not have. */
  input: JsonText | null;
  output: JsonText | null;
  expected: JsonText | null;
}

/** The type of a column. `instant` is a time in milliseconds since 1970; `texts` is a list of strings. */
type ExportColumnKind = "text" | "number" | "integer" | "boolean" | "instant" | "json" | "texts";

/** A column in an export. */
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
  column("run", "integer"),
];

const sampleColumns: readonly ExportColumn[] = [
  column("input", "json", true),
  column("output", "json", true),
  column("expected", "json", true),
];

/** Writes one file. Keeps at most one group of rows in memory. */
export interface ExportWriter {
  /**
   * Accepts rows.
   *
   * @returns the bytes that are ready, which may be none. They are valid until the next call.
   */
  write: (rows: readonly ExportRecord[]) => Uint8Array;
  /** Completes the file. @returns its last bytes. */
  end: () => Uint8Array;
}

/** Returns the columns of an export in order. They are the same in every format. */
export const exportColumns = (includeSamples: boolean): readonly ExportColumn[] =>
  includeSamples ? [...resultColumns, ...sampleColumns] : resultColumns;
