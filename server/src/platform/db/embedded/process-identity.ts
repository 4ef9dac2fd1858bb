import { readFileSync, readlinkSync } from "node:fs";
import * as z from "zod";

/**
 * Identifies a process. The identity differs from that of a process that reuses the same id, or that has the
 * same id in another container.
 */
export const processIdentity = z.object({
  pid: z.number(),
  /** Start time in kernel ticks since boot; null if `/proc` is not available. */
  startTicks: z.string().nullable(),
  /** Identifies the boot of the machine; null if it is not available. */
  bootId: z.string().nullable(),
  /** Namespace of the process id. Each container has its own namespace, in which process 1 exists. */
  pidNamespace: z.string().nullable(),
});
export type ProcessIdentity = z.infer<typeof processIdentity>;

/** Returns the identity of this process. */
export function ownIdentity(): ProcessIdentity {
  return {
    pid: process.pid,
    startTicks: startTicksOf(process.pid),
    bootId: read("/proc/sys/kernel/random/boot_id"),
    pidNamespace: link("/proc/self/ns/pid"),
  };
}

/**
 * Determines from its id whether a process is running.
 *
 * @returns "unknown" if the process is in another container, where its id has a different meaning.
 */
export function livenessOf(other: ProcessIdentity, own: ProcessIdentity): "alive" | "dead" | "unknown" {
  if (other.bootId !== own.bootId) return "dead";
  if (other.pidNamespace !== own.pidNamespace) return "unknown";
  if (other.startTicks !== null) return startTicksOf(other.pid) === other.startTicks ? "alive" : "dead";
  try {
    process.kill(other.pid, 0);
    return "alive";
  } catch (error) {
    // EPERM means that the process exists and belongs to another user.
    return error instanceof Error && "code" in error && error.code === "EPERM" ? "alive" : "dead";
  }
}

/**
 * Returns field 22 of `/proc/<pid>/stat`. Fields are counted after the process name, which may contain spaces
 * and parentheses.
 */
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
