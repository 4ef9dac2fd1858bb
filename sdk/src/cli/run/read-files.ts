import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { basename, dirname, extname, resolve } from "node:path";
import { counted } from "@assay/contract/domain";
import { type EvaluatedRow, type ImportedSample, readEvaluatedRows } from "@assay/contract/wire";
import { AbortError } from "../../errors/errors.ts";
import { CliError } from "../cli-error.ts";
import { stopIfInterrupted } from "../interruption.ts";

/** One row of a file: a sample and the system's output in one run. */
export interface FileRow {
  line: number;
  externalId: string;
  sample: Omit<ImportedSample, "id" | "external_id" | "output">;
  /** Number of the run (1 to 100). */
  run: number;
  output: unknown;
}

/** A file of samples with the outputs of one system. */
export interface SampleFile {
  path: string;
  /** The file's folder; all files in a folder describe the same samples. */
  folder: string;
  /** The system's name: the file name without its extension. */
  system: string;
  /** Label of the system, unique in a run. */
  label: string;
  /** The system's version: the first 12 digits of the file's SHA-256. */
  digest: string;
  rows: FileRow[];
}

/** Options of {@link readSampleFile}. */
export interface ReadOptions {
  /** Label of the system; default: {@link SampleFile.system}. */
  label?: string;
  /** Stops reading when aborted. */
  signal?: AbortSignal;
  /** Called with the progress of reading. */
  onProgress?: (bytesRead: number, totalBytes: number) => void;
}

const maxShownFaults = 10;

/**
 * Reads and validates a file (JSON Lines, one JSON array, or a table with a header) before any upload.
 *
 * @throws {CliError} with the invalid lines, if no row has an output, or if an id and run repeat.
 * @throws {AbortError} if the signal aborts.
 */
export async function readSampleFile(path: string, options: ReadOptions = {}): Promise<SampleFile> {
  const system = basename(path, extname(path));
  const { label = system } = options;
  const hash = createHash("sha256");
  const { contentType, size } = await inspect(path);
  const outcomes: EvaluatedRow[] = [];
  let bytesRead = 0;
  const watch = (chunk: Uint8Array): void => {
    stopIfInterrupted(options.signal);
    hash.update(chunk);
    options.onProgress?.((bytesRead += chunk.length), size);
  };
  for await (const batch of readEvaluatedRows(bytesOf(path, watch), contentType)) {
    for (const outcome of batch) outcomes.push(outcome);
  }
  const rows = outcomes.flatMap((outcome) => (outcome.ok ? [rowOf(outcome.line, outcome.row, system)] : []));
  refuseFaults(path, outcomes, { contentType, repeats: repeatedIds(path, rows) });
  if (rows.length === 0) {
    throw new CliError(
      `${path} has no rows; it must have one JSON object per line, or a header and rows of a table.`,
    );
  }
  if (rows.every((row) => row.output === null)) {
    throw new CliError(
      `${path} has no outputs: none of its ${counted(rows.length, "row")} has an "output" to score. Add the outputs of the system, such as "output": {"triage_level": "urgent"}.`,
    );
  }
  const digest = hash.digest("hex").slice(0, 12);
  return { path, folder: dirname(resolve(path)), system, label, digest, rows };
}

function refuseFaults(
  path: string,
  outcomes: readonly EvaluatedRow[],
  { contentType, repeats }: { contentType: ContentType; repeats: readonly string[] },
): void {
  const invalid = outcomes.flatMap((outcome) =>
    outcome.ok ? [] : outcome.errors.map(({ message }) => `${path}:${outcome.line}: ${message}`),
  );
  const faults = [...invalid, ...repeats];
  if (faults.length === 0) return;
  const more = faults.length > maxShownFaults ? `\n… and ${faults.length - maxShownFaults} more` : "";
  const form =
    contentType === "application/x-ndjson" && isOfAnotherForm(outcomes)
      ? `${path}: the file must contain one JSON object (a sample) per line, or be one JSON array of samples. If the file is an object whose keys are ids, convert it to an array whose samples contain these ids. If the file is a table, rename it to end in .csv or .tsv.\n`
      : "";
  throw new CliError(`${form}${faults.slice(0, maxShownFaults).join("\n")}${more}\nNothing was sent.`);
}

/**
 * Whether a file is probably not JSON Lines. Such a file may be a table, one JSON value, or one JSON object
 * over several lines.
 */
function isOfAnotherForm([first, ...others]: readonly EvaluatedRow[]): boolean {
  if (!first || first.ok || first.fatal) return false;
  return others.length === 0 || first.errors.some(({ code }) => code === "malformed_json");
}

function rowOf(
  line: number,
  { id, external_id: externalId, output, run, ...sample }: Extract<EvaluatedRow, { ok: true }>["row"],
  system: string,
): FileRow {
  return { line, externalId: externalId ?? id ?? `${system}:${line}`, sample, run, output: output ?? null };
}

function repeatedIds(path: string, rows: readonly FileRow[]): string[] {
  const seen = new Map<string, number>();
  return rows.flatMap(({ externalId, run, line }) => {
    const key = JSON.stringify([externalId, run]);
    const first = seen.get(key);
    seen.set(key, first ?? line);
    const of = run === 1 ? "id" : `id with run ${run}`;
    const message = `${path}:${line}: id is ${JSON.stringify(externalId)}, but line ${first} already has this ${of}. Ids must be unique in a file, unless run differs.`;
    return first === undefined ? [] : [message];
  });
}

async function* bytesOf(path: string, watch: (chunk: Uint8Array) => void): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of createReadStream(path)) {
      // A file stream without an encoding yields buffers.
      const bytes = chunk as Uint8Array;
      watch(bytes);
      yield bytes;
    }
  } catch (error) {
    throw error instanceof AbortError ? error : unreadable(path, error);
  }
}

/** Media types of sample files. */
type ContentType = "application/json" | "application/x-ndjson" | "text/csv";

/**
 * Returns the size and media type. The extension identifies a table; other files are JSON if the first
 * character is a bracket, and JSON Lines otherwise.
 */
async function inspect(path: string): Promise<{ size: number; contentType: ContentType }> {
  try {
    const file = await open(path);
    try {
      const { size } = await file.stat();
      if (/\.(?:csv|tsv)$/i.test(path)) return { size, contentType: "text/csv" };
      const { buffer, bytesRead } = await file.read({ length: 4096 });
      const start = buffer
        .toString("utf8", 0, bytesRead)
        .replace(/^\uFEFF/, "")
        .trimStart();
      return { size, contentType: start.startsWith("[") ? "application/json" : "application/x-ndjson" };
    } finally {
      await file.close();
    }
  } catch (error) {
    throw unreadable(path, error);
  }
}

function unreadable(path: string, error: unknown): CliError {
  const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
  const reason =
    code === "ENOENT" ? "file not found" : code === "EISDIR" ? "it is a folder; pass its files" : code;
  return new CliError(`Cannot read ${path}: ${reason}.`);
}
