// A database whose protections were removed, and in which one migration has another form. `doctor` names each
// difference, and servers refuse the other form.
import { describe, expect, test } from "vitest";
import { useOperatedDatabase, withoutPostgres } from "../support/operated-database.ts";

describe.skipIf(withoutPostgres)("a changed schema", () => {
  const { database, operate } = useOperatedDatabase("Example");

  test("has no fault before it is changed", async () => {
    const { stdout } = await operate("doctor");
    expect(stdout).toMatch(/ok {4}migrations /);
    expect(stdout).toMatch(/ok {4}rights /);
  });

  test("is named by doctor: the granted right, the dropped trigger and the other form of the step", async () => {
    await database().knex.raw("grant delete on checkpoints to current_user");
    await database().knex.raw("drop trigger event_keys_truncate on event_keys");
    await database().knex("schema_steps").where({ name: "0016_evidence_heads" }).update({ digest: "00" });
    const { code, stdout } = await operate("doctor");
    expect(code).toBe(1);
    expect(stdout).toContain("the migration 0016_evidence_heads was applied in another form");
    expect(stdout).toContain("the denial of delete on checkpoints to ");
    expect(stdout).toContain('revoke delete on "checkpoints" from ');
    expect(stdout).toContain("the trigger event_keys_truncate on event_keys");
    expect(stdout).toContain('create trigger "event_keys_truncate" BEFORE TRUNCATE ON "event_keys"');
  });

  test("is shown by migrate status, and refused by servers", async () => {
    const status = await operate("migrate", "status");
    expect(status.stdout).toContain("applied  0016_evidence_heads (in another form)");
    const { code, stderr } = await operate("serve");
    expect(code).toBe(1);
    expect(stderr).toContain("the migration 0016_evidence_heads was applied in another form");
  });
});
