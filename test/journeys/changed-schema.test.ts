// A database whose protections were removed, and in which one migration has another form. `doctor` names each
// difference, and servers refuse the other form.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "../../server/src/platform/db/connection/connect.ts";
import { freshDatabase } from "../support/database.ts";
import { operate } from "../support/operate.ts";
import { postgresUrl } from "../support/test-postgres.ts";

const withoutPostgres = (await postgresUrl()) === null;

describe.skipIf(withoutPostgres)("a changed schema", () => {
  let database: Database;
  let location: Record<string, string>;

  beforeAll(async () => {
    database = await freshDatabase("postgres");
    location = {
      DATABASE_URL: database.url ?? "",
      PORT: "0",
      ASSAY_SECRET_KEYS: `1:${Buffer.alloc(32, 7).toString("base64")}`,
    };
    await operate(["workspace", "create", "Example"], location);
  });
  afterAll(() => database?.close());

  test("has no fault before it is changed", async () => {
    const { stdout } = await operate(["doctor"], location);
    expect(stdout).toMatch(/ok {4}migrations /);
    expect(stdout).toMatch(/ok {4}rights /);
  });

  test("is named by doctor: the granted right, the dropped trigger and the other form of the step", async () => {
    await database.knex.raw("grant delete on checkpoints to current_user");
    await database.knex.raw("drop trigger event_keys_truncate on event_keys");
    await database.knex("schema_steps").where({ name: "0016_evidence_heads" }).update({ digest: "00" });
    const { code, stdout } = await operate(["doctor"], location);
    expect(code).toBe(1);
    expect(stdout).toContain("the migration 0016_evidence_heads was applied in another form");
    expect(stdout).toContain("the denial of delete on checkpoints to ");
    expect(stdout).toContain('revoke delete on "checkpoints" from ');
    expect(stdout).toContain("the trigger event_keys_truncate on event_keys");
    expect(stdout).toContain('create trigger "event_keys_truncate" BEFORE TRUNCATE ON "event_keys"');
  });

  test("is shown by migrate status, and refused by servers", async () => {
    const status = await operate(["migrate", "status"], location);
    expect(status.stdout).toContain("applied  0016_evidence_heads (in another form)");
    const { code, stderr } = await operate(["serve"], location);
    expect(code).toBe(1);
    expect(stderr).toContain("the migration 0016_evidence_heads was applied in another form");
  });
});
