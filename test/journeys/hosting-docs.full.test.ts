// Runs docs/how-to/host.md and docs/how-to/host-in-ten-lines.md as a reader would: each page in one shell, on
// a real Postgres, with the output that the page shows.
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { freshDatabase } from "../support/database.ts";
import { freePort } from "../support/free-port.ts";
import { type Ran, runInShell, shellBlocks } from "../support/shell.ts";
import { postgresUrl } from "../support/test-postgres.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const withoutPostgres = (await postgresUrl()) === null;

const read = (page: string): string => readFileSync(join(root, page), "utf8");
const script = shellBlocks(read("docs/how-to/host.md")).join("");
/** The output that the page states for its lines. */
const claims = [...script.matchAll(/# → (.+)$/gm)].map(([, claim = ""]) => claim.trim());

/** Matches the ports of the pages' servers. */
const portOfPage = /\b(?:8787|8788|9464|9465|9466)\b/g;

/** Runs a script that stops at the first failing command, with two empty databases and separate ports. */
async function host(lines: string): Promise<Ran> {
  const scratch = mkdtempSync(join(tmpdir(), "assay-hosting-"));
  const [first, second] = [await freshDatabase("postgres"), await freshDatabase("postgres")];
  try {
    let text = lines
      .replaceAll("postgres://assay:…@db/assay", first.url ?? "")
      .replaceAll("postgres://assay:…@elsewhere/assay", second.url ?? "")
      .replaceAll("/backups", join(scratch, "backups"));
    const ports = new Map<string, string>();
    for (const port of text.match(portOfPage) ?? [])
      if (!ports.has(port)) ports.set(port, String(await freePort()));
    text = text.replaceAll(portOfPage, (port) => ports.get(port) ?? port);
    mkdirSync(join(scratch, "backups"));
    return await runInShell(`set -e\n${text}`, {
      cwd: scratch,
      environment: { LOG_LEVEL: "error", ASSAY_POOL_MAX: "5", PORT: String(await freePort()) },
    });
  } finally {
    await Promise.all([first.close(), second.close()]);
    rmSync(scratch, { recursive: true, force: true });
  }
}

test.skipIf(withoutPostgres)(
  "a reader hosts the server, rotates keys, finds a failed delivery and restores a backup",
  async () => {
    const { code, output } = await host(script);
    expect(code, output).toBe(0);
    let from = 0;
    for (const claim of claims) {
      const at = output.indexOf(claim, from);
      expect(
        at,
        `${claim} is not printed in the stated order:\n${output.slice(from)}`,
      ).toBeGreaterThanOrEqual(0);
      from = at + claim.length;
    }
    expect(claims.length).toBeGreaterThan(12);
  },
  1_200_000,
);

test.skipIf(withoutPostgres)(
  "ten lines are sufficient for a server, a worker, a key and a backup",
  async () => {
    const lines = shellBlocks(read("docs/how-to/host-in-ten-lines.md")).join("");
    expect(lines.trim().split("\n").length).toBeLessThanOrEqual(10);
    const { code, output } = await host(lines);
    expect(code, output).toBe(0);
    for (const line of [/runs jobs/, /First API key .*assay_live_/, /ok {4}queue/, /rows of/])
      expect(output).toMatch(line);
  },
  600_000,
);
