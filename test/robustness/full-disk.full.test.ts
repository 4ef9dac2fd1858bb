// Fills the database's disk: writes are rejected, nothing acknowledged is lost, and service resumes once
// space is free.
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statfsSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Assay } from "@assay/sdk";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { firstKeyOf, type DatabaseLocation, startAssayServer, urlOf } from "../support/assay-process.ts";
import { startPostgres } from "../support/postgres.ts";
import { postgresUrl } from "../support/test-postgres.ts";

const folder = mkdtempSync(join(tmpdir(), "assay-full-"));
const disk = join(folder, "disk");
mkdirSync(disk);
// Postgres runs as a different user, who needs access to the folder.
chmodSync(folder, 0o755);

/** Whether a small disk can be mounted in memory, which needs root and is not possible in every container. */
const haveDisk =
  process.platform === "linux" &&
  spawnSync("mount", ["-t", "tmpfs", "-o", "size=250m,mode=1777", "tmpfs", disk]).status === 0;
if (!haveDisk)
  process.stdout.write("SKIPPED: the tests of a full disk, because no disk can be mounted here.\n");
const havePostgres = (await postgresUrl()) !== null;

afterAll(() => {
  if (haveDisk) spawnSync("umount", ["--lazy", disk]);
  rmSync(folder, { recursive: true, force: true });
});

/** Fills the disk to its last byte. @returns a function that frees the space. */
function fill(): () => void {
  const ballast = join(disk, "ballast");
  const file = openSync(ballast, "w");
  for (let size = 1024 * 1024; size >= 512;) {
    const { bavail, bsize } = statfsSync(disk);
    // If a block does not fit in the free space, halve its size.
    if (bavail * bsize < size) size /= 2;
    else writeSync(file, Buffer.alloc(size));
  }
  closeSync(file);
  return () => rmSync(ballast, { force: true });
}

const engines: {
  engine: string;
  createLocation: () => Promise<DatabaseLocation & { stop?: () => Promise<void> }>;
}[] = [
  {
    engine: "the embedded database",
    createLocation: async () => ({ dataDir: mkdtempSync(join(disk, "embedded-")) }),
  },
  {
    engine: "Postgres",
    createLocation: async () => {
      const { TMPDIR } = process.env;
      process.env["TMPDIR"] = disk;
      const postgres = await startPostgres({ durable: true });
      if (TMPDIR === undefined) delete process.env["TMPDIR"];
      else process.env["TMPDIR"] = TMPDIR;
      return { url: postgres.url, stop: () => postgres.stop() };
    },
  },
];

const rowsOf = (name: string): string[] => Array.from({ length: 500 }, (_, index) => `${name}-${index}`);

/**
 * Creates a function that imports a file of half a megabyte and returns the outcome. The function also
 * records which files were stored.
 */
function importer({ url, apiKey, dataset }: { url: string; apiKey: string; dataset: string }) {
  const imported: string[] = [];
  const send = async (name: string): Promise<string> => {
    const answer = await fetch(`${url}/v1/datasets/${dataset}/samples/import`, {
      method: "POST",
      body: rowsOf(name)
        .map((id) => JSON.stringify({ id, input: "x".repeat(1000) }))
        .join("\n"),
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/x-ndjson" },
    });
    const { code = "done" } = Object(await answer.json());
    if (answer.status === 201) imported.push(name);
    return `${answer.status} ${code}, retry after ${answer.headers.get("retry-after")}`;
  };
  return { imported, send };
}

describe.skipIf(!haveDisk).each(engines)(
  "while the disk of $engine is full",
  ({ engine, createLocation }) => {
    const missing = engine === "Postgres" && !havePostgres;
    const cleanups: (() => Promise<unknown> | void)[] = [];
    afterEach(async () => {
      for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
    });

    test.skipIf(missing)(
      "writes are rejected, operators see the cause, and service resumes once space is free",
      async () => {
        const location = await createLocation();
        cleanups.push(() => location.stop?.());
        const witness = mkdtempSync(join(disk, "witness-"));
        const server = startAssayServer(["serve"], location, { ASSAY_WITNESS_DIR: witness });
        cleanups.push(() => {
          server.kill("SIGKILL");
          return server.ended;
        });
        const [url, apiKey] = [await urlOf(server), await firstKeyOf(server)];
        const assay = new Assay({ baseUrl: url, apiKey, maxRetries: 0 });
        const { id: project } = await assay.projects.create({ name: "Full" });
        const { id: dataset } = await assay.datasets.create({ name: "Full", project });
        const readiness = async () => (await fetch(`${url}/readyz`)).status;
        const { imported, send } = importer({ url, apiKey, dataset });

        const freeSpace = fill();
        cleanups.push(freeSpace);
        // Postgres first uses up the free space inside existing files.
        await expect.poll(() => send(`full-${imported.length}`)).toBe("503 unavailable, retry after 1");
        expect(await readiness()).toBe(503);
        expect((await fetch(`${url}/healthz`)).status).toBe(200);
        const doctor = startAssayServer(["doctor"], location);
        expect(await doctor.ended).toBe(1);
        expect(doctor.stdout()).toMatch(/^fail {2}(?:writes|database) .*is full/m);

        freeSpace();
        await expect.poll(() => send("after")).toBe("201 done, retry after null");
        await expect.poll(readiness).toBe(200);
        const stored: string[] = [];
        for await (const { external_id: id } of assay.samples.list(dataset, { limit: 100 }))
          stored.push(id ?? "");
        expect(stored.sort()).toEqual(imported.flatMap(rowsOf).sort());
        // No draft files of failed writes are left behind.
        const drafts = readdirSync(disk, { recursive: true }).filter((name) =>
          String(name).endsWith(".draft"),
        );
        expect(drafts).toEqual([]);
        server.kill("SIGTERM");
        expect(await server.ended).toBe(0);
      },
    );
  },
);
