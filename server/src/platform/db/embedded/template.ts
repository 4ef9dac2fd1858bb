import { mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { open, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import * as z from "zod";

/**
 * The list at the start of a template, which names the folders and files of a database. The contents of the
 * files follow the list, and the whole template is one compressed file.
 */
const contents = z.object({
  folders: z.array(z.string()),
  files: z.array(z.object({ path: z.string(), bytes: z.number() })),
});

/** Packs the folder of a closed database into a file. The file appears only when it is complete. */
export function packFolder(folder: string, path: string): void {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const relative = (entry: (typeof entries)[number]) =>
    join(entry.parentPath, entry.name)
      .slice(folder.length + 1)
      .replaceAll("\\", "/");
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => ({ path: relative(entry), data: readFileSync(join(folder, relative(entry))) }));
  const list = Buffer.from(
    JSON.stringify({
      folders: entries.filter((entry) => entry.isDirectory()).map(relative),
      files: files.map((file) => ({ path: file.path, bytes: file.data.length })),
    }),
  );
  const length = Buffer.alloc(4);
  length.writeUInt32BE(list.length);
  const packed = gzipSync(Buffer.concat([length, list, ...files.map(({ data }) => data)]), { level: 9 });
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}.draft`;
  writeFileSync(draft, packed);
  renameSync(draft, path);
}

/** Unpacks a packed folder to `folder`, which must not exist yet. */
export function unpackFolder(path: string, folder: string): void {
  const packed = gunzipSync(readFileSync(path));
  const listEnd = 4 + packed.readUInt32BE(0);
  const { folders, files } = contents.parse(JSON.parse(packed.toString("utf8", 4, listEnd)));
  mkdirSync(folder, { mode: 0o700 });
  for (const name of folders) mkdirSync(join(folder, name), { recursive: true });
  let at = listEnd;
  for (const file of files) {
    writeFileSync(join(folder, file.path), packed.subarray(at, at + file.bytes), { flag: "wx", mode: 0o600 });
    at += file.bytes;
  }
}

/** Syncs a folder and everything in it to the disk. */
export async function syncFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.map((entry) => join(entry.parentPath, entry.name));
  const next = [...paths, folder].values();
  // Files are synced concurrently, because the file system then writes its journal once for several files.
  const worker = async () => {
    for (const path of next) await syncPath(path);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
}

/** Syncs one file, or the list of entries in one folder, to the disk. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } catch (error) {
    // On Windows, a folder cannot be synced and does not need to be.
    if (process.platform !== "win32") throw error;
  } finally {
    await handle.close();
  }
}
