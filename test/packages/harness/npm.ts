import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

/** The result of a process. */
export interface Ended {
  status: number | null;
  stdout: string;
  stderr: string;
}

/**
 * Runs a program until it exits. `spawnSync` is unsuitable: during an installation that takes minutes, the test runner
 * would consider this process dead.
 */
export async function runIn(
  cwd: string,
  [command = "", ...args]: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<Ended> {
  const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  const ended = once(child, "close");
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await ended;
  return { status: child.exitCode, stdout, stderr };
}

/** Runs npm in a folder. */
export const npmIn = async (cwd: string, args: readonly string[]): Promise<Ended> =>
  runIn(cwd, ["npm", ...args]);

/** Options with which npm prints little, and gives up soon if no registry is reachable. */
export const quiet = [
  "--no-audit",
  "--no-fund",
  "--prefer-offline",
  "--fetch-retries=0",
  "--fetch-timeout=60000",
];

/** Matches npm's messages when no registry is reachable. */
export const noRegistry =
  /ENOTFOUND|EAI_AGAIN|ECONN(REFUSED|RESET)|ETIMEDOUT|E(NET|HOST)UNREACH|EPIPE|ERR_SOCKET_TIMEOUT|ENOTCACHED|\bE(429|5\d\d)\b/;
