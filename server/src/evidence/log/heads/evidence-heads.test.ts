// Tests an attack: somebody who can write to the database, but has no secret key, replaces the history of a
// log. The server must not sign the replaced history.
import { randomBytes } from "node:crypto";
import { restartStays } from "@assay/contract/evidence/log/evidence-refusals";
import { formatId } from "@assay/contract/platform/ids";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inTransaction } from "../../../platform/db/transaction.ts";
import { newId } from "../../../platform/new-id.ts";
import { engines } from "../../../platform/jobs/job-harness.fixture.ts";
import { SecretBox } from "../../../platform/secrets/secret-box.ts";
import { eraseEvents } from "../../events/erasure-service.ts";
import { EvidenceHarness, testEvent } from "../evidence-harness.fixture.ts";
import { restartLog } from "../restart-log.ts";
import { acceptLog, NothingToAccept } from "./accept-log.ts";
import { EvidenceHeads, headPurpose } from "./evidence-heads.ts";

describe.each(engines)("the sealed record of a log on %s", (engine) => {
  let harness: EvidenceHarness;
  beforeAll(async () => {
    harness = await EvidenceHarness.open(engine);
  });
  beforeEach(() => harness.newWorkspace());
  afterAll(() => harness.close());

  const where = () => ({ workspace_id: harness.workspaceId });
  const record = () => harness.database.knex("evidence_heads").where(where());
  /** Opens the logs as a process that starts now, without a witness. */
  const restarted = () => harness.open(harness.database);
  const sign = (size?: number) => restarted().checkpoints.sign(harness.workspaceId, size);
  const parts = () => ({ database: harness.database, evidence: restarted(), now: () => harness.instant });
  const accept = (reason = "A trial.") => acceptLog(parts(), harness.workspaceId, reason);
  const refusal = (text: string) => ({
    code: "evidence_conflict",
    message: expect.stringContaining(text),
  });
  const isMissing = refusal("A sealed record of the last checkpoint is required: the log has ");
  const isAltered = refusal("is not valid; it must match a key in ASSAY_SECRET_KEYS");

  /** Replaces all events, the log's tree and its end consistently, and deletes all checkpoints. */
  async function forge(...types: string[]): Promise<void> {
    const { knex } = harness.database;
    const guarded = ["events_0", "checkpoints"];
    for (const table of guarded) await knex.raw(`alter table ${table} disable trigger all`);
    for (const table of [...guarded, "event_logs"]) await knex(table).where(where()).delete();
    for (const type of types) await restarted().writer.append(harness.workspaceId, () => testEvent(type));
  }

  test("starts at size 0 with the workspace and follows the checkpoints, but never backwards", async () => {
    expect(await record()).toMatchObject([{ generation: 1, size: 0 }]);
    await harness.append("a", "b", "c");
    expect(await record()).toMatchObject([{ size: 0 }]);
    await sign(2);
    expect(await record()).toMatchObject([{ size: 2 }]);
    const { root } = await sign();
    expect(await record()).toMatchObject([{ size: 3, root: Buffer.from(root) }]);
    await sign(1);
    expect(await record()).toMatchObject([{ size: 3 }]);
  });

  test("refuses a forged history of the same size, a longer and a shorter one", async () => {
    await harness.append("a", "b", "c");
    await sign();
    for (const types of [["x", "b", "c"], ["a", "b", "x", "c", "d"], ["a", "b"], []]) {
      await forge(...types);
      await expect(sign()).rejects.toMatchObject(refusal("does not extend the signed checkpoint (3 events"));
      expect(await harness.database.knex("checkpoints").where(where())).toEqual([]);
    }
    await forge("a", "b", "c", "d");
    // The replaced history has the same events, but each event has a new random salt, so the root differs.
    await expect(sign()).rejects.toMatchObject({ code: "evidence_conflict" });
  });

  test("refuses a log with events if its record is deleted, forged, or the record of another workspace", async () => {
    await harness.append("a");
    await sign();
    const [genuine] = await record();
    const other = newId();
    await harness.database.knex("workspaces").insert({ id: other, name: other, created_at: new Date() });
    await inTransaction(harness.database, (tx) => harness.evidence.heads.seal(tx, other, genuine));
    const [ofOther] = await harness.database.knex("evidence_heads").where({ workspace_id: other });
    await forge("x");
    await record().delete();
    await expect(sign()).rejects.toMatchObject(isMissing);
    const end = await harness.database.knex("event_logs").where(where()).first("root");
    for (const forged of [
      { ...ofOther, ...where() },
      { ...genuine, root: end.root },
      { ...genuine, size: 0 },
      { ...genuine, generation: 2 },
      { ...genuine, mac: randomBytes(32) },
      { ...genuine, mac: Buffer.alloc(0) },
    ]) {
      await record().delete();
      await harness.database.knex("evidence_heads").insert(forged);
      await expect(sign()).rejects.toMatchObject(isAltered);
    }
    expect(await harness.database.knex("checkpoints").where(where())).toEqual([]);
  });

  test("does not reveal that an earlier state was restored together with its record; a witness reveals it", async () => {
    const [earlier] = await record();
    await harness.append("a");
    await sign();
    await forge("x");
    await record().update(earlier);
    expect(await sign()).toMatchObject({ size: 1 });
  });

  test("is not created again if it is deleted together with all events of the log", async () => {
    await harness.append("a");
    await sign();
    await forge();
    await record().delete();
    expect(await sign()).toMatchObject({ size: 0 });
    await harness.append("x");
    await expect(sign()).rejects.toMatchObject(isMissing);
  });

  test("is created for a log of an earlier release when an operator accepts the log; an event records this", async () => {
    await harness.append("a", "b");
    await record().delete();
    await expect(sign()).rejects.toMatchObject(isMissing);
    expect(await accept("Made before the upgrade.")).toBe(3);
    expect(await sign()).toMatchObject({ size: 3 });
    const event = await harness.database
      .knex("events")
      .where({ ...where(), seq: 3 })
      .first();
    expect(event).toMatchObject({
      type: "evidence_accepted",
      origin: "server",
      data: {
        reason: "Made before the upgrade.",
        record: "missing",
        recorded: null,
        found: { generation: 1, size: 2, root: expect.stringMatching(/^[\da-f]{64}$/) },
      },
    });
    await expect(accept()).rejects.toThrow(NothingToAccept);
    const id = formatId("event", event.event_id);
    const caller = { workspaceId: harness.workspaceId, apiKeyId: harness.workspaceId };
    await expect(eraseEvents(parts(), caller, { events: [id], reason: "r", key: undefined })).rejects.toThrow(
      restartStays(id, "an acceptance").message,
    );
  });

  test("is replaced by an acceptance if it is altered or contradicts the log; the event contains its state", async () => {
    await harness.append("a", "b");
    const { root } = await sign();
    await forge("x");
    await accept();
    const contradicted = {
      record: "contradicted",
      recorded: { size: 2, root: Buffer.from(root).toString("hex") },
    };
    expect(
      await harness.database
        .knex("events")
        .where({ ...where(), seq: 2 })
        .first("data"),
    ).toMatchObject({
      data: contradicted,
    });
    expect(await sign()).toMatchObject({ size: 2 });
    await record().update({ mac: randomBytes(32) });
    await expect(sign()).rejects.toMatchObject(isAltered);
    await accept();
    expect(await sign()).toMatchObject({ size: 3 });
  });

  test("contains the log's generation: a forged restart is refused, a restart by an operator is recorded", async () => {
    await harness.append("a");
    await sign();
    const restart = { ...testEvent("log_restarted", { generation: 2 }), origin: "server" as const };
    await restarted().writer.append(harness.workspaceId, () => restart);
    await harness.database.knex("event_logs").where(where()).update({ generation: 2 });
    await expect(sign()).rejects.toMatchObject(refusal("does not match the name in previous checkpoints"));
    expect(await restartLog(parts(), harness.workspaceId, "Why not.")).toBe(3);
    expect(await record()).toMatchObject([{ generation: 3, size: 3 }]);
    expect(await sign()).toMatchObject({ size: 3 });
  });

  test("verifies with each listed key, and is sealed again with the newest key", async () => {
    const headsOf = (...versions: number[]) => {
      const [first = 7, ...others] = versions;
      const keyOf = (byte: number) => ({ version: String(byte), key: Buffer.alloc(32, byte) });
      const box = new SecretBox(harness.database.knex, [keyOf(first), ...others.map(keyOf)]);
      return new EvidenceHeads(box.keysFor(headPurpose));
    };
    const found = (heads: EvidenceHeads) => heads.find(harness.database.knex, harness.workspaceId);
    expect(await found(headsOf(8, 7))).toMatchObject({ size: 0 });
    expect(await found(headsOf(8))).toBe("altered");
    const altered = await inTransaction(harness.database, (tx) => headsOf(8, 7).sealAgain(tx));
    expect(await found(headsOf(8))).toMatchObject({ size: 0 });
    expect(await found(headsOf(7))).toBe("altered");
    await record().update({ size: 5 });
    // A record that no key verifies is not sealed again.
    expect(await inTransaction(harness.database, (tx) => headsOf(7, 8).sealAgain(tx))).toBe(altered + 1);
    expect(await found(headsOf(7, 8))).toBe("altered");
  });
});
