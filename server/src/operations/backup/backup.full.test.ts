import {
  copyFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatId } from "@assay/contract/platform/ids";
import { ed25519Jwk } from "@assay/contract/wire";
import { verifyExport } from "@assay/contract/wire/evidence-verify";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { freshDatabase } from "../../../../test/support/database.ts";
import type { Database } from "../../platform/db/connection/connect.ts";
import { migrateUp } from "../../platform/db/migrate.ts";
import { migrations } from "../../platform/db/migrations/index.ts";
import { eraseEvents } from "../../evidence/events/erasure-service.ts";
import { exportLines } from "../../evidence/log/evidence-export.ts";
import { EvidenceHarness, testEvent } from "../../evidence/log/evidence-harness.fixture.ts";
import { engines } from "../../platform/jobs/job-harness.fixture.ts";
import { sealManifest } from "./manifest.ts";
import { verifyBackup } from "./read-backup.ts";
import { restoreBackup } from "./restore-backup.ts";
import { listTables } from "../../platform/db/table-list.ts";
import { writeBackup } from "./write-backup.ts";

const neverAborted = new AbortController().signal;

const keys = { secretKeys: `1:${Buffer.alloc(32, 7).toString("base64")}`, dataDir: "" };
const scratch = mkdtempSync(join(tmpdir(), "assay-backup-"));
afterAll(() => rmSync(scratch, { recursive: true }));

/** The characters that must be escaped in JSON lines, COPY or array literals. */
const specialCharacters = 'quote " backslash \\ tab \t newline \n U+2028 \u2028 \\N 😀 { , } null';

/** Returns every row of every table as text, sorted. */
async function contents({ knex }: Database): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const { name, columns } of await listTables(knex)) {
    const row = columns.map((column) => `"${column}"::text`).join(", ");
    const { rows } = await knex.raw<{ rows: { row: string }[] }>(
      `select array[${row}]::text as row from "${name}" order by 1`,
    );
    found[name] = rows.map((one) => one.row);
  }
  return found;
}

async function fill(harness: EvidenceHarness): Promise<void> {
  const { knex } = harness.database;
  const { workspaceId: workspace_id, instant: created_at } = harness;
  const own = { workspace_id, id: workspace_id, created_at };
  await knex("workspaces").insert({ id: "01900000-0000-7000-8000-000000000001", name: "other", created_at });
  await knex("projects").insert({ ...own, name: specialCharacters });
  await knex("datasets").insert({ ...own, project_id: own.id, name: "d", updated_at: created_at });
  const sampleMembers = { workspace_id, dataset_id: own.id, valid_from: 1, created_at };
  const sample = (index: number) => ({
    ...sampleMembers,
    id: `01900000-0000-7000-8000-${index.toString(16).padStart(12, "0")}`,
    external_id: index === 0 ? null : `${specialCharacters}${index}`,
    // This JSON must be stored exactly as written, including the spaces and a number beyond the precision of
    // a double.
    input: `{ "text" : ${JSON.stringify(specialCharacters)}, "n": 12345678901234567890.10 }`,
    metadata: JSON.stringify({ index }),
    tags: [specialCharacters, "", "NULL"],
    content_hash: Buffer.from([0, 255, 10, index % 256]),
    case_hash: Buffer.alloc(0),
  });
  await knex("samples").insert(Array.from({ length: 200 }, (_, index) => sample(index)));
  await knex("models").insert({ ...own, name: "m", version: "1", metadata: "{}" });
  for (let index = 0; index < 40; index += 1)
    await harness.evidence.writer.append(workspace_id, () =>
      testEvent("tool_call", { index, specialCharacters }),
    );
  const { event_id: erased } = await knex("events").where({ seq: 7 }).first("event_id");
  await eraseEvents(
    { evidence: harness.evidence, now: () => harness.instant },
    { workspaceId: workspace_id, apiKeyId: workspace_id },
    { events: [formatId("event", erased)], reason: "requested", key: undefined },
  );
  await harness.evidence.checkpoints.sign(workspace_id);
}

describe.each(engines)("a backup of %s", (from) => {
  let harness: EvidenceHarness;
  const folder = join(scratch, from);
  beforeAll(async () => {
    harness = await EvidenceHarness.open(from);
    await fill(harness);
    await writeBackup(harness.database, folder, { now: () => harness.instant, signal: neverAborted });
  }, 120_000);
  afterAll(() => harness.close());

  test.each(engines)(
    "is restored unchanged on %s, and its evidence log verifies and continues",
    async (to) => {
      const database = await freshDatabase(to);
      onTestFinished(() => database.close());
      const { logs } = await restoreBackup({ database, keys }, folder);
      expect(await contents(database)).toEqual(await contents(harness.database));
      expect(logs).toMatchObject([{ workspaceId: harness.workspaceId, size: 41 }]);

      const evidence = harness.open(database);
      let exported = "";
      for await (const piece of exportLines({ database, evidence }, harness.workspaceId)) exported += piece;
      expect(exported).toBe(await harness.exported());
      const { publicKey } = await evidence.keys.active();
      const report = await verifyExport(exported, { keys: { keys: [ed25519Jwk(publicKey)] } });
      expect(report).toMatchObject({ valid: true, events: 41, erased: 1 });

      await evidence.writer.append(harness.workspaceId, () => testEvent("after"));
      expect(await evidence.checkpoints.sign(harness.workspaceId)).toMatchObject({ size: 42 });
      await evidence.close();
    },
  );

  test("does not overwrite an existing folder", async () => {
    await expect(
      writeBackup(harness.database, folder, { now: () => harness.instant, signal: neverAborted }),
    ).rejects.toThrow(/already exists\. Choose a new folder/);
  });

  test("leaves no files if it is interrupted", async () => {
    const parent = join(scratch, `${from}-interrupted`);
    const controller = new AbortController();
    const writing = writeBackup(harness.database, join(parent, "backup"), {
      now: () => harness.instant,
      signal: controller.signal,
    });
    controller.abort(new Error("interrupted by the test"));
    await expect(writing).rejects.toThrow("interrupted by the test");
    expect(readdirSync(parent)).toEqual([]);
  });

  test("is a consistent snapshot despite concurrent writes", async () => {
    const target = join(scratch, `${from}-moment`);
    const before = await contents(harness.database);
    const writing = writeBackup(harness.database, target, {
      now: () => harness.instant,
      signal: neverAborted,
    });
    await harness.evidence.writer.append(harness.workspaceId, () => testEvent("meanwhile"));
    await writing;
    const database = await freshDatabase("embedded");
    onTestFinished(() => database.close());
    const { logs } = await restoreBackup({ database, keys }, target);
    const restored = await contents(database);
    // The backup contains either the concurrent event with all related rows, or neither.
    const size = logs[0]?.size ?? 0;
    expect(restored["events"]).toHaveLength(size);
    if (size === 41) expect(restored).toEqual(before);
  });
});

describe("restoring", () => {
  let harness: EvidenceHarness;
  let target: Database;
  const whole = join(scratch, "whole");
  beforeAll(async () => {
    harness = await EvidenceHarness.open("embedded");
    await fill(harness);
    await writeBackup(harness.database, whole, { now: () => harness.instant, signal: neverAborted });
    target = await freshDatabase("embedded");
  }, 120_000);
  afterAll(async () => {
    await harness.close();
    await target.close();
  });

  const copy = (name: string): string => {
    const folder = join(scratch, name);
    cpSync(whole, folder, { recursive: true });
    return folder;
  };
  const refusal = async (folder: string, given = keys) => {
    const error = await restoreBackup({ database: target, keys: given }, folder).catch((one: Error) => one);
    expect(Object.values(await contents(target)).flat()).toEqual([]);
    return error instanceof Error ? error.message : "It was restored.";
  };

  test("refuses a database that is not empty and leaves it unchanged", async () => {
    const before = await contents(harness.database);
    await expect(restoreBackup({ database: harness.database, keys }, whole)).rejects.toThrow(
      /The database is not empty: the table \w+ has rows/,
    );
    expect(await contents(harness.database)).toEqual(before);
  });

  test("refuses a changed, truncated or missing file", async () => {
    const changed = copy("changed");
    const bytes = readFileSync(join(changed, "samples.ndjson.gz"));
    bytes.writeUInt8(bytes.readUInt8(100) ^ 1, 100);
    writeFileSync(join(changed, "samples.ndjson.gz"), bytes);
    expect(await refusal(changed)).toMatch(/samples\.ndjson\.gz was changed: its SHA-256 differs/);
    const cut = copy("cut");
    truncateSync(join(cut, "events.ndjson.gz"), 50);
    expect(await refusal(cut)).toMatch(/events\.ndjson\.gz was changed: its SHA-256 differs/);
    const missing = copy("missing");
    rmSync(join(missing, "models.ndjson.gz"));
    expect(await refusal(missing)).toMatch(/models\.ndjson\.gz cannot be read; the backup is incomplete/);
  });

  test("refuses a changed manifest and a folder without one", async () => {
    const changed = copy("manifest");
    const file = join(changed, "manifest.json");
    writeFileSync(file, readFileSync(file, "utf8").replace('"rows": 200', '"rows": 199'));
    expect(await refusal(changed)).toMatch(/was changed: its digest does not match/);
    expect(await refusal(scratch)).toMatch(/is not a backup: its manifest\.json is missing/);
  });

  test("refuses the backup of another release", async () => {
    const newer = copy("newer");
    const { digest: _, ...parts } = await verifyBackup(newer);
    const manifest = sealManifest({ ...parts, migrations: [...parts.migrations, "9999_later"] });
    writeFileSync(join(newer, "manifest.json"), JSON.stringify(manifest));
    expect(await refusal(newer)).toMatch(/migrations that this release does not have: 9999_later/);
  });

  test("refuses a backup whose events do not match the log's end, even with valid checksums", async () => {
    const forged = copy("forged");
    const { digest: _, ...parts } = await verifyBackup(forged);
    // Replaces the table's rows with those of an empty table.
    const empty = parts.tables.find(({ rows }) => rows === 0);
    if (!empty) throw new Error("The backup has no empty table.");
    copyFileSync(join(forged, `${empty.name}.ndjson.gz`), join(forged, "events.ndjson.gz"));
    const tables = parts.tables.map((table) =>
      table.name === "events" ? { ...empty, name: "events", columns: table.columns } : table,
    );
    writeFileSync(join(forged, "manifest.json"), JSON.stringify(sealManifest({ ...parts, tables })));
    expect(await refusal(forged)).toMatch(/has 0 events and the root .*, but its recorded end states 41/);
  });

  test("refuses secrets without their key and names the key", async () => {
    const other = { secretKeys: `2:${Buffer.alloc(32, 8).toString("base64")}`, dataDir: "" };
    expect(await refusal(whole, other)).toMatch(
      /^ASSAY_SECRET_KEYS does not open this database: version 1 is missing/,
    );
  });

  test("refuses a database with a later schema than the backup", async () => {
    const early = await freshDatabase("embedded");
    onTestFinished(() => early.close());
    await early.knex.raw("drop schema public cascade; create schema public");
    await migrateUp(early, { migrations: migrations.slice(0, -1) });
    await early
      .knex("workspaces")
      .insert({ id: harness.workspaceId, name: "early", created_at: harness.instant });
    const folder = join(scratch, "early");
    await writeBackup(early, folder, { now: () => harness.instant, signal: neverAborted });
    expect(await refusal(folder)).toMatch(/Restore into a database without a schema/);
    await target.knex.raw("drop schema public cascade; create schema public");
    await restoreBackup({ database: target, keys }, folder);
    expect(await target.knex("workspaces").pluck("name")).toEqual(["early"]);
    expect(await target.knex("knex_migrations").pluck("name")).toHaveLength(migrations.length);
  });
});
