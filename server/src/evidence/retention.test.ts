import { ed25519Jwk } from "@assay/contract/wire";
import { verifyExport } from "@assay/contract/wire/evidence-verify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines } from "../jobs/job-lab.fixture.ts";
import { EvidenceLab, told } from "./evidence-lab.fixture.ts";
import { eraseExpired } from "./retention.ts";

const dayMs = 24 * 3_600_000;

describe.each(engines)("retention on %s", (engine) => {
  let lab: EvidenceLab;
  beforeAll(async () => {
    lab = await EvidenceLab.open(engine);
    const receivedAt = (daysAgo: number) => lab.instant.getTime() - daysAgo * dayMs;
    for (const daysAgo of [40, 31, 29, 0])
      await lab.evidence.writer.append(lab.workspaceId, () => ({
        ...told("tool_call", { daysAgo }),
        receivedAt: receivedAt(daysAgo),
      }));
  });
  afterAll(() => lab.close());

  const parts = (retentionDays: number | undefined) => ({
    database: lab.database,
    evidence: lab.evidence,
    now: () => lab.instant,
    config: { retentionDays },
  });
  const kept = async () =>
    lab.database.knex("events").whereNotNull("data").whereNotNull("salt").orderBy("seq").pluck("seq");

  test("keeps everything when nothing is said", async () => {
    expect(await eraseExpired(parts(undefined))).toBe(0);
    expect(await kept()).toEqual([1, 2, 3, 4]);
  });

  test("erases data and salt of what is older, tells of it, and every leaf stays", async () => {
    const before = await lab.database.knex("events").orderBy("seq").pluck("leaf_hash");
    expect(await eraseExpired(parts(30))).toBe(2);
    expect(await kept()).toEqual([3, 4, 5]);
    expect((await lab.database.knex("events").orderBy("seq").pluck("leaf_hash")).slice(0, 4)).toEqual(before);
    const erasure = await lab.database.knex("events").where({ seq: 5 }).first("type", "origin", "data");
    expect(erasure).toEqual({
      type: "evidence_erased",
      origin: "server",
      data: { seqs: [1, 2], reason: "Kept for 30 days.", apiKey: null },
    });
    const { publicKey } = await lab.evidence.keys.active();
    const report = await verifyExport(await lab.exported(), { keys: { keys: [ed25519Jwk(publicKey)] } });
    expect(report).toMatchObject({ valid: true, events: 5, erased: 2 });
  });

  test("erases nothing twice, and never what tells of an erasure", async () => {
    expect(await eraseExpired(parts(30))).toBe(0);
    lab.instant = new Date(lab.instant.getTime() + 400 * dayMs);
    expect(await eraseExpired(parts(30))).toBe(2);
    expect(await eraseExpired(parts(30))).toBe(0);
    const types = await lab.database.knex("events").whereNotNull("data").distinct("type").pluck("type");
    expect(types).toEqual(["evidence_erased"]);
  });
});
