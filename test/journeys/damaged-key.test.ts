// The stored key of one workspace is damaged. The server starts, this workspace fails closed, and the other
// workspaces work.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Assay } from "@assay/sdk";
import { readConfig } from "../../server/src/platform/config.ts";
import type { Database } from "../../server/src/platform/db/connection/connect.ts";
import { requireKeys } from "../../server/src/platform/secrets/load-keyring.ts";
import { startServer, type RunningServer } from "../../server/src/app/start-server.ts";
import { freshDatabase } from "../support/database.ts";
import { operate } from "../support/operate.ts";
import { postgresUrl } from "../support/test-postgres.ts";

const withoutPostgres = (await postgresUrl()) === null;

describe.skipIf(withoutPostgres)("a damaged key of a workspace", () => {
  const key = (byte: number): string => Buffer.alloc(32, byte).toString("base64");
  const keys = { ASSAY_SECRET_KEYS: `1:${key(7)}` };
  const ids: Record<string, string> = {};
  let database: Database;
  let location: Record<string, string>;
  let server: RunningServer | undefined;

  const start = (): Promise<RunningServer> =>
    startServer(readConfig({ ...location, LOG_LEVEL: "silent", METRICS_PORT: "" }), {});
  const clientOf = async (workspace: string): Promise<Assay> => {
    const { stdout } = await operate(
      ["keys", "create", "--name", "k", "--preset", "admin", "--workspace", workspace, "--json"],
      location,
    );
    const { secret }: { secret: string } = JSON.parse(stdout);
    return new Assay({ apiKey: secret, baseUrl: server?.url ?? "", maxRetries: 0 });
  };
  const decide = (client: Assay) => client.control.authorize({ agentId: "bot", tool: "t" });

  beforeAll(async () => {
    database = await freshDatabase("postgres");
    location = { DATABASE_URL: database.url ?? "", PORT: "0", ...keys };
    for (const name of ["Whole", "Damaged"]) await operate(["workspace", "create", name], location);
    server = await start();
    for (const name of ["Whole", "Damaged"]) {
      const client = await clientOf(name);
      await client.control.agents.create({ id: "bot", tools: ["t"], apiKey: "agent-key-0123456789" });
      const row = await database.knex("workspaces").where({ name }).first("id");
      ids[name] = row.id;
    }
    await server.close();
    await damaged().update({ wrapped: Buffer.alloc(60), fingerprint: null });
    server = await start();
  });
  afterAll(async () => {
    await server?.close();
    await database?.close();
  });
  const damaged = () => database.knex("workspace_data_keys").where({ workspace_id: ids["Damaged"] });

  test("denies the workspace's agents with 503, and the agents of other workspaces act", async () => {
    expect(await decide(await clientOf("Whole"))).toMatchObject({ decision: true });
    await expect(decide(await clientOf("Damaged"))).rejects.toMatchObject({ status: 503 });
  });

  test("is named by doctor, which also runs its other checks", async () => {
    const { code, stdout } = await operate(["doctor"], location);
    expect(code).toBe(1);
    expect(stdout).toContain(`The stored key of 1 workspace is damaged: "Damaged" (${ids["Damaged"]}).`);
    expect(stdout).not.toContain("This part was not checked");
  });

  test("is not rotated, while all other keys are", async () => {
    const rotated = { ...location, ASSAY_SECRET_KEYS: `2:${key(9)},1:${key(7)}` };
    const { code, stdout } = await operate(["rotate"], rotated);
    expect([code, stdout]).toEqual([0, expect.stringContaining("1 damaged key cannot be re-encrypted")]);
    expect(stdout).not.toContain("no longer requires");
    const versions = await database.knex("workspace_data_keys").pluck("kek_version");
    expect(new Set(versions)).toEqual(new Set(["1", "2"]));
  });

  test("does not hide a wrong key, and a damaged key of the installation stops every process", async () => {
    const check = (secretKeys: string) => requireKeys(database.knex, { secretKeys, dataDir: "" });
    await expect(check(`2:${key(9)},1:${key(8)}`)).rejects.toThrow("version 1 is another key");
    await database
      .knex("instance_secrets")
      .where({ name: "api-key-pepper" })
      .update({ wrapped: Buffer.alloc(60) });
    await expect(check(`2:${key(9)},1:${key(7)}`)).rejects.toThrow(
      "The stored key of instance:api-key-pepper is damaged",
    );
  });
});
