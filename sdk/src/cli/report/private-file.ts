import { randomUUID } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { CliError } from "../cli-error.ts";

/**
 * Writes a text file that only its owner can read (mode 0600). The file has either its earlier content or all of
 * the new content, also after a crash.
 *
 * @throws {CliError} if the folder does not exist, the file is a folder, or the file cannot be written.
 */
export async function writePrivateFile(path: string, content: string): Promise<void> {
  const temporary = join(dirname(resolve(path)), `.${basename(path)}.${randomUUID()}.tmp`);
  try {
    const file = await open(temporary, "wx", 0o600);
    try {
      await file.writeFile(content, "utf8");
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    const reason = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new CliError(`Cannot write ${path}: ${reason}. Name a file in an existing, writable folder.`);
  }
}
