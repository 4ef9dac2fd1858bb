import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatId } from "@assay/contract/platform/ids";
import { logRenamed, restartStays } from "@assay/contract/evidence/log/evidence-refusals";
import { ed25519Jwk, logOrigin } from "@assay/contract/wire";
import { verifyConsistency } from "@assay/contract/wire/evidence-verify";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../../platform/jobs/job-lab.fixture.ts";
import { eraseEvents } from "../events/erasure-service.ts";
import { EvidenceLab, told } from "./evidence-lab.fixture.ts";
import type { EvidenceLog } from "./evidence-log.ts";
import { restartLog } from "./restart-log.ts";
import { findProvableLog } from "./provable-log.ts";
import { proveConsistency } from "@assay/contract/evidence/log/log-proofs";

describe.each(engines)("checkpoints on %s", (engine) => {
  let lab: EvidenceLab;
  let folder: string;
  beforeAll(async () => {
    lab = await EvidenceLab.open(engine);
  });
  beforeEach(async () => {
    await lab.newWorkspace();
    folder = mkdtempSync(join(tmpdir(), "assay-witness-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  afterAll(() => lab.close());

  const append = async (evidence: EvidenceLog, ...types: string[]) => {
    for (const type of types) await evidence.writer.append(lab.workspaceId, () => told(type));
  };

  /** What a superuser does who restores a backup of the log: events and checkpoints beyond a place are gone. */
  async function restoreTo(
    size: number,
    state: { frontier: Buffer; root: Buffer } | undefined,
  ): Promise<void> {
    const { knex } = lab.database;
    const where = { workspace_id: lab.workspaceId };
    await knex.raw("alter table events_0 disable trigger all; alter table checkpoints disable trigger all");
    await knex("events_0").where(where).where("seq", ">", size).delete();
    await knex("checkpoints").where(where).where("size", ">", size).delete();
    await knex("event_logs")
      .where(where)
      .update({ size, ...state });
    await knex.raw("alter table events_0 enable trigger all; alter table checkpoints enable trigger all");
    await knex.raw(
      "alter table events_0 enable always trigger events_append_only; alter table events_0 enable always trigger events_keep",
    );
  }

  const stateNow = async (): Promise<{ frontier: Buffer; root: Buffer }> =>
    lab.database.knex("event_logs").where({ workspace_id: lab.workspaceId }).first("frontier", "root");

  test("go on from each other", async () => {
    const parts = { knex: lab.database.knex, checkpoints: lab.evidence.checkpoints };
    const { publicKey } = await lab.evidence.keys.active();
    const keys = { keys: [ed25519Jwk(publicKey)] };
    let kept: string | undefined;
    for (let size = 1; size <= 20; size += 1) {
      await lab.append("t");
      const { note } = await lab.evidence.checkpoints.sign(lab.workspaceId);
      const first = Math.max(1, size - 1);
      const proof = await proveConsistency(await findProvableLog(parts, lab.workspaceId), { first });
      expect(await verifyConsistency(proof, { keys, trusted: kept ?? note })).toMatchObject({ valid: true });
      kept = note;
    }
  });

  test("are not signed when the database forgot what this process signed, and the log went another way", async () => {
    await append(lab.evidence, "a", "b");
    const backup = await stateNow();
    await append(lab.evidence, "c", "d");
    await lab.evidence.checkpoints.sign(lab.workspaceId);
    await restoreTo(2, backup);
    await expect(lab.evidence.checkpoints.sign(lab.workspaceId)).rejects.toMatchObject({
      code: "evidence_conflict",
      message: expect.stringContaining("A checkpoint of 4 events"),
    });
    // Nor when as many events were appended since as were lost.
    await append(lab.evidence, "other", "other", "other");
    await expect(lab.evidence.checkpoints.sign(lab.workspaceId)).rejects.toMatchObject({
      code: "evidence_conflict",
    });
  });

  test("are not signed after a restart either, when a folder outside the database remembers", async () => {
    const before = lab.open(lab.database, folder);
    await append(before, "a");
    const backup = await stateNow();
    await append(before, "b");
    await before.checkpoints.sign(lab.workspaceId);
    await restoreTo(1, backup);
    const after = lab.open(lab.database, folder);
    expect(await after.checkpoints.inspect()).toEqual([lab.workspaceId]);
    await append(after, "another");
    await expect(after.checkpoints.sign(lab.workspaceId)).rejects.toMatchObject({
      code: "evidence_conflict",
    });
    // Whoever knows nothing of it signs: that is what the folder is for.
    expect(await lab.open(lab.database).checkpoints.sign(lab.workspaceId)).toMatchObject({ size: 2 });
  });

  test("are signed again when the operator begins the log anew, under another name", async () => {
    const { evidence } = lab;
    await append(evidence, "a");
    const backup = await stateNow();
    await append(evidence, "b");
    const before = await evidence.checkpoints.sign(lab.workspaceId);
    await restoreTo(1, backup);
    await expect(evidence.checkpoints.sign(lab.workspaceId)).rejects.toMatchObject({
      code: "evidence_conflict",
    });
    const parts = { database: lab.database, evidence, now: () => lab.instant };
    expect(await restartLog(parts, lab.workspaceId, "The disk was lost.")).toBe(2);
    const after = await evidence.checkpoints.sign(lab.workspaceId);
    expect([after.origin, after.size]).toEqual([`${before.origin}/2`, 2]);
    expect((await lab.stored()).at(-1)).toEqual({ seq: 2, type: "log_restarted" });
    await append(evidence, "c");
    expect(await evidence.checkpoints.sign(lab.workspaceId)).toMatchObject({ size: 3 });
  });

  test("are not signed under a name that no event of the log tells of, nor under one it has no more", async () => {
    const { evidence, workspaceId } = lab;
    const rename = (generation: number) =>
      lab.database.knex("event_logs").where({ workspace_id: workspaceId }).update({ generation });
    const [first, second] = [logOrigin(workspaceId, 1), logOrigin(workspaceId, 2)];
    const conflict = (present: string, known: string) => ({
      code: "evidence_conflict",
      message: logRenamed(present, known).message,
    });
    await append(evidence, "a");
    // What a caller says of a restart is data like any other.
    await evidence.writer.append(workspaceId, () => told("log_restarted", { generation: 2 }));
    await rename(2);
    await expect(evidence.checkpoints.sign(workspaceId)).rejects.toMatchObject(conflict(second, first));
    await rename(1);
    expect(await evidence.checkpoints.sign(workspaceId)).toMatchObject({ origin: first });
    await rename(2);
    await expect(evidence.checkpoints.sign(workspaceId)).rejects.toMatchObject(conflict(second, first));
    await rename(1);
    const parts = { database: lab.database, evidence, now: () => lab.instant };
    await restartLog(parts, workspaceId, "Why not.");
    expect(await evidence.checkpoints.sign(workspaceId)).toMatchObject({ origin: second });
    await rename(1);
    await expect(evidence.checkpoints.sign(workspaceId)).rejects.toMatchObject(conflict(first, second));
    // The way out gives none of them again.
    expect(await restartLog({ ...parts, evidence: lab.open(lab.database) }, workspaceId, "b")).toBe(3);
    expect(await evidence.checkpoints.sign(workspaceId)).toMatchObject({ origin: logOrigin(workspaceId, 3) });
  });

  test("are not signed under the name before the last one, though the database forgot that one", async () => {
    const before = lab.open(lab.database, folder);
    await append(before, "a");
    const backup = await stateNow();
    await restartLog(
      { database: lab.database, evidence: before, now: () => lab.instant },
      lab.workspaceId,
      "b",
    );
    await before.checkpoints.sign(lab.workspaceId);
    await restoreTo(1, backup);
    await lab.database.knex("event_logs").where({ workspace_id: lab.workspaceId }).update({ generation: 1 });
    const after = lab.open(lab.database, folder);
    expect(await after.checkpoints.inspect()).toEqual([lab.workspaceId]);
    await expect(after.checkpoints.sign(lab.workspaceId)).rejects.toMatchObject({
      message: logRenamed(logOrigin(lab.workspaceId, 1), logOrigin(lab.workspaceId, 2)).message,
    });
  });

  test("are refused to whoever would erase what tells of a new name", async () => {
    const parts = { database: lab.database, evidence: lab.evidence, now: () => lab.instant };
    await restartLog(parts, lab.workspaceId, "b");
    const { event_id: uuid } = await lab.database
      .knex("events")
      .where({ workspace_id: lab.workspaceId })
      .first("event_id");
    const id = formatId("event", uuid);
    const caller = { workspaceId: lab.workspaceId, apiKeyId: lab.workspaceId };
    const asked = { events: [id], reason: "r", key: undefined };
    await expect(eraseEvents(parts, caller, asked)).rejects.toThrow(restartStays(id).message);
  });

  test("are signed on after a restart, when nothing was lost", async () => {
    const before = lab.open(lab.database, folder);
    await append(before, "a", "b", "c");
    await before.checkpoints.sign(lab.workspaceId);
    const after = lab.open(lab.database, folder);
    expect(await after.checkpoints.inspect()).toEqual([]);
    await append(after, "d");
    expect(await after.checkpoints.sign(lab.workspaceId)).toMatchObject({ size: 4 });
    expect(readdirSync(folder)).toEqual([`${lab.workspaceId}.json`]);
  });

  test("are not signed when the end of the log was altered in the database", async () => {
    await append(lab.evidence, "a", "b", "c");
    await lab.evidence.checkpoints.sign(lab.workspaceId);
    await lab.database
      .knex("event_logs")
      .where({ workspace_id: lab.workspaceId })
      .update({ root: Buffer.alloc(32, 1) });
    const fresh = lab.open(lab.database);
    await expect(fresh.checkpoints.sign(lab.workspaceId)).rejects.toMatchObject({
      code: "evidence_conflict",
    });
  });

  test("of a smaller size than the log's are of the same history", async () => {
    await append(lab.evidence, "a", "b", "c", "d", "e");
    const whole = await lab.evidence.checkpoints.sign(lab.workspaceId);
    const part = await lab.evidence.checkpoints.sign(lab.workspaceId, 3);
    expect([whole.size, part.size, part.origin]).toEqual([5, 3, whole.origin]);
  });

  test("are refused with a reason when what is remembered cannot be read", async () => {
    await append(lab.evidence, "a");
    writeFileSync(join(folder, `${lab.workspaceId}.json`), "{}");
    await expect(lab.open(lab.database, folder).checkpoints.sign(lab.workspaceId)).rejects.toThrow();
  });
});
