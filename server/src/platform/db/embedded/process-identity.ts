import { readFileSync, readlinkSync } from "node:fs";
import * as z from "zod";

/** Identifies a process, also against one that reuses its id or has the same id in another container. */
export const processIdentity = z.object({
  pid: z.number(),
  /** Start time in kernel ticks since boot; null without `/proc`. */
  startTicks: z.string().nullable(),
  /** Identifies the boot of the machine; null if unavailable. */
  bootId: z.string().nullable(),
  /** Namespace of the process id; each container has its own, with its own process 1. */
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
 * Whether a process is running, by its id.
 *
 * @returns "unknown" for a process of another container, whose id has no meaning here.
 */
export function livenessOf(other: ProcessIdentity, own: ProcessIdentity): "alive" | "dead" | "unknown" {
  if (other.bootId !== own.bootId) return "dead";
  if (other.pidNamespace !== own.pidNamespace) return "unknown";
  if (other.startTicks !== null) return startTicksOf(other.pid) === other.startTicks ? "alive" : "dead";
  try {
    process.kill(other.pid, 0);
    return "alive";
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return error instanceof Error && "code" in error && error.code === "EPERM" ? "alive" : "dead";
  }
}

/** Field 22 of `/proc/<pid>/stat`, counted after the name, which may contain spaces and brackets. */
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
