// Sends SIGTERM under load: requests in flight complete, leases are released, new work is refused, and the
// exit code is 0.
import { connect, type Socket } from "node:net";
import { Assay } from "@assay/sdk";
import { afterAll, describe, expect, test } from "vitest";
import { firstKeyOf, startAssayServer, urlOf } from "../support/assay-process.ts";
import { freshDatabase } from "../support/database.ts";
import { startReceiver } from "../support/receiver.ts";
import { postgresUrl } from "../support/test-postgres.ts";

const havePostgres = (await postgresUrl()) !== null;
const cleanups: (() => Promise<unknown> | void)[] = [];
afterAll(async () => {
  for (const cleanup of cleanups.toReversed()) await cleanup();
});

/** Opens a connection for handwritten requests. */
function opened(url: string): { socket: Socket; text: () => string; closed: Promise<void> } {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let text = "";
  socket.on("data", (chunk: Buffer) => (text += chunk.toString()));
  const closed = new Promise<void>((resolve) =>
    socket.once("close", () => resolve()).once("error", () => resolve()),
  );
  return { socket, text: () => text, closed };
}

const isRefused = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.once("connect", () => resolve(socket.destroy() && false));
    socket.once("error", () => resolve(true));
  });

describe.skipIf(!havePostgres)("a server that receives SIGTERM under load", () => {
  test("completes requests in flight, releases leases, refuses new requests, and exits with 0", async () => {
    const database = await freshDatabase("postgres");
    cleanups.push(() => database.close());
    const hanging = await startReceiver(() => undefined);
    cleanups.push(() => hanging.close());
    const server = startAssayServer(
      ["serve", "--drain-seconds", "1"],
      { url: database.url ?? "" },
      { ASSAY_OUTBOUND_ALLOW: "127.0.0.0/8" },
    );
    cleanups.push(() => server.kill("SIGKILL"));
    const [url, apiKey] = [await urlOf(server), await firstKeyOf(server)];
    const assay = new Assay({ baseUrl: url, apiKey, maxRetries: 0 });
    const { id: project } = await assay.projects.create({ name: "Stopping" });
    const { id: dataset } = await assay.datasets.create({ name: "Stopping", project });
    await assay.samples.create(dataset, { samples: [{ input: 1, output: 1 }] });
    const head = (method: string, path: string, ...more: string[]): string =>
      [`${method} ${path} HTTP/1.1`, "Host: test", `Authorization: Bearer ${apiKey}`, ...more].join("\r\n");

    // When the signal arrives, the server has a claimed job, half of an import, the start of a request, and
    // continuous writes.
    const evaluators = [
      { type: "custom" as const, config: { webhook_url: hanging.url, timeout_seconds: 120 } },
    ];
    await assay.evaluations.create({ name: "In hand", project, dataset, evaluators });
    await expect.poll(() => hanging.calls.length).toBe(1);
    const rows = Array.from({ length: 10 }, (_, index) => `{"id":"i-${index}","input":${index}}\n`);
    const importing = opened(url);
    const size = rows.join("").length;
    const path = `/v1/datasets/${dataset}/samples/import`;
    importing.socket.write(
      `${head("POST", path, "Content-Type: application/x-ndjson", `Content-Length: ${size}`)}\r\n\r\n${rows.slice(0, 5).join("")}`,
    );
    const late = opened(url);
    late.socket.write(`${head("GET", "/v1/projects")}\r\n`);
    const outcomes = new Set<string>();
    const written: string[] = [];
    const over = new AbortController();
    const writing = Array.from({ length: 8 }, async (_, writer) => {
      for (let index = 0; !over.signal.aborted; index += 1) {
        const name = `${writer}-${index}`;
        const answer = await fetch(`${url}/v1/projects`, {
          method: "POST",
          body: JSON.stringify({ name }),
          headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
        }).catch(() => undefined);
        if (answer?.status === 201) written.push(name);
        outcomes.add(
          answer
            ? `${answer.status}${answer.headers.has("retry-after") ? " with Retry-After" : ""}`
            : "no connection",
        );
        // The process may exit in the middle of a response, so the body of the response is not checked.
        await answer?.arrayBuffer().catch(() => undefined);
      }
    });
    await expect.poll(() => written.length).toBeGreaterThan(20);
    server.kill("SIGTERM");
    await expect.poll(() => isRefused(url), { interval: 10 }).toBe(true);
    over.abort();
    await Promise.all(writing);

    // The server no longer listens. It completes requests that have started, and refuses new ones.
    late.socket.write("\r\n");
    importing.socket.write(rows.slice(5).join(""));
    await Promise.all([late.closed, importing.closed]);
    expect(late.text()).toMatch(/^HTTP\/1\.1 503 /);
    expect(late.text()).toMatch(/^retry-after: 1\r$/im);
    expect(late.text()).toMatch(/^connection: close\r$/im);
    expect(importing.text()).toMatch(/^HTTP\/1\.1 201 /);
    expect(importing.text()).toContain('"inserted":10');
    expect(await server.ended).toBe(0);
    // Requests that are rejected during a stop are not logged as errors.
    expect(server.stderr()).not.toContain('"level":50');
    for (const outcome of outcomes)
      expect(["201", "503 with Retry-After", "no connection"]).toContain(outcome);

    const rowsOf = async (query: string): Promise<Record<string, unknown>[]> =>
      (await database.knex.raw<{ rows: Record<string, unknown>[] }>(query)).rows;
    // The next worker can claim the job immediately.
    expect(
      await rowsOf("select state, attempts, lease_token from jobs where kind = 'evaluation.chunk'"),
    ).toEqual([{ state: "ready", attempts: 0, lease_token: null }]);
    const stored = new Set((await rowsOf("select name from projects")).map(({ name }) => name));
    expect(written.filter((name) => !stored.has(name))).toEqual([]);
  });
});
