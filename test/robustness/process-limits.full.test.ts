// The limits of a process: too few open files or connections are refused at start, and slow requests that use all
// connections do not stop authorizations.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "../../server/src/platform/db/connection/connect.ts";
import { type AssayProcess, firstKeyOf, startAssayServer, urlOf } from "../support/assay-process.ts";
import { freshDatabase } from "../support/database.ts";
import { postgresUrl } from "../support/test-postgres.ts";

const withoutPostgres = (await postgresUrl()) === null;
const root = fileURLToPath(new URL("../../", import.meta.url));

test.skipIf(process.platform !== "linux")("a server with too few open files exits with 1 and the sum", () => {
  const command = 'ulimit -n 64; exec "$0" server/dist/main.mjs serve';
  const { PATH } = process.env;
  const { status, stderr } = spawnSync("sh", ["-c", command, process.execPath], {
    cwd: root,
    encoding: "utf8",
    env: { PATH, PORT: "0" },
  });
  expect(stderr).toContain(
    "64 open files are allowed; at least 90 are needed (ASSAY_POOL_MAX 20 + ASSAY_PRIORITY_POOL_MAX 4 + 2 + 64). Raise it: ulimit -n 4096.",
  );
  expect(status).toBe(1);
});

describe.skipIf(withoutPostgres)("a server with 4 connections", () => {
  let database: Database;
  let server: AssayProcess;
  let url: string;
  let apiKey: string;
  let blocker: pg.Client;
  beforeAll(async () => {
    database = await freshDatabase("postgres");
    const location = { url: database.url ?? "" };
    const variables = { ASSAY_POOL_MAX: "4", ASSAY_RATE_LIMIT: "100000000", LOG_LEVEL: "silent" };
    server = startAssayServer(["serve", "--no-worker"], location, variables);
    [url, apiKey] = [await urlOf(server), await firstKeyOf(server)];
    blocker = new pg.Client({ connectionString: location.url });
    await blocker.connect();
  });
  afterAll(async () => {
    server?.kill("SIGKILL");
    await server?.ended;
    await blocker?.end();
    await database?.close();
  });

  const request = async (path: string, body?: unknown) => {
    const response = await fetch(url + path, {
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
      ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
    });
    const { status, headers } = response;
    return { status, retryAfter: headers.get("retry-after"), text: await response.text() };
  };
  const authorize = () => request("/api/policy/authorize", { agentId: "bot", tool: "chart.read" });

  test("authorizes while 200 reads wait, and refuses reads with 503 too_busy", async () => {
    expect((await authorize()).status).toBe(200);
    await blocker.query("begin; lock table projects in access exclusive mode");
    const reads = Array.from({ length: 200 }, () => request("/v1/projects"));
    const statuses: number[] = [];
    const firstResponse = Promise.race(reads).then(() => true);
    do statuses.push((await authorize()).status);
    while (!(await Promise.race([firstResponse, Promise.resolve(false)])));
    expect(statuses.length).toBeGreaterThan(0);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect((await request("/readyz")).status).toBe(200);
    await blocker.query("rollback");
    const results = await Promise.all(reads);
    const refused = results.filter(({ status }) => status === 503);
    expect(results.filter(({ status }) => status === 200)).toHaveLength(200 - refused.length);
    expect(refused.length).toBeGreaterThan(0);
    for (const { retryAfter, text } of refused)
      expect([retryAfter, JSON.parse(text).code]).toEqual(["1", "too_busy"]);
    expect((await request("/v1/projects")).status).toBe(200);
  });
});
