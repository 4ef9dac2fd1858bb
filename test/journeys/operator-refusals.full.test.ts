// Tests refusals by `assay-server`: plain messages, with the exit codes that the help states.
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { program } from "../../server/src/operations/cli/program.ts";
import { openDatabase } from "../../server/src/platform/db/connection/connect.ts";
import { migrateUp, migrationStatus } from "../../server/src/platform/db/migrate.ts";
import { migrations } from "../../server/src/platform/db/migrations/index.ts";
import { startAssayServer } from "../support/assay-process.ts";
import { freshDatabase } from "../support/database.ts";
import { operate } from "../support/operate.ts";
import { postgresUrl } from "../support/test-postgres.ts";

const scratch = mkdtempSync(join(tmpdir(), "assay-refusals-"));
afterAll(() => rmSync(scratch, { recursive: true }));

const withoutPostgres = (await postgresUrl()) === null;
const secretKeys = `1:${Buffer.alloc(32, 7).toString("base64")}`;

/** Returns every command that runs something, as the words before its options. */
const leaves = (command: ReturnType<typeof program>["commands"][number], path: string[] = []): string[][] =>
  command.commands.length === 0
    ? [path]
    : command.commands.flatMap((one) => leaves(one, [...path, one.name()]));
const everyCommand = leaves(program());

/** Options that a command requires. */
const needs: readonly (readonly [string, readonly string[]])[] = [
  ["keys create", ["--name", "CI"]],
  ["workspace delete", ["--confirm", "Clinic"]],
  ["workspace limits set", ["--rate", "1000"]],
  ["signing-keys revoke", ["--because", "A trial."]],
  ["evidence restart", ["--because", "A trial."]],
  ["evidence accept", ["--reason", "A trial."]],
];

/** Commands that administer an installation, each with its arguments. */
const administration = [
  ["keys", "list"],
  ["keys", "create", "--name", "CI"],
  ["keys", "revoke", "key_1"],
  ["workspace", "list"],
  ["workspace", "create", "Clinic"],
  ["workspace", "delete", "Clinic", "--confirm", "Clinic"],
  ["workspace", "limits", "show", "--workspace", "Clinic"],
  ["workspace", "limits", "set", "--workspace", "Clinic", "--rate", "1000"],
  ["signing-keys", "list"],
  ["signing-keys", "add"],
  ["signing-keys", "activate", "kid"],
  ["signing-keys", "revoke", "kid", "--because", "A trial."],
  ["evidence", "status"],
  ["evidence", "restart", "--because", "A trial."],
  ["evidence", "accept", "--reason", "A trial."],
  ["rotate"],
];

describe("wrong usage", () => {
  test.each(everyCommand.map((path) => [path.join(" "), path] as const))(
    "%s refuses unknown options and arguments",
    async (_, path) => {
      const needed = needs.find(([name]) => path.join(" ").startsWith(name))?.[1] ?? [];
      const unknown = await operate([...path, ...needed, "--no-such-option", "--json"], {});
      const message = "unknown option '--no-such-option'";
      expect([unknown.code, unknown.stderr]).toEqual([2, `error: ${message}\n(see --help)\n`]);
      expect(JSON.parse(unknown.stdout)).toEqual({ error: { message, exit_code: 2 } });
      const more = await operate([...path, ...needed, "a", "b", "c"], {});
      expect(more).toMatchObject({ code: 2, stdout: "", stderr: expect.stringMatching(/^error: .*\n/) });
      const help = await operate([...path, "--help"], {});
      expect(help).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining("--json") });
    },
  );

  test("a missing, wrong or empty value, or an unknown command, is refused", async () => {
    for (const [args, message] of [
      [["keys", "create"], "required option '--name <name>' not specified"],
      [["keys", "create", "--name", " "], "A name requires at least one visible character."],
      [
        ["keys", "create", "--name", "CI", "--scopes", "all"],
        "Unknown scopes: all. The scopes are: projects:read",
      ],
      [["keys", "create", "--name", "CI", "--preset", "god"], "Allowed choices are admin, developer"],
      [["keys", "revoke"], "missing required argument 'id'"],
      [["keys", "remove"], "unknown command 'remove'"],
      [["restart"], "unknown command 'restart'"],
      [["backup"], "missing required argument 'folder'"],
      [
        ["serve", "--drain-seconds", "soon", "--json"],
        'The value is "soon"; it must be a number of seconds from 0 to 300.',
      ],
    ] as const) {
      const { code, stdout, stderr } = await operate(args, {});
      expect([args, code]).toEqual([args, 2]);
      expect(stderr).toContain(message);
      if (args.some((one) => one === "--json")) expect(JSON.parse(stdout).error.exit_code).toBe(2);
    }
  });
});

describe("a database that cannot be reached", () => {
  const nowhere = { DATABASE_URL: "postgres://assay:hush@127.0.0.1:1/none", ASSAY_SECRET_KEYS: secretKeys };
  const message =
    "The database of DATABASE_URL, postgres://assay@127.0.0.1:1/none, cannot be reached: the connection was refused (ECONNREFUSED). Check that Postgres runs, and check the host and the port.";

  test.each([
    ...administration,
    ["migrate", "up"],
    ["migrate", "down"],
    ["migrate", "status"],
    ["backup", join(scratch, "never")],
  ])("is reported by %s %s, with the variable and the fix", async (...args) => {
    const { code, stdout, stderr } = await operate(
      args.filter((one) => one !== undefined),
      nowhere,
    );
    expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: "", stderr: `error: ${message}\n` });
  });

  test("is reported by doctor, serve and worker", async () => {
    const doctor = await operate(["doctor"], nowhere);
    expect([doctor.code, doctor.stdout]).toEqual([
      1,
      expect.stringContaining(`fail  database       ${message}`),
    ]);
    expect(doctor.stdout).not.toContain("hush");
    for (const command of ["serve", "worker"]) {
      const process = startAssayServer([command], { url: nowhere.DATABASE_URL });
      expect(await process.ended).toBe(1);
      expect(process.stderr()).toBe(`error: ${message}\n`);
    }
  });

  test.skipIf(withoutPostgres)(
    "is reported with the error of the server, or with the name of the variable",
    async () => {
      const database = await freshDatabase("postgres");
      try {
        const missing = new URL(database.url ?? "");
        missing.pathname = `/no_${randomUUID()}`;
        expect(await operate(["keys", "list"], { ...nowhere, DATABASE_URL: missing.href })).toMatchObject({
          code: 1,
          stderr: expect.stringMatching(
            /cannot be reached: database "no_\S+" does not exist\. Create the database/,
          ),
        });
        const there = { ...nowhere, DATABASE_URL: database.url ?? "" };
        expect((await operate(["workspace", "create", "Clinic"], there)).code).toBe(0);
        const admin = { ...there, DATABASE_ADMIN_URL: nowhere.DATABASE_URL };
        expect(await operate(["workspace", "delete", "Clinic", "--confirm", "Clinic"], admin)).toMatchObject({
          code: 1,
          stderr: `error: ${message.replace("DATABASE_URL", "DATABASE_ADMIN_URL")}\n`,
        });
        await database.knex.raw("drop schema public cascade; create schema public");
        const direct = { ...there, DATABASE_DIRECT_URL: nowhere.DATABASE_URL };
        expect(await operate(["migrate", "up"], direct)).toMatchObject({
          code: 1,
          stderr: `error: ${message.replace("DATABASE_URL", "DATABASE_DIRECT_URL")}\n`,
        });
      } finally {
        await database.close();
      }
    },
  );
});

test("administration refuses the schema of an earlier release and does not change it", async () => {
  const dataDir = join(scratch, "older");
  const folder = { dataDir: join(dataDir, "database") };
  const older = await openDatabase({ ...folder, template: null });
  await migrateUp(older, { migrations: migrations.slice(0, -1) });
  await older.close();
  const location = { ASSAY_DATA_DIR: dataDir };
  for (const args of administration)
    expect(await operate(args, location)).toMatchObject({
      code: 1,
      stdout: "",
      stderr: `error: The database's schema is older than this release of Assay; pending: ${migrations.at(-1)?.name}. Create a backup, then run \`assay-server migrate up\` or start a server of this release, which also migrates the schema.\n`,
    });
  expect((await operate(["migrate", "status"], location)).stdout).toContain(
    `pending  ${migrations.at(-1)?.name}`,
  );
  expect((await operate(["migrate", "up"], location)).code).toBe(0);
  expect((await operate(["workspace", "list"], location)).stdout).toBe(
    "No workspaces. Create one with `assay-server workspace create`.\n",
  );
});

test("an embedded database in use is reported; doctor also reports it, and skips its other checks", async () => {
  const dataDir = join(scratch, "held");
  const held = await openDatabase({ dataDir: join(dataDir, "database") });
  try {
    expect((await migrationStatus(held)).unknown).toEqual([]);
    const { code, stdout } = await operate(["doctor", "--json"], { ASSAY_DATA_DIR: dataDir });
    expect([code, JSON.parse(stdout)]).toEqual([
      1,
      expect.objectContaining({
        healthy: false,
        findings: expect.arrayContaining([
          expect.objectContaining({
            check: "database",
            status: "fail",
            message: expect.stringContaining(`is in use by process ${process.pid}`),
            todo: expect.stringContaining("/readyz"),
          }),
        ]),
      }),
    ]);
    expect(await operate(["keys", "list"], { ASSAY_DATA_DIR: dataDir })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("is in use by process"),
    });
  } finally {
    await held.close();
  }
});
