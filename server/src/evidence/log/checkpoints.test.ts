import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatId } from "@assay/contract/platform/ids";
import { logRenamed, restartStays } from "@assay/contract/evidence/log/evidence-refusals";
import { ed25519Jwk, logOrigin } from "@assay/contract/wire";
import { verifyConsistency } from "@assay/contract/wire/evidence-verify";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../../platform/jobs/job-harness.fixture.ts";
import { eraseEvents } from "../events/erasure-service.ts";
import { EvidenceHarness, testEvent } from "./evidence-harness.fixture.ts";
import type { EvidenceLog } from "./evidence-log.ts";
import { restartLog } from "./restart-log.ts";
import { findProvableLog } from "./provable-log.ts";
import { proveConsistency } from "@assay/contract/evidence/log/log-proofs";

describe.each(engines)("checkpoints on %s", (engine) => {
  let harness: EvidenceHarness;
  let folder: string;
  beforeAll(async () => {
    harness = await EvidenceHarness.open(engine);
  });
  beforeEach(async () => {
    await harness.newWorkspace();
    folder = mkdtempSync(join(tmpdir(), "assay-witness-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  afterAll(() => harness.close());

  const append = async (evidence: EvidenceLog, ...types: string[]) => {
    for (const type of types) await evidence.writer.append(harness.workspaceId, () => testEvent(type));
  };

  /**
   * Restores an earlier state of the log, as a superuser can: deletes the events and checkpoints beyond a
   * size, and restores the record that was sealed at that size.
   */
  async function restoreTo(
    size: number,
    { record, ...state }: Awaited<ReturnType<typeof stateNow>>,
  ): Promise<void> {
    const { knex } = harness.database;
    const where = { workspace_id: harness.workspaceId };
    await knex.raw("alter table events_0 disable trigger all; alter table checkpoints disable trigger all");
    await knex("events_0").where(where).where("seq", ">", size).delete();
    await knex("checkpoints").where(where).where("size", ">", size).delete();
    await knex("event_logs")
      .where(where)
      .update({ size, ...state });
    await knex("evidence_heads").where(where).update(record);
    await knex.raw("alter table events_0 enable trigger all; alter table checkpoints enable trigger all");
    await knex.raw(
      "alter table events_0 enable always trigger events_append_only; alter table events_0 enable always trigger events_keep",
    );
  }

  const stateNow = async (): Promise<{ frontier: Buffer; root: Buffer; record: object }> => {
    const rowOf = (table: string) =>
      harness.database.knex(table).where({ workspace_id: harness.workspaceId });
    const end = await rowOf("event_logs").first("frontier", "root");
    return { ...end, record: await rowOf("evidence_heads").first() };
  };

  test("are consistent with each other", async () => {
    const parts = { knex: harness.database.knex, checkpoints: harness.evidence.checkpoints };
    const { publicKey } = await harness.evidence.keys.active();
    const keys = { keys: [ed25519Jwk(publicKey)] };
    let trusted: string | undefined;
    for (let size = 1; size <= 20; size += 1) {
      await harness.append("t");
      const { note } = await harness.evidence.checkpoints.sign(harness.workspaceId);
      const first = Math.max(1, size - 1);
      const proof = await proveConsistency(await findProvableLog(parts, harness.workspaceId), { first });
      const result = await verifyConsistency(proof, { keys, trusted: trusted ?? note });
      expect(result).toMatchObject({ valid: true });
      trusted = note;
    }
  });

  test("are not signed if the database lost a checkpoint of this process and the log diverged", async () => {
    await append(harness.evidence, "a", "b");
    const backup = await stateNow();
    await append(harness.evidence, "c", "d");
    await harness.evidence.checkpoints.sign(harness.workspaceId);
    await restoreTo(2, backup);
    await expect(harness.evidence.checkpoints.sign(harness.workspaceId)).rejects.toMatchObject({
      code: "evidence_conflict",
      message: expect.stringContaining("signed checkpoint (4 events"),
    });
    // Signing is also refused after the log has grown beyond the size that it had before the loss.
    await append(harness.evidence, "other", "other", "other");
    await expect(harness.evidence.checkpoints.sign(harness.workspaceId)).rejects.toMatchObject({
      code: "evidence_conflict",
    });
  });

  test("are not signed after a process restart if the folder has a checkpoint that the database lost", async () => {
    const before = harness.open(harness.database, folder);
    await append(before, "a");
    const backup = await stateNow();
    await append(before, "b");
    await before.checkpoints.sign(harness.workspaceId);
    await restoreTo(1, backup);
    const after = harness.open(harness.database, folder);
    expect(await after.checkpoints.inspect()).toEqual([harness.workspaceId]);
    await append(after, "another");
    await expect(after.checkpoints.sign(harness.workspaceId)).rejects.toMatchObject({
      code: "evidence_conflict",
    });
    // Another process without the folder can sign, which shows that only the folder reveals the loss.
    expect(await harness.open(harness.database).checkpoints.sign(harness.workspaceId)).toMatchObject({
      size: 2,
    });
  });

  test("are signed again under another name after a restart of the log", async () => {
    const { evidence } = harness;
    await append(evidence, "a");
    const backup = await stateNow();
    await append(evidence, "b");
    const before = await evidence.checkpoints.sign(harness.workspaceId);
    await restoreTo(1, backup);
    await expect(evidence.checkpoints.sign(harness.workspaceId)).rejects.toMatchObject({
      code: "evidence_conflict",
    });
    const parts = { database: harness.database, evidence, now: () => harness.instant };
    expect(await restartLog(parts, harness.workspaceId, "The disk was lost.")).toBe(2);
    const after = await evidence.checkpoints.sign(harness.workspaceId);
    expect([after.origin, after.size]).toEqual([`${before.origin}/2`, 2]);
    expect((await harness.stored()).at(-1)).toEqual({ seq: 2, type: "log_restarted" });
    await append(evidence, "c");
    expect(await evidence.checkpoints.sign(harness.workspaceId)).toMatchObject({ size: 3 });
  });

  test("are not signed under a name without a restart event, nor under an earlier name", async () => {
    const { evidence, workspaceId } = harness;
    const rename = (generation: number) =>
      harness.database.knex("event_logs").where({ workspace_id: workspaceId }).update({ generation });
    const [first, second] = [logOrigin(workspaceId, 1), logOrigin(workspaceId, 2)];
    const conflict = (present: string, known: string) => ({
      code: "evidence_conflict",
      message: logRenamed(present, known).message,
    });
    await append(evidence, "a");
    // If a caller sends an event with this type, the event is ordinary data.
    await evidence.writer.append(workspaceId, () => testEvent("log_restarted", { generation: 2 }));
    await rename(2);
    await expect(evidence.checkpoints.sign(workspaceId)).rejects.toMatchObject(conflict(second, first));
    await rename(1);
    expect(await evidence.checkpoints.sign(workspaceId)).toMatchObject({ origin: first });
    await rename(2);
    await expect(evidence.checkpoints.sign(workspaceId)).rejects.toMatchObject(conflict(second, first));
    await rename(1);
    const parts = { database: harness.database, evidence, now: () => harness.instant };
    await restartLog(parts, workspaceId, "Why not.");
    expect(await evidence.checkpoints.sign(workspaceId)).toMatchObject({ origin: second });
    await rename(1);
    await expect(evidence.checkpoints.sign(workspaceId)).rejects.toMatchObject(conflict(first, second));
    // The next restart gives the log a third name, and reuses neither of the first two.
    expect(await restartLog({ ...parts, evidence: harness.open(harness.database) }, workspaceId, "b")).toBe(
      3,
    );
    expect(await evidence.checkpoints.sign(workspaceId)).toMatchObject({ origin: logOrigin(workspaceId, 3) });
  });

  test("are not signed under an earlier name if the database lost the restart event", async () => {
    const before = harness.open(harness.database, folder);
    await append(before, "a");
    const backup = await stateNow();
    await restartLog(
      { database: harness.database, evidence: before, now: () => harness.instant },
      harness.workspaceId,
      "b",
    );
    await before.checkpoints.sign(harness.workspaceId);
    await restoreTo(1, backup);
    await harness.database
      .knex("event_logs")
      .where({ workspace_id: harness.workspaceId })
      .update({ generation: 1 });
    const after = harness.open(harness.database, folder);
    expect(await after.checkpoints.inspect()).toEqual([harness.workspaceId]);
    await expect(after.checkpoints.sign(harness.workspaceId)).rejects.toMatchObject({
      message: logRenamed(logOrigin(harness.workspaceId, 1), logOrigin(harness.workspaceId, 2)).message,
    });
  });

  test("refuse the erasure of a restart event", async () => {
    const parts = { database: harness.database, evidence: harness.evidence, now: () => harness.instant };
    await restartLog(parts, harness.workspaceId, "b");
    const { event_id: uuid } = await harness.database
      .knex("events")
      .where({ workspace_id: harness.workspaceId })
      .first("event_id");
    const id = formatId("event", uuid);
    const caller = { workspaceId: harness.workspaceId, apiKeyId: harness.workspaceId };
    const request = { events: [id], reason: "r", key: undefined };
    await expect(eraseEvents(parts, caller, request)).rejects.toThrow(restartStays(id).message);
  });

  test("are signed after a process restart if nothing was lost", async () => {
    const before = harness.open(harness.database, folder);
    await append(before, "a", "b", "c");
    await before.checkpoints.sign(harness.workspaceId);
    const after = harness.open(harness.database, folder);
    expect(await after.checkpoints.inspect()).toEqual([]);
    await append(after, "d");
    expect(await after.checkpoints.sign(harness.workspaceId)).toMatchObject({ size: 4 });
    expect(readdirSync(folder)).toEqual([`${harness.workspaceId}.json`]);
  });

  test("are not signed if the end of the log was altered in the database", async () => {
    await append(harness.evidence, "a", "b", "c");
    await harness.evidence.checkpoints.sign(harness.workspaceId);
    await harness.database
      .knex("event_logs")
      .where({ workspace_id: harness.workspaceId })
      .update({ root: Buffer.alloc(32, 1) });
    const fresh = harness.open(harness.database);
    await expect(fresh.checkpoints.sign(harness.workspaceId)).rejects.toMatchObject({
      code: "evidence_conflict",
    });
  });

  test("are signed for a size that is smaller than the size of the log", async () => {
    await append(harness.evidence, "a", "b", "c", "d", "e");
    const whole = await harness.evidence.checkpoints.sign(harness.workspaceId);
    const part = await harness.evidence.checkpoints.sign(harness.workspaceId, 3);
    expect([whole.size, part.size, part.origin]).toEqual([5, 3, whole.origin]);
  });

  test("are not signed if the file in the folder is invalid", async () => {
    await append(harness.evidence, "a");
    writeFileSync(join(folder, `${harness.workspaceId}.json`), "{}");
    await expect(
      harness.open(harness.database, folder).checkpoints.sign(harness.workspaceId),
    ).rejects.toThrow();
  });
});
