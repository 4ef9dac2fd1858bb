import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { startProgram } from "../../../../../test/support/child-process.ts";
import { useScratchFolders } from "../../../../../test/support/scratch-folders.ts";
import { lockFolder } from "./folder-lock.ts";
import { ownIdentity } from "./process-identity.ts";

const fixture = new URL("./folder-lock.fixture.ts", import.meta.url);
const newFolder = useScratchFolders("lock");

/** Writes the claim of a process on this machine that has already ended. */
function claimOfEnded(folder: string): void {
  mkdirSync(join(folder, "locks"), { recursive: true });
  const claim = { ...ownIdentity(), pid: 1, startTicks: "1", host: "elsewhere", socket: null };
  writeFileSync(
    join(folder, "locks", "other.json"),
    JSON.stringify({ ...claim, since: "2026-01-01T00:00:00.000Z" }),
  );
}

describe("the lock of a folder", () => {
  test("is acquired by exactly one of eight concurrent calls", async () => {
    for (let round = 0; round < 5; round += 1) {
      const folder = newFolder();
      const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(folder)));
      const held = outcomes.filter((outcome) => outcome.status === "fulfilled");
      expect(held).toHaveLength(1);
      await held[0]?.value.release();
      await (await lockFolder(folder)).release();
    }
  });

  test("is acquired by exactly one of three concurrent processes after a crash", async () => {
    const folder = newFolder();
    claimOfEnded(folder);
    const programs = [1, 2, 3].map(() => startProgram(fixture, [folder]));
    onTestFinished(() => programs.forEach((program) => program.kill("SIGKILL")));
    const lines = await Promise.all(programs.map((program) => program.nextLine()));
    expect(lines.filter((line) => line === "locked")).toHaveLength(1);
    expect(lines.filter((line) => line?.includes("is in use by process"))).toHaveLength(2);
  });
});
