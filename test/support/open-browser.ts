import { execFileSync } from "node:child_process";
import { accessSync, constants, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import puppeteer, { type Browser } from "puppeteer-core";

/** A browser for tests, and a function that closes it and removes its files. */
export interface TestBrowser {
  browser: Browser;
  close: () => Promise<void>;
}

interface Program {
  path: string;
  args: string[];
  env: Record<string, string>;
}

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];

// Disables network access beyond this machine, and the sandbox, which root cannot use.
const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--disable-quic",
  "--hide-scrollbars",
];

/**
 * Opens the first headless Chromium that works: the one in `ASSAY_TEST_BROWSER`, those on the PATH, or the
 * package's own (Linux on x64).
 *
 * @returns undefined if none works; a visible line in the output then states the reasons.
 */
export async function openBrowser(): Promise<TestBrowser | undefined> {
  const reasons: string[] = [];
  for (const program of [...ownPrograms().map((path) => () => plain(path)), packagedProgram]) {
    const scratch = mkdtempSync(join(tmpdir(), "assay-browser-"));
    try {
      return await launch(await program(scratch), scratch);
    } catch (error) {
      rmSync(scratch, { recursive: true, force: true });
      reasons.push((error instanceof Error ? error.message : String(error)).split("\n", 1).join());
    }
  }
  process.stderr.write(
    `[browser] No browser works here (${reasons.join("; ")}); the tests in a browser did not run.\n`,
  );
  return undefined;
}

async function launch({ path, args, env }: Program, scratch: string): Promise<TestBrowser> {
  const browser = await puppeteer.launch({
    executablePath: path,
    headless: "shell",
    userDataDir: join(scratch, "profile"),
    args: [...args, ...flags],
    env: { ...process.env, ...env, TMPDIR: scratch },
    timeout: 120_000,
    // Disable this time limit; the time limit of the test applies instead.
    protocolTimeout: 0,
  });
  return {
    browser,
    close: async () => {
      await browser.close();
      rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

const plain = (path: string): Program => ({ path, args: [], env: {} });

function ownPrograms(): string[] {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const found = names.flatMap((name) => folders.map((folder) => join(folder, name))).filter(isExecutable);
  const given = process.env["ASSAY_TEST_BROWSER"];
  return given ? [given, ...found] : found;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Unpacks the package's browser and libraries into the scratch folder. */
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
    // Omit the options that give a page more permissions than a browser usually gives.
    const args = chromium.args.filter((arg) => !/web-security|insecure-content|headless/.test(arg));
    return { path, args, env: { LD_LIBRARY_PATH: join(folder, "lib") } };
  } finally {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
  }
}
