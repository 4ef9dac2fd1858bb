import { createWriteStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { counted } from "@assay/contract/domain";
import { CliError } from "../cli-error.ts";
import type { CommandContext } from "../program.ts";

/** Options of `assay evidence export`. */
export interface ExportOptions {
  keys?: string;
  checkpoint?: string;
}

/**
 * Number of characters kept from the end of an export, which contains the checkpoint. A checkpoint with 64
 * signatures is shorter than this, even as JSON.
 */
const maxTailCharacters = 300_000;

/** Writes the whole log to a new file. */
export async function exportLog(
  file: string,
  { keys, checkpoint }: ExportOptions,
  { client, output, signal }: CommandContext,
): Promise<void> {
  const { evidence } = client.control;
  if (keys !== undefined) {
    const set = await evidence.keys({ signal });
    await writing(keys, () => writeFile(keys, `${JSON.stringify(set, null, 2)}\n`, { flag: "wx" }));
  }
  const { body } = await evidence.export({ signal });
  let bytes = 0;
  let tail = "";
  const decoder = new TextDecoder();
  const measured = async function* () {
    for await (const chunk of body ?? []) {
      bytes += chunk.length;
      tail = (tail + decoder.decode(chunk, { stream: true })).slice(-maxTailCharacters);
      yield chunk;
    }
  };
  await writing(file, () =>
    pipeline(Readable.from(measured()), createWriteStream(file, { flags: "wx" }), { signal }),
  );
  const note = noteOf(tail);
  if (note === undefined)
    throw new CliError(
      `The export ended without its checkpoint: ${file} is incomplete. Export the log again.`,
    );
  if (checkpoint !== undefined) await writing(checkpoint, () => writeFile(checkpoint, note, { flag: "wx" }));
  const [origin = "", events = ""] = note.split("\n");
  output.data({ file, bytes, events: Number(events), origin, checkpoint: note });
  output.line(`${counted(Number(events), "event")}, ${counted(bytes, "byte")}: ${file}`);
}

/** Returns the checkpoint in the last line of an export. If the export is truncated, returns undefined. */
function noteOf(tail: string): string | undefined {
  const line = tail.trimEnd().split("\n").at(-1) ?? "";
  try {
    const last: unknown = JSON.parse(line);
    const isLast = typeof last === "object" && last !== null && "checkpoint" in last;
    return isLast && typeof last.checkpoint === "string" ? last.checkpoint : undefined;
  } catch {
    return undefined;
  }
}

/** @throws {CliError} if the file already exists or cannot be created. */
async function writing(file: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!(error instanceof Error && "code" in error && "syscall" in error)) throw error;
    const reason = error.code === "EEXIST" ? "the file already exists; choose another path" : error.message;
    throw new CliError(`Cannot write ${file}: ${reason}.`);
  }
}
