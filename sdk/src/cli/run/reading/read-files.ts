import { createHash, type Hash } from "node:crypto";
import { dirname, resolve } from "node:path";
import { counted } from "@assay/contract/domain";
import { ApiError } from "@assay/contract/platform/errors";
import {
  type EvaluatedRow,
  type ImportedSample,
  readEvaluatedRows,
  type RowOptions,
} from "@assay/contract/wire";
import { CliError } from "../../cli-error.ts";
import { shownPath, systemName } from "../names.ts";
import { inOptions } from "./mapping-options.ts";
import { type ByteOptions, openSamples, type SampleBytes } from "./sample-bytes.ts";

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
  /** The system's name: the file name without its extension; `stdin` for the standard input. */
  system: string;
  /** Label of the system, unique in a run. */
  label: string;
  /** The system's version: the first 12 digits of the SHA-256 of the decompressed file. */
  digest: string;
  rows: FileRow[];
}

/** Options of {@link readSampleFile}. */
export interface ReadOptions extends ByteOptions {
  /** Label of the system; default: {@link SampleFile.system}. */
  label?: string;
  /** How the columns or members of the file become the fields of samples. */
  rows?: RowOptions;
}

const maxShownFaults = 10;

/**
 * Reads and validates a file (JSON Lines, one JSON document, or a table with a header) before any upload.
 *
 * @param path a path, or `-` for the standard input.
 * @throws {CliError} with the invalid lines, if no row has an output, if an id and run repeat, or if the options do not
 *   suit the file.
 * @throws {AbortError} if the signal aborts.
 */
export async function readSampleFile(path: string, options: ReadOptions = {}): Promise<SampleFile> {
  const system = systemName(path);
  const { label = system, rows: rowOptions = {} } = options;
  const shown = shownPath(path);
  const { contentType, chunks, close } = await openSamples(path, options);
  const hash = createHash("sha256");
  const outcomes = await outcomesOf(hashed(chunks, hash), contentType, { shown, rowOptions, close });
  const isDocument = contentType === "application/json";
  const rows = outcomes.flatMap((outcome, index) =>
    outcome.ok ? [rowOf(outcome, `${system}:${isDocument ? index + 1 : outcome.line}`)] : [],
  );
  refuseFaults(shown, outcomes, { contentType, rowOptions, repeats: repeatedIds(shown, rows) });
  if (rows.length === 0) {
    throw new CliError(
      `${shown} has no rows; it must have one JSON object per line, or a header and rows of a table.`,
    );
  }
  if (rows.every((row) => row.output === null)) {
    throw new CliError(
      `${shown} has no outputs: none of its ${counted(rows.length, "row")} has an "output" to score. Add the outputs of the system, such as "output": {"triage_level": "urgent"}, or map a column or member to output with --map.`,
    );
  }
  const digest = hash.digest("hex").slice(0, 12);
  return { path, folder: dirname(resolve(path)), system, label, digest, rows };
}

async function* hashed(chunks: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}

async function outcomesOf(
  chunks: AsyncIterable<Uint8Array>,
  contentType: string,
  { shown, rowOptions, close }: Pick<SampleBytes, "close"> & { shown: string; rowOptions: RowOptions },
): Promise<EvaluatedRow[]> {
  const outcomes: EvaluatedRow[] = [];
  try {
    for await (const batch of readEvaluatedRows(chunks, contentType, rowOptions)) {
      for (const outcome of batch) outcomes.push(outcome);
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const faults = error.errors.map(({ message }) => `${shown}: ${inOptions(message, rowOptions)}`);
    throw new CliError(`${faults.join("\n")}\nNothing was sent.`);
  } finally {
    await close();
  }
  return outcomes;
}

interface Checked extends Pick<SampleBytes, "contentType"> {
  rowOptions: RowOptions;
  /** The messages for repeated ids. */
  repeats: readonly string[];
}

function refuseFaults(
  path: string,
  outcomes: readonly EvaluatedRow[],
  { contentType, rowOptions, repeats }: Checked,
): void {
  const invalid = outcomes.flatMap((outcome) =>
    outcome.ok
      ? []
      : outcome.errors.map(({ message }) => `${path}:${outcome.line}: ${inOptions(message, rowOptions)}`),
  );
  const faults = [...invalid, ...repeats];
  if (faults.length === 0) return;
  const more = faults.length > maxShownFaults ? `\n… and ${faults.length - maxShownFaults} more` : "";
  const form =
    contentType === "application/x-ndjson" && isOfAnotherForm(outcomes)
      ? `${path}: the file must contain one JSON object (a sample) per line, or be one JSON array of samples. If the file is an object that contains an array of samples, name the place of the array with --records. If the file is an object whose keys are ids, add --keyed. If the file is a table, rename it to end in .csv or .tsv, or set --format.\n`
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

/** @param ownId the id of a row without an id. */
function rowOf({ line, row }: Extract<EvaluatedRow, { ok: true }>, ownId: string): FileRow {
  const { id, external_id: externalId, output = null, run, ...sample } = row;
  return { line, externalId: externalId ?? id ?? ownId, sample, run, output };
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
