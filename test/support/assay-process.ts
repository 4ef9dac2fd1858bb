import { randomBytes } from "node:crypto";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const repository = fileURLToPath(new URL("../../", import.meta.url));

/** Key-encryption keys for the processes of one test: all on one database must have the same. */
const secretKeys = `1:${randomBytes(32).toString("base64")}`;

/** One of our programs in a process of its own, as built by `built-programs-setup.ts`. */
export interface AssayProcess {
  pid: number;
  /** What it wrote so far. */
  stdout(): string;
  stderr(): string;
  /** The first match in what it writes; rejects with its output when it ends without one. */
  writes(pattern: RegExp): Promise<RegExpExecArray>;
  kill(signal: NodeJS.Signals): void;
  /** Its exit code; null when a signal ended it. */
  ended: Promise<number | null>;
}

function start(script: string, args: readonly string[], env: Record<string, string>): AssayProcess {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: repository,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...cleanEnvironment(), ...env },
  });
  const killWithUs = (): boolean => child.kill("SIGKILL");
  process.once("exit", killWithUs);
  let stdout = "";
  let stderr = "";
  const watchers = new Set<() => void>();
  const onLine = (text: string, to: "out" | "err"): void => {
    if (to === "out") stdout += `${text}\n`;
    else stderr += `${text}\n`;
    for (const watch of watchers) watch();
  };
  createInterface({ input: child.stdout }).on("line", (text) => onLine(text, "out"));
  createInterface({ input: child.stderr }).on("line", (text) => onLine(text, "err"));
  const ended = new Promise<number | null>((resolve) => {
    child.once("close", (code) => {
      process.off("exit", killWithUs);
      resolve(code);
    });
  });
  return {
    pid: child.pid ?? 0,
    stdout: () => stdout,
    stderr: () => stderr,
    kill: (signal) => void child.kill(signal),
    ended,
    writes: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const match = pattern.exec(stdout) ?? pattern.exec(stderr);
          if (!match) return;
          watchers.delete(look);
          resolve(match);
        };
        watchers.add(look);
        look();
        void ended.then((code) =>
          reject(new Error(`${script} ended (${code}) without ${pattern}:\n${stdout}${stderr}`)),
        );
      }),
  };
}

/** Nothing of the developer's own settings reaches a test's process. */
function cleanEnvironment(): Record<string, string | undefined> {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(ASSAY_|DATABASE_|OTEL_|PORT$|HOST$|LOG_LEVEL$|VITEST|NODE_OPTIONS$)/.test(name),
  );
  return Object.fromEntries(kept);
}

/** Where a server process of a test keeps its data. */
export type Place = { url: string } | { dataDir: string };

const placeOf = (place: Place): Record<string, string> =>
  "url" in place
    ? { DATABASE_URL: place.url, ASSAY_SECRET_KEYS: secretKeys }
    : { ASSAY_DATA_DIR: place.dataDir };

/** The operator's command `assay-server …`. */
export function startAssayServer(
  args: readonly string[],
  place: Place,
  env: Record<string, string> = {},
): AssayProcess {
  return start("server/dist/main.mjs", args, { PORT: "0", LOG_LEVEL: "error", ...placeOf(place), ...env });
}

/** The address of a server process, once it takes requests. */
export async function urlOf(server: AssayProcess): Promise<string> {
  const [, url = ""] = await server.writes(/Assay listens on (http:\S+?),/);
  return url;
}

/** The key that a server process made on an empty database. */
export async function firstKeyOf(server: AssayProcess): Promise<string> {
  const [key] = await server.writes(/assay_live_[0-9A-Za-z]{38}/);
  return key;
}

/** One of the programs of `examples/src`. */
export function startExample(
  name: string,
  env: Record<string, string>,
  args: readonly string[] = [],
): AssayProcess {
  return start(`examples/dist/${name}.mjs`, args, env);
}

/** The user's command `assay …`. */
export function startAssay(args: readonly string[], env: Record<string, string>): AssayProcess {
  return start("sdk/dist/cli.mjs", args, env);
}

/** The same, run to its end. */
export async function runAssay(args: readonly string[], env: Record<string, string>) {
  const run = startAssay(args, env);
  return { code: await run.ended, stdout: run.stdout(), stderr: run.stderr() };
}
