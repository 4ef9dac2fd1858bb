import { readFileSync, readlinkSync } from "node:fs";
import * as z from "zod";

/** What tells a process from every other, also from one that got its number later or has the same one elsewhere. */
export const processIdentity = z.object({
  pid: z.number(),
  /** When it began, in the kernel's ticks since the machine's start; null where there is no `/proc`. */
  startTicks: z.string().nullable(),
  /** The machine's start; null where it has no number. */
  bootId: z.string().nullable(),
  /** The world its number counts in: each container has its own, and a first process of its own. */
  pidNamespace: z.string().nullable(),
});
export type ProcessIdentity = z.infer<typeof processIdentity>;

/** The identity of this process. */
export function ownIdentity(): ProcessIdentity {
  return {
    pid: process.pid,
    startTicks: startTicksOf(process.pid),
    bootId: read("/proc/sys/kernel/random/boot_id"),
    pidNamespace: link("/proc/self/ns/pid"),
  };
}

/**
 * Whether a process still runs, as far as its number can say.
 *
 * @returns "unknown" for a process of another container: its number means nothing here.
 */
export function livenessOf(other: ProcessIdentity, own: ProcessIdentity): "alive" | "dead" | "unknown" {
  if (other.bootId !== own.bootId) return "dead";
  if (other.pidNamespace !== own.pidNamespace) return "unknown";
  if (other.startTicks !== null) return startTicksOf(other.pid) === other.startTicks ? "alive" : "dead";
  try {
    process.kill(other.pid, 0);
    return "alive";
  } catch (error) {
    // EPERM: it is there, and another user's.
    return error instanceof Error && "code" in error && error.code === "EPERM" ? "alive" : "dead";
  }
}

/** Field 22 of `/proc/<pid>/stat`, counted after the name, which may itself hold spaces and brackets. */
function startTicksOf(pid: number): string | null {
  const stat = read(`/proc/${pid}/stat`);
  return stat?.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null;
}

function read(path: string): string | null {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return null;
  }
}

function link(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}
