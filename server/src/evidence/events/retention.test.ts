import { ed25519Jwk } from "@assay/contract/wire";
import { verifyExport } from "@assay/contract/wire/evidence-verify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines } from "../../platform/jobs/job-harness.fixture.ts";
import { createLogger, standardError } from "../../platform/log.ts";
import { EvidenceHarness, testEvent } from "../log/evidence-harness.fixture.ts";
import { restartLog } from "../log/restart-log.ts";
import { eraseExpired } from "./retention.ts";

const dayMs = 24 * 3_600_000;

describe.each(engines)("retention on %s", (engine) => {
  let harness: EvidenceHarness;
  beforeAll(async () => {
    harness = await EvidenceHarness.open(engine);
    for (const daysAgo of [40, 31, 29, 0]) await append(daysAgo);
  });
  afterAll(() => harness.close());

  const append = (daysAgo: number) =>
    harness.evidence.writer.append(harness.workspaceId, () => ({
      ...testEvent("tool_call", { daysAgo }),
      receivedAt: harness.instant.getTime() - daysAgo * dayMs,
    }));
  const parts = (retentionDays: number | undefined) => ({
    database: harness.database,
    evidence: harness.evidence,
    now: () => harness.instant,
    log: createLogger("silent", standardError()),
    config: { retentionDays },
  });
  const unerased = async () =>
    harness.database.knex("events").whereNotNull("data").whereNotNull("salt").orderBy("seq").pluck("seq");

  test("erases nothing without a retention period", async () => {
    expect(await eraseExpired(parts(undefined))).toBe(0);
    expect(await unerased()).toEqual([1, 2, 3, 4]);
  });

  test("erases data and salt of older events, logs the erasure, and retains every leaf", async () => {
    const before = await harness.database.knex("events").orderBy("seq").pluck("leaf_hash");
    expect(await eraseExpired(parts(30))).toBe(2);
    expect(await unerased()).toEqual([3, 4, 5]);
    expect((await harness.database.knex("events").orderBy("seq").pluck("leaf_hash")).slice(0, 4)).toEqual(
      before,
    );
    const erasure = await harness.database.knex("events").where({ seq: 5 }).first("type", "origin", "data");
    expect(erasure).toEqual({
      type: "evidence_erased",
      origin: "server",
      data: { seqs: [1, 2], reason: "Older than the retention period of 30 days.", apiKey: null },
    });
    const { publicKey } = await harness.evidence.keys.active();
    const report = await verifyExport(await harness.exported(), { keys: { keys: [ed25519Jwk(publicKey)] } });
    expect(report).toMatchObject({ valid: true, events: 5, erased: 2 });
  });

  test("erases no event twice, and never the record of an erasure or of a restart", async () => {
    expect(await eraseExpired(parts(30))).toBe(0);
    await restartLog(parts(30), harness.workspaceId, "The disk was lost.");
    harness.instant = new Date(harness.instant.getTime() + 400 * dayMs);
    expect(await eraseExpired(parts(30))).toBe(2);
    expect(await eraseExpired(parts(30))).toBe(0);
    const types = await harness.database.knex("events").whereNotNull("data").orderBy("seq").pluck("type");
    expect(types).toEqual(["evidence_erased", "log_restarted", "evidence_erased"]);
  });

  test("continues in other workspaces if a log has lost its end", async () => {
    await harness.newWorkspace();
    await append(31);
    await harness.database.knex("event_logs").where({ workspace_id: harness.workspaceId }).delete();
    await harness.newWorkspace();
    await append(31);
    expect(await eraseExpired(parts(30))).toBe(1);
    const left = await harness.database.knex("events").where({ type: "tool_call" }).whereNotNull("data");
    expect(left).toHaveLength(1);
    expect(left[0].workspace_id).not.toBe(harness.workspaceId);
  });
});
