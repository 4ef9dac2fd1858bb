// docs/hosting.md as whoever reads it runs it: all its blocks, in one shell, on a real Postgres, each answer as it says.
import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { freshDatabase } from "../support/database.ts";
import { freePort } from "../support/free-port.ts";
import { postgresUrl } from "../support/test-postgres.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const withoutPostgres = (await postgresUrl()) === null;

const page = readFileSync(join(root, "docs", "hosting.md"), "utf8");
const script = [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = ""]) => block).join("");
/** What the lines say that they print. */
const claims = [...script.matchAll(/# → (.+)$/gm)].map(([, claim = ""]) => claim.trim());

/** What the page's servers listen on. */
const portOfPage = /\b(?:8787|8788|9464|9465|9466)\b/g;

interface Ran {
  code: number | null;
  output: string;
}

/** Runs a script in bash; whatever it started in the background is ended with it. */
function runInShell(text: string, env: Record<string, string | undefined>): Promise<Ran> {
  const whole = `set -euo pipefail\ntrap 'kill $(jobs -p) 2>/dev/null; wait' EXIT\n${text}`;
  const child = spawn("bash", ["-c", whole], { env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  child.stdout.on("data", (piece: Buffer) => (output += piece.toString()));
  child.stderr.on("data", (piece: Buffer) => (output += piece.toString()));
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, output })));
}

test.skipIf(withoutPostgres)(
  "a reader hosts it, rotates keys, finds a failed delivery and restores a backup",
  async () => {
    const scratch = mkdtempSync(join(tmpdir(), "assay-hosting-"));
    const [first, second] = [await freshDatabase("postgres"), await freshDatabase("postgres")];
    try {
      const bin = join(scratch, "bin");
      mkdirSync(bin);
      const program = `exec "${process.execPath}" --conditions=source --import "${join(root, "node_modules/tsx/dist/loader.mjs")}" "${join(root, "server/src/main.ts")}" "$@"`;
      writeFileSync(join(bin, "assay-server"), `#!/bin/sh\n${program}\n`);
      chmodSync(join(bin, "assay-server"), 0o755);
      let text = script
        .replaceAll("postgres://assay:…@db/assay", first.url ?? "")
        .replaceAll("postgres://assay:…@elsewhere/assay", second.url ?? "")
        .replaceAll("/backups", join(scratch, "backups"));
      const ports = new Map<string, string>();
      for (const port of text.match(portOfPage) ?? [])
        if (!ports.has(port)) ports.set(port, String(await freePort()));
      text = text.replaceAll(portOfPage, (port) => ports.get(port) ?? port);
      mkdirSync(join(scratch, "backups"));
      const { code, output } = await runInShell(text, {
        PATH: `${bin}${delimiter}${process.env["PATH"] ?? ""}`,
        HOME: scratch,
        LOG_LEVEL: "error",
        ASSAY_POOL_MAX: "5",
      });
      expect(code, output).toBe(0);
      let from = 0;
      for (const claim of claims) {
        const at = output.indexOf(claim, from);
        expect(at, `${claim} is not printed in its place:\n${output.slice(from)}`).toBeGreaterThanOrEqual(0);
        from = at + claim.length;
      }
      expect(claims.length).toBeGreaterThan(12);
    } finally {
      await Promise.all([first.close(), second.close()]);
      rmSync(scratch, { recursive: true, force: true });
    }
  },
  1_200_000,
);
