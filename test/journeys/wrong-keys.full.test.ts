// An operator makes a mistake in ASSAY_SECRET_KEYS or in the name of a variable. Every command then refuses
// to run.
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { restoreBackup } from "../../server/src/operations/backup/restore-backup.ts";
import type { Database } from "../../server/src/platform/db/connection/connect.ts";
import { listTables } from "../../server/src/platform/db/table-list.ts";
import { fingerprintOf } from "../../server/src/platform/secrets/keyring.ts";
import { loadKeyring } from "../../server/src/platform/secrets/load-keyring.ts";
import { freshDatabase } from "../support/database.ts";
import { operate } from "../support/operate.ts";
import { postgresUrl } from "../support/test-postgres.ts";

const withoutPostgres = (await postgresUrl()) === null;
const scratch = mkdtempSync(join(tmpdir(), "assay-wrong-keys-"));
const saved = join(scratch, "saved");
afterAll(() => rmSync(scratch, { recursive: true }));

/** Returns 32 equal bytes in base64. */
const bytes = (byte: number): string => Buffer.alloc(32, byte).toString("base64");

/**
 * Maps a byte to the fingerprint of the key that consists of 32 such bytes. Computed with `printf 'assay key
 * check' | openssl dgst -sha256 -mac HMAC -macopt hexkey:0707…`.
 */
const fingerprints = { 7: "70ce2ac5", 8: "aa364452", 9: "4b1c968f" };

/** The nine commands that work with keys; `restore` reads a backup. */
const commands = [
  ["serve"],
  ["worker"],
  ["keys", "list"],
  ["rotate"],
  ["evidence", "status"],
  ["signing-keys", "add"],
  ["backup", join(scratch, "never")],
  ["restore", saved],
  ["doctor"],
];

const remedy = "Set the key that was used when the database was made.";
const another = (version: string, given: string, needed: string): string =>
  `ASSAY_SECRET_KEYS does not open this database: version ${version} is another key (fingerprint ${given}, the database needs ${needed}). ${remedy}`;

const wrongKeys = [
  { keys: `1:${bytes(8)}`, message: another("1", fingerprints[8], fingerprints[7]) },
  { keys: `2:${bytes(9)},1:${bytes(8)}`, message: another("1", fingerprints[8], fingerprints[7]) },
  {
    keys: `2:${bytes(7)}`,
    message: `ASSAY_SECRET_KEYS does not open this database: version 1 is missing; the database needs it (fingerprint ${fingerprints[7]}), and the given versions are 2 (fingerprint ${fingerprints[7]}). ${remedy}`,
  },
];

/** Expects a command to be refused with a message, in the way that the command reports failures. */
function expectRefused(
  [command]: readonly string[],
  refused: { code: number; stdout: string; stderr: string },
  message: string,
): void {
  expect([command, refused.code]).toEqual([command, 1]);
  if (command === "doctor") expect(refused.stdout).toContain(message);
  else expect([command, refused.stderr]).toEqual([command, `error: ${message}\n`]);
}

describe.skipIf(withoutPostgres)("on Postgres", () => {
  let database: Database;
  let location: Record<string, string>;
  beforeAll(async () => {
    database = await freshDatabase("postgres");
    location = { DATABASE_URL: database.url ?? "", PORT: "0", ASSAY_SECRET_KEYS: `1:${bytes(7)}` };
    for (const command of [
      ["workspace", "create", "Clinic"],
      ["evidence", "status"],
      ["backup", saved],
    ]) {
      const { code, stderr } = await operate(command, location);
      if (code !== 0) throw new Error(`${command.join(" ")}: ${stderr}`);
    }
  });
  afterAll(() => database.close());

  /** Returns every row of every table. */
  const contents = async () => {
    const tables = await listTables(database.knex);
    return Promise.all(tables.map(async ({ name }) => [name, await database.knex(name)]));
  };

  test.each(wrongKeys)(
    "the keys $keys stop all nine commands, which change nothing",
    async ({ keys, message }) => {
      const before = await contents();
      for (const command of commands)
        expectRefused(command, await operate(command, { ...location, ASSAY_SECRET_KEYS: keys }), message);
      expect(await contents()).toEqual(before);
      expect(readdirSync(scratch)).toEqual(["saved"]);
      const checked = await operate(["restore", saved, "--check"], { ...location, ASSAY_SECRET_KEYS: keys });
      expectRefused(["restore"], checked, message);
    },
  );

  test("a wrong key stops a server before it migrates the schema", async () => {
    const old = await freshDatabase("postgres");
    try {
      await old.knex.raw("drop schema public cascade; create schema public");
      await restoreInto(old);
      await old.knex.raw("alter table instance_secrets drop column fingerprint");
      await old.knex("knex_migrations").where({ name: "0015_key_fingerprints" }).delete();
      const there = { ...location, DATABASE_URL: old.url ?? "", ASSAY_SECRET_KEYS: `1:${bytes(8)}` };
      for (const command of [["serve"], ["doctor"]])
        expectRefused(
          command,
          await operate(command, there),
          another("1", fingerprints[8], "an unknown one: it was made before fingerprints were stored"),
        );
      expect(await old.knex("knex_migrations").pluck("name")).not.toContain("0015_key_fingerprints");
    } finally {
      await old.close();
    }
  });

  const restoreInto = (target: Database) =>
    restoreBackup(
      { database: target, keys: { secretKeys: location["ASSAY_SECRET_KEYS"], dataDir: "" } },
      saved,
    );

  test("two first servers with different keys: the second is refused", async () => {
    const empty = await freshDatabase("postgres");
    try {
      const there = { ...location, DATABASE_URL: empty.url ?? "" };
      expect((await operate(["keys", "list"], there)).stderr).toContain("the workspaces are none");
      const other = { ...there, ASSAY_SECRET_KEYS: `1:${bytes(9)}` };
      expectRefused(
        ["serve"],
        await operate(["serve"], other),
        another("1", fingerprints[9], fingerprints[7]),
      );
    } finally {
      await empty.close();
    }
  });

  test.each([
    ["ASSAY_OUTBOUND_ALOW", "ASSAY_OUTBOUND_ALOW is not known; did you mean ASSAY_OUTBOUND_ALLOW?"],
    ["ASSAY_WITNES_DIR", "ASSAY_WITNES_DIR is not known; did you mean ASSAY_WITNESS_DIR?"],
    ["ASSAY_PUBLIC_URI", "ASSAY_PUBLIC_URI is not known; did you mean ASSAY_PUBLIC_URL?"],
    ["assay_rate_limit", "assay_rate_limit is not known; did you mean ASSAY_RATE_LIMIT?"],
    ["ASSAY_RETENTION", "ASSAY_RETENTION is not known; `assay-server --help` lists the variables."],
  ])("the misspelled variable %s stops all nine commands", async (name, message) => {
    for (const command of commands)
      expectRefused(
        command,
        await operate(command, { ...location, [name]: "10.0.0.0/8" }),
        `The configuration has 1 problem:\n  - ${message}`,
      );
    expect(readdirSync(scratch)).toEqual(["saved"]);
  });
});

describe("on the embedded database", () => {
  test("a lost file of keys stops a command, and no other file is made", async () => {
    const dataDir = join(scratch, "data");
    const run = (...command: string[]) => operate(command, { ASSAY_DATA_DIR: dataDir });
    expect((await run("workspace", "create", "Clinic")).code).toBe(0);
    const file = join(dataDir, "secret-keys");
    const [key] = loadKeyring({ secretKeys: undefined, dataDir });
    rmSync(file);
    const message = `${file} is missing, and this database needs the key "1" (fingerprint ${fingerprintOf(key.key)}). Restore the file from the place where you keep it.`;
    // Opening an embedded database takes seconds, so only one command is run.
    const command = ["backup", join(scratch, "never")];
    expectRefused(command, await run(...command), message);
    expect([existsSync(file), existsSync(join(scratch, "never"))]).toEqual([false, false]);
  });
});
