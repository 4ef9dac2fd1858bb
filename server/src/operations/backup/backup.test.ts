import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { freshDatabase } from "../../../../test/support/database.ts";
import { EvidenceLab, told } from "../../evidence/log/evidence-lab.fixture.ts";
import { restoreBackup } from "./restore-backup.ts";
import { verifyBackup } from "./read-backup.ts";
import { writeBackup } from "./write-backup.ts";

const keyring = [{ version: "1", key: Buffer.alloc(32, 7) }] as const;

test("a backup of an embedded database verifies, and is restored with its evidence log", async () => {
  const scratch = mkdtempSync(join(tmpdir(), "assay-backup-"));
  onTestFinished(() => rmSync(scratch, { recursive: true }));
  const lab = await EvidenceLab.open("embedded");
  onTestFinished(() => lab.close());
  await lab.evidence.writer.append(lab.workspaceId, () => told("tool_call", { index: 1 }));
  await lab.evidence.checkpoints.sign(lab.workspaceId);
  const folder = join(scratch, "backup");
  await writeBackup(lab.database, folder, { now: () => lab.instant, signal: new AbortController().signal });
  await verifyBackup(folder);

  const database = await freshDatabase("embedded");
  onTestFinished(() => database.close());
  const { logs } = await restoreBackup({ database, keyring }, folder);
  expect(logs).toMatchObject([{ workspaceId: lab.workspaceId, size: 1 }]);
  expect(await database.knex("events").pluck("type")).toEqual(["tool_call"]);
});
