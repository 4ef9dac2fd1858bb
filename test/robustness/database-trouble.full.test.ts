// Makes a running Postgres read-only, refuse connections, or end sessions: the server never returns a 500,
// and nothing acknowledged is lost.
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AssayProcess, firstKeyOf, startAssayServer, urlOf } from "../support/assay-process.ts";
import { type RunningPostgres, startPostgres } from "../support/postgres.ts";
import { postgresUrl } from "../support/test-postgres.ts";
import { bySize } from "../support/test-size.ts";

const havePostgres = (await postgresUrl()) !== null;

describe.skipIf(!havePostgres)("a server whose Postgres", () => {
  let postgres: RunningPostgres;
  let server: AssayProcess;
  let admin: pg.Client;
  let url: string;
  let apiKey: string;
  beforeAll(async () => {
    postgres = await startPostgres({ durable: true });
    const setUp = new pg.Client({ connectionString: postgres.url });
    await setUp.connect();
    await setUp.query("create role servers login password 'servers'");
    await setUp.query("create database servers owner servers");
    await setUp.end();
    const address = new URL(postgres.url);
    address.pathname = "servers";
    // Use a superuser, who can connect when others cannot, and can change any setting.
    admin = new pg.Client({ connectionString: address.href });
    await admin.connect();
    await admin.query("set default_transaction_read_only = off");
    [address.username, address.password] = ["servers", "servers"];
    const variables = { LOG_LEVEL: "warn", ASSAY_RATE_LIMIT: "100000000", ASSAY_POOL_MAX: "8" };
    server = startAssayServer(["serve"], { url: address.href }, variables);
    [url, apiKey] = [await urlOf(server), await firstKeyOf(server)];
  });
  afterAll(async () => {
    server?.kill("SIGKILL");
    await server?.ended;
    await admin?.end();
    await postgres?.stop();
  });

  const request = async (path: string, body?: unknown) => {
    const answer = await fetch(url + path, {
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
      ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, retryAfter: answer.headers.get("retry-after"), text };
  };
  const readiness = async (): Promise<number> => (await request("/readyz")).status;

  /** One write of each kind. */
  const writes: readonly [string, unknown][] = [
    ["/v1/projects", { name: "Written" }],
    ["/api/events", { type: "written", data: { name: "Written" } }],
    ["/api/policy/authorize", { agentId: "bot", tool: "chart.read" }],
  ];
  const expectWritesRejected = async (): Promise<void> => {
    for (const [path, body] of writes) {
      const { status, retryAfter, text } = await request(path, body);
      expect([path, status, retryAfter, JSON.parse(text).code]).toEqual([path, 503, "1", "unavailable"]);
    }
    expect((await request("/healthz")).status).toBe(200);
  };
  const expectServed = async (): Promise<void> => {
    await expect.poll(readiness).toBe(200);
    for (const [path, body] of writes) expect((await request(path, body)).status).toBeLessThan(300);
  };
  const endSessions = () =>
    admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name ~ '^assay [0-9a-f]{8}$'",
    );
  const reload = (setting: string) =>
    admin.query(`alter system ${setting}`).then(() => admin.query("select pg_reload_conf()"));

  test("is read-only is not ready, and rejects writes", async () => {
    await reload("set default_transaction_read_only = on");
    await expect.poll(readiness).toBe(503);
    await expectWritesRejected();
    await reload("reset default_transaction_read_only");
    await expectServed();
  });

  test("has no free connection is not ready, and rejects writes", async () => {
    await admin.query("alter role servers connection limit 0");
    await endSessions();
    await expect.poll(readiness).toBe(503);
    await expectWritesRejected();
    await admin.query("alter role servers connection limit -1");
    await expectServed();
  });

  test("refuses the password is not ready, and rejects writes", async () => {
    await admin.query("alter role servers password 'another'");
    await endSessions();
    await expect.poll(readiness).toBe(503);
    await expectWritesRejected();
    await admin.query("alter role servers password 'servers'");
    await expectServed();
  });

  test("ends sessions at any moment loses nothing acknowledged", async () => {
    const written: string[] = [];
    const refusals = new Set<string>();
    const over = new AbortController();
    const write = async (writer: number): Promise<void> => {
      for (let index = 0; !over.signal.aborted; index += 1) {
        const name = `${writer}-${index}`;
        const [path, body] =
          writer % 2 === 0
            ? ["/v1/projects", { name }]
            : ["/api/events", { type: "written", data: { name } }];
        const { status, retryAfter } = await request(path, body);
        if (status < 300) written.push(name);
        else refusals.add(`${status}, retry after ${retryAfter}`);
      }
    };
    const writing = Array.from({ length: 8 }, (_, writer) => write(writer));
    try {
      for (let round = 0; round < bySize(30, 300); round += 1) {
        const before = written.length;
        await endSessions();
        await expect.poll(() => written.length, { interval: 10 }).toBeGreaterThan(before);
      }
    } finally {
      over.abort();
      await Promise.all(writing);
    }
    expect([...refusals].filter((one) => one !== "503, retry after 1")).toEqual([]);
    const { rows } = await admin.query<{ name: string }>(
      "select name from projects union all select data ->> 'name' from events where type = 'written'",
    );
    const stored = new Set(rows.map(({ name }) => name));
    expect(written.filter((name) => !stored.has(name))).toEqual([]);
    await expectServed();
  });
});
