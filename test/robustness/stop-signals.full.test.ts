// Sends stop signals while there is no load: the process completes started work and exits with 0.
import { once } from "node:events";
import { connect } from "node:net";
import { Assay } from "@assay/sdk";
import pg from "pg";
import { afterAll, beforeAll, describe, test } from "vitest";
import { type AssayProcess, firstKeyOf, startAssayServer, urlOf } from "../support/assay-process.ts";
import { type RunningPostgres, startPostgres } from "../support/postgres.ts";
import { startReceiver } from "../support/receiver.ts";
import { postgresUrl } from "../support/test-postgres.ts";

const havePostgres = (await postgresUrl()) !== null;

// The tests run concurrently, because they mostly wait for grace periods.
describe.skipIf(!havePostgres)("a server that receives a stop signal", { concurrent: true }, () => {
  let postgres: RunningPostgres;
  let apiKey: string;
  const servers: AssayProcess[] = [];
  const start = (url = postgres.url, drainSeconds = 0): AssayProcess => {
    const variables = { ASSAY_OUTBOUND_ALLOW: "127.0.0.0/8" };
    const server = startAssayServer(["serve", "--drain-seconds", String(drainSeconds)], { url }, variables);
    servers.push(server);
    return server;
  };
  beforeAll(async () => {
    postgres = await startPostgres();
    const first = start();
    apiKey = await firstKeyOf(first);
    first.kill("SIGKILL");
  });
  afterAll(async () => {
    for (const server of servers) server.kill("SIGKILL");
    await Promise.all(servers.map(({ ended }) => ended));
    await postgres?.stop();
  });

  test("drains for the configured time, then has its full time to stop", async ({ expect }) => {
    // The drain is longer than all other time limits together.
    const server = start(postgres.url, 26);
    const url = await urlOf(server);
    server.kill("SIGTERM");
    await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(503);
    expect(await server.ended).toBe(0);
  });

  test.for(["SIGINT", "SIGHUP"] as const)("stops gracefully on %s", async (signal, { expect }) => {
    const server = start();
    await urlOf(server);
    server.kill(signal);
    expect(await server.ended).toBe(0);
  });

  test("stops immediately at a second signal", async ({ expect }) => {
    const server = start(postgres.url, 300);
    await urlOf(server);
    server.kill("SIGTERM");
    await server.writes(/Stopping/);
    // A second signal within a second counts as the same stop, because npm and its terminal both send one.
    const again = setInterval(() => server.kill("SIGTERM"), 250);
    expect(await server.ended).toBe(130);
    clearInterval(again);
  });

  test("while it waits to change the schema first changes the schema, then stops", async ({ expect }) => {
    const admin = new pg.Client({ connectionString: postgres.url });
    await admin.connect();
    await admin.query("create database starting");
    const address = new URL(postgres.url);
    address.pathname = "starting";
    const other = new pg.Client({ connectionString: address.href });
    await other.connect();
    try {
      // Take the lock, as another process does while it changes the schema.
      await other.query("select pg_advisory_lock($1)", [0x61_73_73_61_79]);
      const server = start(address.href);
      const waits = "select 1 from pg_stat_activity where application_name = 'assay migrate'";
      await expect.poll(async () => (await admin.query(waits)).rowCount).toBe(1);
      server.kill("SIGTERM");
      await server.writes(/Stopping/);
      await other.query("select pg_advisory_unlock_all()");
      expect(await server.ended).toBe(0);
      const { rows } = await other.query("select count(*)::int as workspaces from workspaces");
      expect(rows).toEqual([{ workspaces: 1 }]);
    } finally {
      await Promise.all([admin.end(), other.end()]);
    }
  });

  test("returns the progress of an awaited evaluation, instead of closing the connection", async ({
    expect,
  }) => {
    const hanging = await startReceiver(() => undefined);
    const server = start();
    try {
      const assay = new Assay({ baseUrl: await urlOf(server), apiKey, maxRetries: 0 });
      const { id: project } = await assay.projects.create({ name: "Stopping" });
      const { id: dataset } = await assay.datasets.create({ name: "Stopping", project });
      await assay.samples.create(dataset, { samples: [{ input: 1, output: 1 }] });
      const evaluators = [
        { type: "custom" as const, config: { webhook_url: hanging.url, timeout_seconds: 120 } },
      ];
      const waiting = assay.evaluations.create({ name: "W", project, dataset, evaluators, run_async: false });
      await expect.poll(() => hanging.calls.length).toBe(1);
      server.kill("SIGTERM");
      expect(await waiting).toMatchObject({ status: "running" });
      expect(await server.ended).toBe(0);
    } finally {
      await hanging.close();
    }
  });

  test("sends a complete response to a slow client", async ({ expect }) => {
    const server = start();
    const url = await urlOf(server);
    const assay = new Assay({ baseUrl: url, apiKey, maxRetries: 0 });
    const { id: project } = await assay.projects.create({ name: "Large" });
    const { id: dataset } = await assay.datasets.create({ name: "Large", project });
    // The samples are larger than what the system buffers for a client that does not read.
    const samples = Array.from({ length: 30 }, () => ({ input: "x".repeat(250_000) }));
    for (let times = 0; times < 2; times += 1) await assay.samples.create(dataset, { samples });
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    const closed = once(socket, "close");
    socket.write(
      [
        `GET /v1/datasets/${dataset}/samples?limit=100 HTTP/1.1`,
        "Host: x",
        `Authorization: Bearer ${apiKey}`,
        "",
        "",
      ].join("\r\n"),
    );
    const [first]: unknown[] = await once(socket, "data");
    socket.pause();
    server.kill("SIGTERM");
    await expect
      .poll(() =>
        fetch(url).then(
          () => "listens",
          () => "listens no more",
        ),
      )
      .toBe("listens no more");
    let text = String(first);
    socket.on("data", (piece: Buffer) => (text += piece.toString()));
    socket.resume();
    await closed;
    const [head = "", body = ""] = text.split("\r\n\r\n");
    expect(body.length).toBe(Number(/^content-length: (\d+)/im.exec(head)?.[1]));
    expect(await server.ended).toBe(0);
  });

  test("does not wait for idle connections or incomplete requests", async ({ expect }) => {
    const server = start();
    const { hostname, port } = new URL(await urlOf(server));
    const beginnings = [
      "",
      "GET /healthz HTTP/1.1\r\n",
      "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n",
      "CONNECT x:1 HTTP/1.1\r\nHost: x:1\r\n\r\n",
    ];
    const sockets = beginnings.map((sent) => {
      const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
      socket.on("error", () => {}).on("data", () => {});
      socket.write(sent);
      return socket;
    });
    await expect.poll(() => sockets.filter(({ bytesRead }) => bytesRead > 0).length).toBe(2);
    server.kill("SIGTERM");
    expect(await server.ended).toBe(0);
    for (const socket of sockets) socket.destroy();
  });
});
