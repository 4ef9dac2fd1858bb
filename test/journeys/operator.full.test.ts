// An operator uses assay-server to manage an installation on the embedded database, rotate its keys, move it
// to Postgres and delete a workspace there.
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { freshDatabase } from "../support/database.ts";
import { postgresUrl } from "../support/test-postgres.ts";
import { createOperatorHarness, type Finding } from "./harness/operator-harness.ts";

const withoutPostgres = (await postgresUrl()) === null;
const { scratch, dataDir, operate, operateJson } = createOperatorHarness();

describe("an installation", () => {
  test("with a new workspace is healthy", async () => {
    expect((await operate(["workspace", "create", "Clinic"])).code).toBe(0);
    const { healthy, findings } = await operateJson(["doctor"]);
    expect(healthy).toBe(true);
    const found = findings.map(({ check, status }: Finding) => `${check} ${status}`);
    expect(found.slice(0, 5)).toEqual([
      "configuration ok",
      "database ok",
      "migrations ok",
      "rights ok",
      "writes ok",
    ]);
    expect(found.slice(5, 10)).toEqual(["clock ok", "keys ok", "queue ok", "outbound ok", "tools ok"]);
    expect(found[10]).toBe("logs ok");
    expect(found[11]).toMatch(/^disk (ok|warn)$/);
    expect(found.slice(12)).toEqual(["tracing ok", "evidence ok", "address ok"]);
  });

  test("rotates the key-encryption key: everything is wrapped with the new one, and the older one is retained", async () => {
    const before = readFileSync(join(dataDir, "secret-keys"), "utf8").trim();
    const rotated = await operateJson(["rotate"]);
    expect(rotated).toMatchObject({ version: "2", made: true });
    expect(rotated.rewrapped).toBe(rotated.keys);
    expect(readFileSync(join(dataDir, "secret-keys"), "utf8").trim()).toMatch(
      new RegExp(`^2:[A-Za-z0-9+/=]{44},${before.replaceAll("+", "\\+")}$`),
    );
    expect(await operateJson(["keys", "list"])).toMatchObject({ api_keys: [{ state: "active" }] });
    await operate(["keys", "create", "--name", "Nightly", "--scopes", "scores:read,projects:read"]);
    expect((await operate(["keys", "list"])).stdout).toMatch(
      /^key_\w+ {2}active {3}…\w{4} {2}Nightly {2}\(projects:read, scores:read\)\nkey_.* {2}First key {2}\(admin\)\n$/,
    );
  });

  test.skipIf(withoutPostgres)("moves to Postgres with a backup and continues there", async () => {
    const made = await operateJson(["keys", "create", "--name", "Before", "--preset", "developer"]);
    const folder = join(scratch, randomUUID());
    const saved = await operateJson(["backup", folder]);
    expect(saved.key_versions).toEqual(["2"]);
    expect((await operate(["restore", folder, "--check"])).stdout).toContain("is complete");
    const database = await freshDatabase("postgres");
    const location = {
      DATABASE_URL: database.url ?? "",
      ASSAY_SECRET_KEYS: `1:${Buffer.alloc(32, 7).toString("base64")}`,
    };
    try {
      // A different key cannot decrypt any part of the backup.
      const refused = await operate(["restore", folder], location);
      expect(refused).toMatchObject({
        code: 1,
        stderr: expect.stringContaining("ASSAY_SECRET_KEYS does not open this database"),
      });
      const there = {
        ...location,
        ASSAY_SECRET_KEYS: readFileSync(join(dataDir, "secret-keys"), "utf8").trim(),
      };
      const restored = await operateJson(["restore", folder], there);
      expect(restored.rows).toBe(saved.rows);
      const { api_keys: listed } = await operateJson(["keys", "list"], there);
      expect(listed.map(({ id }: { id: string }) => id)).toContain(made.id);

      const once = ["workspace", "delete", "Clinic"];
      expect(await operate([...once, "--confirm", "clinic"], there)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('--confirm is "clinic"; it must be "Clinic". Nothing was deleted.'),
      });
      const same = { ...there, DATABASE_ADMIN_URL: location.DATABASE_URL };
      expect(await operate([...once, "--confirm", "Clinic"], same)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining("Use a role that the servers do not use."),
      });
      expect(await database.knex("workspaces").pluck("name")).toEqual(["Clinic"]);
    } finally {
      await database.close();
    }
  });

  test("reports the missing key-encryption key if that key is lost", async () => {
    const { code, stdout } = await operate(["doctor"], {
      ASSAY_SECRET_KEYS: `9:${Buffer.alloc(32, 9).toString("base64")}`,
    });
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^fail {2}keys .* version 2 is missing; the database needs it \(fingerprint [\da-f]{8}\).*\n +→ Set ASSAY_SECRET_KEYS/m,
    );
  });

  test("deletes a workspace with all its data after confirmation", async () => {
    const gone = await operateJson(["workspace", "delete", "Clinic", "--confirm", "Clinic"]);
    expect(gone).toMatchObject({ name: "Clinic", rows: expect.any(Number) });
    expect(await operateJson(["workspace", "list"])).toEqual({ workspaces: [] });
  });
});
