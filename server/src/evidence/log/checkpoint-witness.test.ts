import { mkdtemp, readdir, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { CheckpointWitness } from "./checkpoint-witness.ts";

const workspaceId = "0190a5f2-7e10-7000-8000-000000000000";
const stateOf = (size: number) => ({ generation: 1, size, root: "ab".repeat(32) });

describe("the recorded checkpoint", () => {
  let home: string;
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), "assay-witness-"));
  });
  afterEach(() => rm(home, { recursive: true }));

  test("is the last one, even if many are signed concurrently in any order", async () => {
    const folder = join(home, "witness");
    const witness = new CheckpointWitness(folder);
    const sizes = Array.from({ length: 50 }, (_, index) => ((index * 7) % 50) + 1);
    await Promise.all(sizes.map((size) => witness.record(workspaceId, stateOf(size))));
    expect(await witness.lastOf(workspaceId)).toEqual(stateOf(50));
    expect(await new CheckpointWitness(folder).lastOf(workspaceId)).toEqual(stateOf(50));
    expect(await readdir(folder)).toEqual([`${workspaceId}.json`]);
  });

  test("is written by the next call if writing failed", async () => {
    const folder = join(home, "witness");
    await symlink(join(home, "not-there"), folder);
    const witness = new CheckpointWitness(folder);
    await expect(witness.record(workspaceId, stateOf(1))).rejects.toThrow();
    await rm(folder);
    await witness.record(workspaceId, stateOf(1));
    expect(await new CheckpointWitness(folder).lastOf(workspaceId)).toEqual(stateOf(1));
  });
});
