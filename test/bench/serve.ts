// Code that the benchmarks share: the built server, CPU time of processes, and medians.
import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Returns the median; for an even number of values, the upper of the two middle values. */
export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};

/** Measures how long work takes (seconds). */
export async function seconds(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

/** Ticks of the kernel's clock per second in `/proc`; Linux reports 100 to every program. */
const ticksPerSecond = 100;

/**
 * Returns the CPU time (seconds) that a process has used, with all its threads but without its children, in steps of
 * 10 ms. On systems without `/proc` it is NaN.
 */
export function cpuSeconds(pid: number): number {
  if (process.platform !== "linux") return Number.NaN;
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The second field is the program's name in parentheses and can contain spaces; fields 14 and 15 are user and system time.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** A server in a separate process. */
interface ServedAssay {
  baseUrl: string;
  /** The first API key's secret. */
  secret: string;
  pid: number;
  stop: () => Promise<unknown>;
}

/**
 * Returns the environment without variables that start with ASSAY_BENCH_ or ASSAY_SOAK_, which the server refuses.
 */
export const serverEnvironment = (): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^ASSAY_(BENCH|SOAK)_/.test(name)));

/**
 * Starts the built server in a separate process, as `npm run serve` does.
 *
 * @param known further variables, and the secret of an API key if the database is not empty.
 */
export async function serve(
  url: string,
  known: { variables?: Record<string, string>; secret?: string } = {},
): Promise<ServedAssay> {
  const child = spawn(
    process.execPath,
    ["--max-semi-space-size=64", join(root, "server/dist/main.mjs"), "serve"],
    {
      stdio: ["ignore", "pipe", "inherit"],
      env: {
        ...serverEnvironment(),
        DATABASE_URL: url,
        ASSAY_SECRET_KEYS: `1:${Buffer.alloc(32, 7).toString("base64")}`,
        PORT: "0",
        LOG_LEVEL: "error",
        ASSAY_RATE_LIMIT: "1000000",
        ...known.variables,
      },
    },
  );
  const ended = new Promise((resolve) => child.once("close", resolve));
  let baseUrl: string | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    baseUrl ??= /listens on (http:\S+?),/.exec(line)?.[1];
    const secret = known.secret ?? /assay_live_\w+/.exec(line)?.[0];
    if (!baseUrl || !secret) continue;
    return { baseUrl, secret, pid: child.pid ?? 0, stop: () => (child.kill("SIGTERM"), ended) };
  }
  throw new Error("the server exited before it was ready");
}

/** Creates another workspace. @returns the secret of its first API key. */
export function newWorkspace(url: string, name: string): string {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, "server/dist/main.mjs"), "workspace", "create", name],
    {
      encoding: "utf8",
      env: {
        ...serverEnvironment(),
        DATABASE_URL: url,
        ASSAY_SECRET_KEYS: `1:${Buffer.alloc(32, 7).toString("base64")}`,
      },
    },
  );
  const secret = /assay_live_\w+/.exec(stdout)?.[0];
  if (!secret) throw new Error(`No workspace was created: ${stderr}`);
  return secret;
}
