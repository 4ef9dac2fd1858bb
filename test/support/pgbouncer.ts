// Starts PgBouncer in front of a Postgres server of the tests.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, chmodSync, constants, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { freePort } from "./free-port.ts";

/** Returns the program that `ASSAY_TEST_PGBOUNCER` names or that `PATH` contains; undefined if there is none. */
export function findPgbouncer(): string | undefined {
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin"];
  const named = process.env["ASSAY_TEST_PGBOUNCER"];
  const candidates = named === undefined ? folders.map((folder) => join(folder, "pgbouncer")) : [named];
  return candidates.find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** PgBouncer with transaction pooling. */
export interface RunningPgbouncer {
  /** The URL of the server's database through PgBouncer. */
  url: string;
  stop(): Promise<void>;
}

/** Starts PgBouncer with five connections to the server at a URL. */
export async function startPgbouncer(program: string, server: string): Promise<RunningPgbouncer> {
  const folder = mkdtempSync(join(tmpdir(), "assay-pgbouncer-"));
  // PgBouncer refuses to run as root, so it may run as another user, who must be able to read its settings.
  chmodSync(folder, 0o755);
  const { hostname, port: serverPort, username, password, pathname } = new URL(server);
  const port = await freePort();
  const settings = join(folder, "pgbouncer.ini");
  writeFileSync(
    settings,
    [
      "[databases]",
      `* = host=${hostname} port=${serverPort} user=${username} password=${password}`,
      "[pgbouncer]",
      "listen_addr = 127.0.0.1",
      `listen_port = ${port}`,
      "unix_socket_dir =",
      "auth_type = any",
      "pool_mode = transaction",
      "default_pool_size = 5",
      "max_client_conn = 200",
    ].join("\n"),
    { mode: 0o644 },
  );
  const child = spawn(program, [settings], { stdio: ["ignore", "ignore", "pipe"], ...account() });
  await started(child);
  return {
    url: `postgres://${username}:${password}@127.0.0.1:${port}${pathname}`,
    stop: async () => {
      const ended = once(child, "exit");
      child.kill("SIGINT");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the account `nobody` for root. */
function account(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const entry = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync("/etc/passwd", "utf8"));
  return { uid: Number(entry?.[1] ?? 65534), gid: Number(entry?.[2] ?? 65534) };
}

/** Waits until PgBouncer listens. @throws {Error} with its output if it exits instead. */
async function started(child: ChildProcess): Promise<void> {
  const output: string[] = [];
  await new Promise<void>((resolve, reject) => {
    const lines = child.stderr && createInterface({ input: child.stderr });
    lines?.on("line", (line) => {
      if (line.includes("process up")) resolve();
      else if (output.length < 50) output.push(line);
    });
    child.once("error", reject);
    child.once("exit", () => reject(new Error(`pgbouncer did not start: ${output.join("\n")}`)));
  });
}
