import { access, constants, statfs } from "node:fs/promises";
import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Config } from "../../platform/config.ts";
import { fail, type Finding, ok, warn } from "./finding.ts";

const mebibyte = 2 ** 20;
const [scarceBytes, fewBytes] = [256 * mebibyte, 2048 * mebibyte];

/** Checks that the folders of this process are writable and have free disk space. */
export async function checkDisk(config: Config): Promise<Finding> {
  const folders = [
    ...(config.databaseUrl === undefined ? [config.dataDir] : []),
    ...(config.witnessDir === undefined ? [] : [config.witnessDir]),
  ];
  if (folders.length === 0) return ok("disk", "This process does not write to any folder.");
  const found = await Promise.all(folders.map(spaceOf));
  const closed = found.find(({ writable }) => !writable);
  if (closed)
    return fail("disk", `${closed.folder} is not writable.`, "Grant the server's user write permission.");
  const [least] = found.sort((one, other) => one.free - other.free);
  const text = found.map(({ folder, free }) => `${folder} has ${size(free)} free`).join("; ");
  const todo =
    "Free disk space: export and delete old data, lower ASSAY_EXPORT_TTL_HOURS, or move the folder.";
  if (least && least.free < scarceBytes) return fail("disk", `${text}.`, todo);
  return least && least.free < fewBytes ? warn("disk", `${text}.`, todo) : ok("disk", `${text}.`);
}

async function spaceOf(folder: string): Promise<{ folder: string; free: number; writable: boolean }> {
  let path = resolve(folder);
  while (!existsSync(path)) path = dirname(path);
  const { bavail, bsize } = await statfs(path);
  const writable = await access(path, constants.W_OK).then(
    () => true,
    () => false,
  );
  return { folder, free: bavail * bsize, writable };
}

const size = (bytes: number): string =>
  bytes < 10 * 1024 * mebibyte
    ? `${Math.round(bytes / mebibyte)} MiB`
    : `${Math.round(bytes / mebibyte / 1024)} GiB`;
