import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { basename, dirname, extname, resolve } from "node:path";
import { type ImportedSample, readImportRows } from "@assay/contract/wire";
import { CannotRun } from "../cannot-run.ts";

/** One row of a file: a sample and what the file's system answered to it. */
export interface FileRow {
  line: number;
  externalId: string;
  sample: Omit<ImportedSample, "id" | "external_id" | "output">;
  output: unknown;
}

/** A file of samples answered by one system. */
export interface SampleFile {
  path: string;
  /** The folder it is in: files of one folder speak of the same samples. */
  folder: string;
  /** The file's name without its ending: the name of the system. */
  system: string;
  /** First 12 digits of the SHA-256 of the file: the version of the system. */
  digest: string;
  rows: FileRow[];
}

const faultsShown = 10;

/**
 * Reads and checks a file (JSON Lines, or one JSON array) before anything is sent.
 *
 * @throws {CannotRun} naming the lines that are wrong; when no row has an output; when an id repeats.
 */
export async function readSampleFile(path: string): Promise<SampleFile> {
  const hash = createHash("sha256");
  const rows: FileRow[] = [];
  const faults: string[] = [];
  const system = basename(path, extname(path));
  for await (const outcomes of readImportRows(bytesOf(path, hash), await contentTypeOf(path))) {
    for (const outcome of outcomes) {
      if (outcome.ok) rows.push(rowOf(outcome.line, outcome.row, system));
      else faults.push(...outcome.errors.map(({ message }) => `${path}:${outcome.line}: ${message}`));
    }
  }
  faults.push(...repeatedIds(path, rows));
  if (faults.length > 0) {
    const more = faults.length > faultsShown ? `\n… and ${faults.length - faultsShown} more` : "";
    throw new CannotRun(`${faults.slice(0, faultsShown).join("\n")}${more}\nNothing was sent.`);
  }
  if (rows.length === 0) throw new CannotRun(`${path} has no rows; it should have one JSON object a line.`);
  if (rows.every((row) => row.output === null)) {
    throw new CannotRun(
      `${path} has no outputs: none of its ${rows.length} rows has an "output" to score. Add what the system answered, e.g. "output": {"triage_level": "urgent"}.`,
    );
  }
  return { path, folder: dirname(resolve(path)), system, digest: hash.digest("hex").slice(0, 12), rows };
}

function rowOf(
  line: number,
  { id: _id, external_id: externalId, output, ...sample }: ImportedSample,
  system: string,
): FileRow {
  return { line, externalId: externalId ?? `${system}:${line}`, sample, output: output ?? null };
}

function repeatedIds(path: string, rows: readonly FileRow[]): string[] {
  const seen = new Map<string, number>();
  return rows.flatMap(({ externalId, line }) => {
    const first = seen.get(externalId);
    seen.set(externalId, first ?? line);
    const message = `${path}:${line}: id is ${JSON.stringify(externalId)}, which line ${first} has already; ids are unique in a file.`;
    return first === undefined ? [] : [message];
  });
}

async function* bytesOf(
  path: string,
  hash: { update: (chunk: Uint8Array) => unknown },
): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of createReadStream(path)) {
      // A file stream without an encoding gives buffers.
      const bytes = chunk as Uint8Array;
      hash.update(bytes);
      yield bytes;
    }
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** JSON when the first character is a bracket, whatever the file is called; else JSON Lines. */
async function contentTypeOf(path: string): Promise<"application/json" | "application/x-ndjson"> {
  try {
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read({ length: 4096 });
      const start = buffer
        .toString("utf8", 0, bytesRead)
        .replace(/^\uFEFF/, "")
        .trimStart();
      return start.startsWith("[") ? "application/json" : "application/x-ndjson";
    } finally {
      await file.close();
    }
  } catch (error) {
    throw unreadable(path, error);
  }
}

function unreadable(path: string, error: unknown): CannotRun {
  const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
  const reason =
    code === "ENOENT" ? "there is no such file" : code === "EISDIR" ? "it is a folder; name its files" : code;
  return new CannotRun(`Cannot read ${path}: ${reason}.`);
}
