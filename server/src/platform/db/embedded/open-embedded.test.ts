import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { useScratchFolders } from "../../../../../test/support/scratch-folders.ts";
import { openDatabase } from "../connection/connect.ts";
import { clusterFolder } from "./open-embedded.ts";
import { packFolder, unpackFolder } from "./template.ts";

const newFolder = useScratchFolders("embedded");

describe("the folder of an embedded database", () => {
  test("is locked while open, and free after closing", async () => {
    const dataDir = newFolder();
    const template = join(dataDir, "none");
    await expect(openDatabase({ dataDir, template })).rejects.toThrow("ENOENT"); // and the lock is released
    mkdirSync(clusterFolder(dataDir));
    writeFileSync(join(clusterFolder(dataDir), "PG_VERSION"), "17\n");
    const refusal = `The files in ${clusterFolder(dataDir)} have Postgres version 17; this release of Assay embeds version 18`;
    await expect(openDatabase({ dataDir })).rejects.toThrow(refusal);
    await expect(openDatabase({ dataDir })).rejects.toThrow(refusal);
  });

  test("that Postgres cannot read is refused with Postgres' message", async () => {
    const dataDir = newFolder();
    mkdirSync(clusterFolder(dataDir));
    writeFileSync(join(clusterFolder(dataDir), "PG_VERSION"), "18\n");
    await expect(openDatabase({ dataDir })).rejects.toThrow(
      /^The embedded database in .*postgres does not open: /,
    );
  });

  test("is packed and unpacked to the same files", () => {
    const source = join(newFolder(), "source");
    mkdirSync(join(source, "base", "empty"), { recursive: true });
    const content = Buffer.from([0, 1, 2, 255]);
    writeFileSync(join(source, "base", "1"), content);
    writeFileSync(join(source, "nothing"), "");
    const packed = join(newFolder(), "deeper", "template.bin");
    packFolder(source, packed);
    const target = join(newFolder(), "target");
    unpackFolder(packed, target);

    expect(readFileSync(join(target, "base", "1"))).toEqual(content);
    expect(readdirSync(target, { recursive: true }).map(String).sort()).toEqual([
      "base",
      "base/1",
      "base/empty",
      "nothing",
    ]);
    expect(existsSync(`${packed}.${process.pid}.draft`)).toBe(false);
  });
});
