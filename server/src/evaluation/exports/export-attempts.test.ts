import { describe, expect, test } from "vitest";
import type { StoredExport } from "@assay/contract/evaluation/exports/export-rules";
import { formatId } from "@assay/contract/platform/ids";
import { uuidOf } from "../../platform/db/record-columns.ts";
import { inTransaction } from "../../platform/db/transaction.ts";
import { engines, useJobHarness, type JobHarness } from "../../platform/jobs/job-harness.fixture.ts";
import type { Job } from "../../platform/jobs/queue.ts";
import { chunkBytes, deleteChunks, insertChunk, readChunks } from "./export-chunk-queries.ts";
import { endExport, expireExports, insertExport, startAttempt } from "./export-queries.ts";

/** Creates a pending export in a project of its own, and the job that writes it. */
async function pending(
  harness: JobHarness,
): Promise<{ key: { workspaceId: string; exportId: string }; job: Job }> {
  const { workspaceId, deps, instant } = harness;
  const { knex } = harness.database;
  const projectId = deps.newId();
  await knex("projects").insert({
    workspace_id: workspaceId,
    id: projectId,
    name: "Harness",
    created_at: instant,
  });
  const stored: StoredExport = {
    id: formatId("export", deps.newId()),
    project: formatId("project", projectId),
    status: "pending",
    format: "csv",
    includeSamples: false,
    evaluations: [],
    rowCount: null,
    sizeBytes: null,
    sha256: null,
    error: null,
    createdAt: instant.getTime(),
    completedAt: null,
    expiresAt: null,
  };
  await inTransaction(harness.database, (tx) => insertExport(tx, workspaceId, stored));
  await harness.enqueue({});
  return { key: { workspaceId, exportId: uuidOf("export", stored.id) }, job: await harness.claimOne() };
}

const chunk = (seq: number, bytes: string) => ({ seq, bytes: Buffer.from(bytes), rowCount: seq + 1 });

describe.each(engines)("an export's attempts on %s", (engine) => {
  const theHarness = useJobHarness(engine);

  test("are valid one at a time: chunks of an attempt without a lease are refused, and chunks are never mixed", async () => {
    const harness = theHarness();
    const { knex } = harness.database;
    const { key, job: first } = await pending(harness);
    expect(await startAttempt(knex, key, first)).toMatchObject({ status: "running", attempt: first.token });
    expect(await insertChunk(knex, { ...key, attempt: first.token }, chunk(0, "old"))).toBe(true);

    await harness.expireLeases();
    await inTransaction(harness.database, (tx) => harness.deps.jobs.reap(tx));
    const second = await harness.claimOne();
    expect(await startAttempt(knex, key, second)).toMatchObject({ attempt: second.token, rowCount: 0 });
    expect(await insertChunk(knex, { ...key, attempt: first.token }, chunk(1, "old"))).toBe(false);
    // The first attempt cannot restart after the second one has started.
    expect(await startAttempt(knex, key, first)).toBeUndefined();
    await deleteChunks(knex, key, second.token);
    expect(await insertChunk(knex, { ...key, attempt: second.token }, chunk(0, "new"))).toBe(true);

    const left = await knex("export_chunks")
      .where({ export_id: key.exportId })
      .select("attempt", "seq", "bytes");
    expect(left).toEqual([{ attempt: second.token, seq: 0, bytes: Buffer.from("new") }]);
    const end = { status: "completed" as const, sizeBytes: 3 };
    await inTransaction(harness.database, async (tx) => {
      expect(await endExport(tx, key, { attempt: first.token, ...end })).toBeUndefined();
      expect(await endExport(tx, key, { attempt: second.token, ...end })).toMatchObject({ rowCount: 1 });
    });
    expect(await startAttempt(knex, key, second)).toBeUndefined();
    expect(await insertChunk(knex, { ...key, attempt: second.token }, chunk(1, "late"))).toBe(false);
  });

  test("can be read in ranges, and fail at a missing chunk", async () => {
    const harness = theHarness();
    const { knex } = harness.database;
    const { key, job } = await pending(harness);
    await startAttempt(knex, key, job);
    const attempt = { ...key, attempt: job.token };
    const file = Buffer.alloc(2 * chunkBytes + 10, "0123456789abcdef");
    for (let seq = 0; seq < 3; seq += 1) {
      const bytes = file.subarray(seq * chunkBytes, (seq + 1) * chunkBytes);
      await insertChunk(knex, attempt, { seq, bytes, rowCount: 0 });
    }
    const read = async (start: number, end: number): Promise<Buffer> => {
      const parts: Uint8Array[] = [];
      for await (const part of readChunks(knex, attempt, { start, end })) parts.push(part);
      return Buffer.concat(parts);
    };
    for (const [start, end] of [
      [0, file.length],
      [0, 1],
      [chunkBytes - 1, chunkBytes + 1],
      [chunkBytes, 2 * chunkBytes],
      [5, 2 * chunkBytes + 3],
      [file.length - 1, file.length],
    ] as const) {
      expect((await read(start, end)).equals(file.subarray(start, end))).toBe(true);
    }
    expect(await read(7, 7)).toHaveLength(0);
    await knex("export_chunks").where({ export_id: key.exportId, seq: 1 }).delete();
    await expect(read(0, file.length)).rejects.toThrow("Chunk 1 of export");
  });

  test("are deleted when the file expires, like those of failed attempts", async () => {
    const harness = theHarness();
    const { knex } = harness.database;
    const states: object[] = [
      { status: "completed", expires_at: new Date("2026-02-11T08:00:00.000Z") },
      { status: "completed", expires_at: new Date("2026-02-11T08:00:00.001Z") },
      { status: "failed" },
      {},
    ];
    const ids: string[] = [];
    for (const state of states) {
      const { key, job } = await pending(harness);
      await startAttempt(knex, key, job);
      await insertChunk(knex, { ...key, attempt: job.token }, chunk(0, "x"));
      await knex("exports")
        .where({ id: key.exportId })
        .update({ status: "running", ...state });
      ids.push(key.exportId);
    }
    await expireExports(knex, new Date("2026-02-11T08:00:00.000Z"));
    const rows = await knex("exports").whereIn("id", ids).orderBy("id").select("status");
    expect(rows.map(({ status }) => status)).toEqual(["expired", "completed", "failed", "running"]);
    const remaining = await knex("export_chunks")
      .whereIn("export_id", ids)
      .orderBy("export_id")
      .select("export_id");
    expect(remaining.map((row) => row.export_id)).toEqual([ids[1], ids[3]]);
  });
});
