import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { freshDatabase } from "../../../../test/support/database.ts";
import { EvidenceHarness, testEvent } from "../../evidence/log/evidence-harness.fixture.ts";
import { restoreBackup } from "./restore-backup.ts";
import { verifyBackup } from "./read-backup.ts";
import { writeBackup } from "./write-backup.ts";

const keys = { secretKeys: `1:${Buffer.alloc(32, 7).toString("base64")}`, dataDir: "" };

test("a backup of an embedded database verifies and is restored with its evidence log", async () => {
  const scratch = mkdtempSync(join(tmpdir(), "assay-backup-"));
  onTestFinished(() => rmSync(scratch, { recursive: true }));
  const harness = await EvidenceHarness.open("embedded");
  onTestFinished(() => harness.close());
  await harness.evidence.writer.append(harness.workspaceId, () => testEvent("tool_call", { index: 1 }));
  await harness.evidence.checkpoints.sign(harness.workspaceId);
  const folder = join(scratch, "backup");
  await writeBackup(harness.database, folder, {
    now: () => harness.instant,
    signal: new AbortController().signal,
  });
  await verifyBackup(folder);

  const database = await freshDatabase("embedded");
  onTestFinished(() => database.close());
  const { logs, unaccepted } = await restoreBackup({ database, keys }, folder);
  expect(unaccepted).toEqual([]);
  expect(logs).toMatchObject([{ workspaceId: harness.workspaceId, size: 1 }]);
  expect(await database.knex("events").pluck("type")).toEqual(["tool_call"]);
});

test("a restore names the evidence logs without a sealed record, which must be accepted", async () => {
  const scratch = mkdtempSync(join(tmpdir(), "assay-backup-"));
  onTestFinished(() => rmSync(scratch, { recursive: true }));
  const harness = await EvidenceHarness.open("embedded");
  onTestFinished(() => harness.close());
  await harness.evidence.writer.append(harness.workspaceId, () => testEvent("tool_call", { index: 1 }));
  await harness.database.knex("evidence_heads").delete();
  const folder = join(scratch, "backup");
  await writeBackup(harness.database, folder, {
    now: () => harness.instant,
    signal: new AbortController().signal,
  });
  const database = await freshDatabase("embedded");
  onTestFinished(() => database.close());
  const { unaccepted } = await restoreBackup({ database, keys }, folder);
  const { name: workspace } = await database.knex("workspaces").first("name");
  expect(unaccepted).toEqual([{ workspace, kind: "missing" }]);
});
