import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { embeddedTemplate } from "../../../../../../test/support/database.ts";
import { DurableNodeFS } from "../durable-node-fs.ts";
import { openPgliteBackend } from "./pglite-backend.ts";
import { unpackFolder } from "../template.ts";

const scratch: string[] = [];

function newCluster(): string {
  const folder = mkdtempSync(join(tmpdir(), "assay-backend-"));
  scratch.push(folder);
  unpackFolder(embeddedTemplate, join(folder, "postgres"));
  return join(folder, "postgres");
}

afterEach(() => {
  vi.restoreAllMocks();
  for (const folder of scratch.splice(0)) rmSync(folder, { recursive: true, force: true });
});

describe("the embedded backend", () => {
  test("syncs every commit to the disk", async () => {
    const addFsync = vi.spyOn(DurableNodeFS.prototype, "init");
    const backend = await openPgliteBackend({ folder: newCluster(), create: false, durable: true }, () => {});
    const files = addFsync.mock.contexts.find((context) => context instanceof DurableNodeFS);
    await backend.query("create table kept (id int)");
    const counts: number[] = [];
    for (let id = 1; id <= 5; id += 1) {
      await backend.query(`insert into kept values (${id})`);
      counts.push(files?.fsyncCount ?? 0);
    }
    await backend.close();
    const growths = counts.slice(1).map((count, index) => count - (counts[index] ?? 0));
    expect(Math.min(...growths)).toBeGreaterThanOrEqual(1);
  });

  test("refuses to serve when a commit did not reach the disk", async () => {
    vi.spyOn(DurableNodeFS.prototype, "fsyncCount", "get").mockReturnValue(0);
    const folder = newCluster();
    await expect(openPgliteBackend({ folder, create: false, durable: true }, () => {})).rejects.toThrow(
      `The embedded database in ${folder} did not sync a committed write to the disk`,
    );
  });

  test("does not replace a missing database by an empty one", async () => {
    const folder = join(tmpdir(), "assay-backend-none");
    await expect(openPgliteBackend({ folder, create: false, durable: true }, () => {})).rejects.toThrow(
      `No database found in ${folder}.`,
    );
  });
});
