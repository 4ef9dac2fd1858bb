import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "../../server/src/platform/db/connection/connect.ts";
import { freshDatabase } from "../support/database.ts";
import { operate } from "../support/operate.ts";
import { postgresUrl } from "../support/test-postgres.ts";

const withoutPostgres = (await postgresUrl()) === null;

describe.skipIf(withoutPostgres)("the limit of a workspace", () => {
  let database: Database;
  let location: Record<string, string>;
  beforeAll(async () => {
    database = await freshDatabase("postgres");
    location = {
      DATABASE_URL: database.url ?? "",
      ASSAY_SECRET_KEYS: `1:${Buffer.alloc(32, 7).toString("base64")}`,
    };
    await operate(["workspace", "create", "Example"], location);
  });
  afterAll(() => database?.close());
  const show = async () => (await operate(["workspace", "limits", "show"], location)).stdout;

  test("is five times the limit of a key until an operator sets another one", async () => {
    expect(await show()).toContain('Workspace "Example": 30000 requests per minute (default).');
    const set = ["workspace", "limits", "set", "--workspace", "Example", "--rate", "120"];
    expect((await operate(set, location)).stdout).toContain('Workspace "Example": 120 requests per minute.');
    expect(await show()).toContain('Workspace "Example": 120 requests per minute.');
  });

  test("must be a whole number of at least 1", async () => {
    const { code, stderr } = await operate(["workspace", "limits", "set", "--rate", "0"], location);
    expect(code).toBe(2);
    expect(stderr).toContain('The value is "0"; it must be a whole number of requests from 1 to 500000000.');
  });
});
