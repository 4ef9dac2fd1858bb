import { readFileSync } from "node:fs";
import type { Logger } from "./log.ts";

/** Maximum numbers of database connections. */
interface PoolSizes {
  poolMax: number;
  priorityPoolMax: number;
}

/** Files that a process needs besides its database connections and listeners. */
const furtherFiles = 64;
/** The ports of the APIs and of the metrics. */
const listeners = 2;
/** The sizes of the pools of database connections if no others are configured. */
export const defaultPools = { poolMax: 20, priorityPoolMax: 4 };
/** Below this limit, a busy server can run out of open files. */
const recommendedFiles = 1024;

/**
 * Checks the soft limit of open files.
 *
 * @param allowed the limit; undefined if the system does not state it.
 * @returns a warning; undefined if the limit is high enough.
 * @throws {Error} if the process cannot work with the limit.
 */
export function checkOpenFiles(
  allowed: number | undefined,
  { poolMax, priorityPoolMax }: PoolSizes,
): string | undefined {
  if (allowed === undefined) return undefined;
  const needed = poolMax + priorityPoolMax + listeners + furtherFiles;
  if (allowed < needed)
    throw new Error(
      `${allowed} open files are allowed; at least ${needed} are needed (ASSAY_POOL_MAX ${poolMax} + ASSAY_PRIORITY_POOL_MAX ${priorityPoolMax} + ${listeners} + ${furtherFiles}). Raise it: ulimit -n 4096.`,
    );
  return allowed < recommendedFiles
    ? `${allowed} open files are allowed; at least ${recommendedFiles} are recommended. Raise it: ulimit -n 4096.`
    : undefined;
}

/** Reads the soft limit of open files from a text in the format of `/proc/self/limits`. */
export function parseFileLimit(text: string): number | undefined {
  const soft = /^Max open files\s+(\d+)/m.exec(text)?.[1];
  return soft === undefined ? undefined : Number(soft);
}

/**
 * Returns why a command cannot run with this process's limit, before its configuration is read; undefined if it
 * can run. Only servers and workers are checked.
 */
export function findFileProblem(
  command: string | undefined,
  { ASSAY_POOL_MAX: poolMax, ASSAY_PRIORITY_POOL_MAX: priorityPoolMax }: Record<string, string | undefined>,
): string | undefined {
  if (command !== "serve" && command !== "worker") return undefined;
  try {
    checkOpenFiles(readFileLimit(), {
      poolMax: Number(poolMax) || defaultPools.poolMax,
      priorityPoolMax: Number(priorityPoolMax) || defaultPools.priorityPoolMax,
    });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Checks the limit of this process and logs a warning. @throws {Error} if the limit is too low. */
export function checkOwnOpenFiles(pools: PoolSizes, log: Logger): void {
  const warning = checkOpenFiles(readFileLimit(), pools);
  if (warning !== undefined) log.warn(warning);
}

function readFileLimit(): number | undefined {
  try {
    return parseFileLimit(readFileSync("/proc/self/limits", "utf8"));
  } catch {
    return undefined; // only Linux has this file
  }
}
