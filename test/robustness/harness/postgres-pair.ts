// A Postgres server with a standby.
import { execFile, spawn } from "node:child_process";
import { chownSync, mkdirSync, mkdtempSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import pg from "pg";
import { freePort } from "../../support/free-port.ts";
import { startPostgres } from "../../support/postgres.ts";
import { installedBinaries } from "../../support/postgres-binaries.ts";

/** A running pair of servers. Both start with the same data. */
export interface PostgresPair {
  /** URL that names both hosts, the standby first, and requires a server that accepts writes. */
  url: string;
  primaryPort: number;
  standbyPort: number;
  /** Stops the primary as a power failure would. */
  interruptPrimary(): void;
  /** Starts the old primary again, without waiting. */
  resumePrimary(): void;
  /** Makes the standby the primary. */
  promote(): Promise<void>;
  stop(): Promise<void>;
}

/** Whether this machine has the program that copies a server. */
export const canCopyServers = (): boolean => {
  const folder = installedBinaries()?.folder;
  return (
    folder !== undefined && statSync(join(folder, "pg_basebackup"), { throwIfNoEntry: false }) !== undefined
  );
};

/** Stops the server and removes its folder when standard input closes, which also happens if the tests are killed. */
const untilClosed = `folder=$1; shift; exec 3<&0
"$@" </dev/null 3<&- & server=$!
( cat <&3 >/dev/null; kill -QUIT $server ) 2>/dev/null & watcher=$!
wait $server; kill $watcher 2>/dev/null; rm -rf "$folder"`;

/** The account that runs servers: Postgres refuses to run as root. */
const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

async function startStandby(primary: string): Promise<{ port: number; stop: () => Promise<void> }> {
  const bin = installedBinaries()?.folder ?? "";
  const folder = mkdtempSync(join(tmpdir(), "assay-standby-"));
  const data = join(folder, "data");
  mkdirSync(data, { mode: 0o700 });
  if (account.uid !== undefined) for (const path of [folder, data]) chownSync(path, account.uid, account.gid);
  const options = {
    cwd: folder,
    env: { PATH: process.env["PATH"], HOME: folder, LC_ALL: "C", TZ: "UTC" },
    ...account,
  };
  const copy = [
    "--pgdata",
    data,
    "--write-recovery-conf",
    "--checkpoint=fast",
    "--no-sync",
    `--dbname=${primary}`,
  ];
  await promisify(execFile)(join(bin, "pg_basebackup"), copy, options);
  const port = await freePort();
  const settings = [
    "listen_addresses=127.0.0.1",
    `port=${port}`,
    "unix_socket_directories=",
    "fsync=off",
    "max_connections=200",
  ];
  const server = [join(bin, "postgres"), "-D", data, ...settings.flatMap((setting) => ["-c", setting])];
  const child = spawn("/bin/sh", ["-c", untilClosed, "assay-standby", folder, ...server], {
    ...options,
    stdio: ["pipe", "ignore", "pipe"],
  });
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const lines: string[] = [];
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stderr }).on("line", (line) => {
      lines.push(line);
      if (line.includes("ready to accept read-only connections")) resolve();
    });
    void exited.then(() => reject(new Error(`The standby did not start: ${lines.join("\n")}`)));
  });
  return { port, stop: () => (child.stdin.end(), exited) };
}

/** Starts a server and a standby that follows it. */
export async function startPostgresPair(): Promise<PostgresPair> {
  const primary = await startPostgres({ origin: "installed", durable: true });
  const { port: primaryPort, username, password, pathname } = new URL(primary.url);
  const standby = await startStandby(primary.url);
  const { port: standbyPort } = standby;
  const at = `postgres://${username}:${password}@127.0.0.1:${standbyPort}`;
  return {
    url: `${at},127.0.0.1:${primaryPort}${pathname}?target_session_attrs=read-write`,
    primaryPort: Number(primaryPort),
    standbyPort,
    interruptPrimary: () => primary.interrupt(),
    resumePrimary: () => primary.resume(),
    promote: async () => {
      const client = new pg.Client({ connectionString: `${at}${pathname}` });
      await client.connect();
      await client.query("select pg_promote()");
      await client.end();
    },
    stop: async () => {
      await standby.stop();
      await primary.stop();
    },
  };
}
