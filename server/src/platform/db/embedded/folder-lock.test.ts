import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { startProgram } from "../../../../../test/support/child-process.ts";
import { useScratchFolders } from "../../../../../test/support/scratch-folders.ts";
import { lockFolder } from "./folder-lock.ts";
import { openLivenessSocket } from "./liveness-socket.ts";
import { livenessOf, ownIdentity, type ProcessIdentity } from "./process-identity.ts";

const fixture = new URL("./folder-lock.fixture.ts", import.meta.url);
const newFolder = useScratchFolders("lock");

/** Writes a claim file as another process would. */
function claimOf(folder: string, identity: Partial<ProcessIdentity>, socket: string | null = null): void {
  mkdirSync(join(folder, "locks"), { recursive: true });
  const claim = {
    ...ownIdentity(),
    ...identity,
    host: "elsewhere",
    since: "2026-01-01T00:00:00.000Z",
    socket,
  };
  writeFileSync(join(folder, "locks", "other.json"), JSON.stringify(claim));
}

describe("the lock of a folder", () => {
  test("refuses a second process, and names the holder and the next step", async () => {
    const folder = newFolder();
    const holder = startProgram(fixture, [folder]);
    onTestFinished(() => holder.kill("SIGKILL"));
    expect(await holder.nextLine()).toBe("locked");

    const message = await lockFolder(folder).then(
      () => "locked",
      (error: unknown) => String(error),
    );
    expect(message).toContain(`The database folder ${folder} is in use by process ${holder.pid} on `);
    expect(message).toContain("Stop that process, or set DATABASE_URL to a Postgres server");
  });

  test("is acquired immediately after the holder was killed", async () => {
    const folder = newFolder();
    const holder = startProgram(fixture, [folder]);
    await holder.nextLine();
    holder.kill("SIGKILL");
    await holder.ended;

    const lock = await lockFolder(folder);
    expect(readdirSync(join(folder, "locks")).filter((name) => name.endsWith(".json"))).toHaveLength(1);
    await lock.release();
    expect(readdirSync(join(folder, "locks"))).toEqual([]);
  });

  test("works in a folder whose path is too long for a socket address", async () => {
    const folder = join(newFolder(), "a".repeat(120));
    const lock = await lockFolder(folder);
    await expect(lockFolder(folder)).rejects.toThrow("is in use by process");
    await lock.release();
    await (await lockFolder(folder)).release();
  });

  test.runIf(process.platform === "linux")("detects a reused process id", async () => {
    const folder = newFolder();
    claimOf(folder, { startTicks: "1" }); // this process's id with a different start time
    await expect(lockFolder(folder)).resolves.toBeDefined();
  });

  test("is free after a restart of the machine", async () => {
    const folder = newFolder();
    claimOf(folder, { bootId: "another" });
    await expect(lockFolder(folder)).resolves.toBeDefined();
  });

  test("names the lock file if it cannot be read", async () => {
    const folder = newFolder();
    claimOf(folder, {});
    const file = join(folder, "locks", "other.json");
    writeFileSync(file, readFileSync(file).subarray(0, 10));
    await expect(lockFolder(folder)).rejects.toThrow(`The lock file ${file} cannot be read`);
  });
});

describe("the lock of a folder that two containers share", () => {
  const otherContainer = { pidNamespace: "pid:[1]" };

  test("is refused while the other container's process is running", async () => {
    const folder = newFolder();
    claimOf(folder, otherContainer, "other.sock");
    const socket = await openLivenessSocket(join(folder, "locks"), "other.sock");
    await expect(lockFolder(folder)).rejects.toThrow("on elsewhere, since 2026-01-01");
    await socket?.close();
    await (await lockFolder(folder)).release();
  });

  test("is refused if it is unknown whether the other container's process is running", async () => {
    const folder = newFolder();
    claimOf(folder, otherContainer);
    await expect(lockFolder(folder)).rejects.toThrow(
      "If you are certain that the process no longer runs, remove",
    );
  });
});

describe("a process id", () => {
  test("does not identify a process of another container", () => {
    const own = ownIdentity();
    expect(livenessOf(own, own)).toBe("alive");
    expect(livenessOf({ ...own, pidNamespace: "pid:[1]" }, own)).toBe("unknown");
  });

  test("is sufficient to find out whether a process is running if the system provides no start times", () => {
    const bare = { startTicks: null, bootId: null, pidNamespace: null };
    // Process ids are at most 4,194,304 on Linux, and lower on other systems.
    expect(livenessOf({ pid: process.pid, ...bare }, { pid: 1, ...bare })).toBe("alive");
    expect(livenessOf({ pid: 99_999_999, ...bare }, { pid: 1, ...bare })).toBe("dead");
  });
});
