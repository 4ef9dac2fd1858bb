import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { startProgram } from "./child-process.ts";
import { installedBinaries, packagedBinaries, type PostgresBinaries } from "./postgres-binaries.ts";
import { startPostgres } from "./postgres.ts";

const scratch = mkdtempSync(join(tmpdir(), "assay-binaries-"));
const found = { installed: installedBinaries(), packaged: packagedBinaries(scratch) };
rmSync(scratch, { recursive: true, force: true });

const cases: { origin: PostgresBinaries["origin"]; durable: boolean }[] = [
  { origin: "installed", durable: false },
  { origin: "packaged", durable: true },
];

async function answers(url: string): Promise<boolean> {
  const client = new Client(url);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

describe("a Postgres server of the tests", () => {
  for (const { origin, durable } of cases) {
    test.skipIf(!found[origin])(`starts from ${origin} programs and is gone when it is stopped`, async () => {
      const postgres = await startPostgres({ origin, durable });
      onTestFinished(() => postgres.stop());
      const client = new Client(postgres.url);
      await client.connect();
      const { rows } = await client.query("show fsync");
      await client.end();
      expect(rows).toEqual([{ fsync: durable ? "on" : "off" }]);

      await postgres.stop();
      expect(await answers(postgres.url)).toBe(false);
    });
  }

  test.skipIf(!found.installed && !found.packaged)(
    "ends with the process that started it, however that process ends",
    async () => {
      const program = startProgram(new URL("./postgres.fixture.ts", import.meta.url));
      const url = (await program.nextLine()) ?? "";
      expect(await answers(url)).toBe(true);
      program.kill("SIGKILL");
      await program.ended;
      while (await answers(url)); // The loop ends when the server has stopped, or at the test's time limit.
    },
  );
});
