// What an operator does by assay-server: looks after an installation on the embedded
// database, rotates its keys, moves it to Postgres and deletes a workspace there.
import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { freshDatabase } from "../support/database.ts";
import { operate as run } from "../support/operate.ts";
import { postgresUrl } from "../support/test-postgres.ts";

const scratch = mkdtempSync(join(tmpdir(), "assay-operator-"));
const dataDir = join(scratch, "data");
afterAll(() => rmSync(scratch, { recursive: true }));

const withoutPostgres = (await postgresUrl()) === null;

interface Finding {
  check: string;
  status: string;
  message: string;
  todo: string | null;
}

type Variables = Readonly<Record<string, string>>;

/** On the embedded database, unless the variables say otherwise. */
const operate = (args: string[], variables: Variables = {}) =>
  run(args, { ASSAY_DATA_DIR: dataDir, ...variables });

async function operateJson(args: string[], variables?: Variables) {
  const { code, stdout, stderr } = await operate([...args, "--json"], variables);
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout);
}

test("help names every command, and each has --json", async () => {
  const { code, stdout } = await operate(["--help"]);
  expect(code).toBe(0);
  const names = "serve worker migrate keys workspace signing-keys evidence backup restore rotate doctor";
  for (const name of names.split(" ")) expect(stdout).toMatch(new RegExp(`^  ${name}\\b`, "m"));
  expect((await operate(["keys", "list", "--help"])).stdout).toContain("--json");
});

test("--version is that of the package", async () => {
  const { version }: { version: string } = JSON.parse(
    readFileSync(new URL("../../server/package.json", import.meta.url), "utf8"),
  );
  expect(await operate(["--version"])).toMatchObject({ code: 0, stdout: `${version}\n` });
});

test("wrong usage and configuration end with 2, a refusal with 1, each in plain words", async () => {
  expect(await operate(["serve", "--drain-seconds", "soon"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('The value is "soon"; it must be a number of seconds from 0 to 300.'),
  });
  const wrong = await operate(["migrate", "status", "--json"], { ASSAY_POOL_MAX: "1" });
  expect(wrong.code).toBe(2);
  expect(JSON.parse(wrong.stdout).error).toMatchObject({
    exit_code: 2,
    message: expect.stringContaining('ASSAY_POOL_MAX: "1"'),
  });
  expect(await operate(["worker"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("DATABASE_URL is required: a worker needs Postgres"),
  });
  expect(await operate(["restore", join(scratch, "nowhere")])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("is not a backup: its manifest.json is missing"),
  });
});

test("doctor says what to do before there is a database, and of a configuration that cannot be used", async () => {
  const { findings } = await operateJson(["doctor"], { ASSAY_DATA_DIR: join(scratch, "none") });
  expect(findings.find(({ check }: Finding) => check === "database")).toMatchObject({
    status: "skip",
    todo: expect.stringContaining("`assay-server serve` creates it"),
  });
  const lost = await operateJson(["doctor"], {
    ASSAY_DATA_DIR: join(scratch, "none"),
    OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector.invalid:4317?key=canary",
  });
  expect(lost.findings.find(({ check }: Finding) => check === "tracing")).toMatchObject({
    status: "warn",
    message: expect.stringContaining("http://collector.invalid:4317/v1/traces cannot be called"),
    todo: expect.stringContaining("4318, not 4317"),
  });
  expect(JSON.stringify(lost)).not.toContain("canary");
  const { code, stdout } = await operate(["doctor"], { PORT: "none" });
  expect(code).toBe(2);
  expect(stdout).toMatch(/^fail {2}configuration .*\n.*PORT: "none" must be a whole number/);
});

describe("an installation", () => {
  test("that a workspace was made in is found healthy", async () => {
    expect((await operate(["workspace", "create", "Clinic"])).code).toBe(0);
    const { healthy, findings } = await operateJson(["doctor"]);
    expect(healthy).toBe(true);
    const found = findings.map(({ check, status }: Finding) => `${check} ${status}`);
    expect(found.slice(0, 4)).toEqual(["configuration ok", "database ok", "migrations ok", "writes ok"]);
    expect(found.slice(4, 8)).toEqual(["clock ok", "keys ok", "queue ok", "outbound ok"]);
    expect(found[8]).toMatch(/^disk (ok|warn)$/);
    expect(found[9]).toBe("tracing ok");
  });

  test("gets a new key-encryption key, by which everything is wrapped; the older one is kept", async () => {
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

  test.skipIf(withoutPostgres)("moves to Postgres by a backup, where it goes on", async () => {
    const made = await operateJson(["keys", "create", "--name", "Before", "--preset", "developer"]);
    const folder = join(scratch, randomUUID());
    const saved = await operateJson(["backup", folder]);
    expect(saved.key_versions).toEqual(["2"]);
    expect((await operate(["restore", folder, "--check"])).stdout).toContain("is complete");
    const database = await freshDatabase("postgres");
    const place = {
      DATABASE_URL: database.url ?? "",
      ASSAY_SECRET_KEYS: `1:${Buffer.alloc(32, 7).toString("base64")}`,
    };
    try {
      // Another key opens none of it.
      const refused = await operate(["restore", folder], place);
      expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("Set ASSAY_SECRET_KEYS") });
      const there = {
        ...place,
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
      const same = { ...there, DATABASE_ADMIN_URL: place.DATABASE_URL };
      expect(await operate([...once, "--confirm", "Clinic"], same)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining("use another role."),
      });
      expect(await database.knex("workspaces").pluck("name")).toEqual(["Clinic"]);
    } finally {
      await database.close();
    }
  });

  test("says which key is missing when its own is lost", async () => {
    const { code, stdout } = await operate(["doctor"], {
      ASSAY_SECRET_KEYS: `9:${Buffer.alloc(32, 9).toString("base64")}`,
    });
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^fail {2}keys .* 1 of 1 key at rest cannot be decrypted; encrypted with "2"\.\n +→ Append the keys/m,
    );
  });

  test("deletes a workspace with all its data after confirmation", async () => {
    const gone = await operateJson(["workspace", "delete", "Clinic", "--confirm", "Clinic"]);
    expect(gone).toMatchObject({ name: "Clinic", rows: expect.any(Number) });
    expect(await operateJson(["workspace", "list"])).toEqual({ workspaces: [] });
  });
});
