import { randomBytes } from "node:crypto";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const repository = fileURLToPath(new URL("../../", import.meta.url));

/** Key-encryption keys for the processes of a test; all processes on one database need the same keys. */
const secretKeys = `1:${randomBytes(32).toString("base64")}`;

/** One of our programs, as built by `built-programs-setup.ts`, in a separate process. */
export interface AssayProcess {
  pid: number;
  /** Returns the program's output so far. */
  stdout(): string;
  stderr(): string;
  /**
   * Waits for the first match in the program's output; rejects with the output if it exits without a match.
   */
  writes(pattern: RegExp): Promise<RegExpExecArray>;
  kill(signal: NodeJS.Signals): void;
  /** The exit code; null if a signal ended the process. */
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

/** Returns the environment without the developer's own settings, which must not reach a test's process. */
function cleanEnvironment(): Record<string, string | undefined> {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(ASSAY_|DATABASE_|OTEL_|PORT$|HOST$|LOG_LEVEL$|VITEST|NODE_OPTIONS$)/.test(name),
  );
  return Object.fromEntries(inherited);
}

/** The location of the database that a test's server process uses. */
export type DatabaseLocation = { url: string } | { dataDir: string };

const locationVariables = (location: DatabaseLocation): Record<string, string> =>
  "url" in location
    ? { DATABASE_URL: location.url, ASSAY_SECRET_KEYS: secretKeys }
    : { ASSAY_DATA_DIR: location.dataDir };

/** Starts the operator's command `assay-server …`. */
export function startAssayServer(
  args: readonly string[],
  location: DatabaseLocation,
  env: Record<string, string> = {},
): AssayProcess {
  return start("server/dist/main.mjs", args, {
    PORT: "0",
    LOG_LEVEL: "error",
    ...locationVariables(location),
    ...env,
  });
}

/** Returns a server process's URL, once the process accepts requests. */
export async function urlOf(server: AssayProcess): Promise<string> {
  const [, url = ""] = await server.writes(/Assay listens on (http:\S+?),/);
  return url;
}

/** Returns the API key that a server process created in an empty database. */
export async function firstKeyOf(server: AssayProcess): Promise<string> {
  const [key] = await server.writes(/assay_live_[0-9A-Za-z]{38}/);
  return key;
}

/** Starts one of the programs in `examples/src`. */
export function startExample(
  name: string,
  env: Record<string, string>,
  args: readonly string[] = [],
): AssayProcess {
  return start(`examples/dist/${name}.mjs`, args, env);
}

/** Starts the user's command `assay …`. */
export function startAssay(args: readonly string[], env: Record<string, string>): AssayProcess {
  return start("sdk/dist/cli.mjs", args, env);
}

/** Starts the user's command `assay …`, and waits until it exits. */
export async function runAssay(args: readonly string[], env: Record<string, string>) {
  const run = startAssay(args, env);
  return { code: await run.ended, stdout: run.stdout(), stderr: run.stderr() };
}
