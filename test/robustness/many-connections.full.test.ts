// Opens thousands of connections to one server in a separate process, some idle, some with incomplete
// requests.
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AssayProcess, firstKeyOf, startAssayServer, urlOf } from "../support/assay-process.ts";
import { bySize } from "../support/test-size.ts";

const wanted = bySize(500, 10_000);

/**
 * Returns this machine's limit of open files and connections per process; Node.js raises its own limit to it.
 */
function maxOpenFiles(): number {
  const { stdout } = spawnSync("/bin/sh", ["-c", "ulimit -Hn"], { encoding: "utf8" });
  return stdout.trim() === "unlimited" ? Infinity : Number(stdout);
}

/** Number of files that both sides need in addition to the connections. */
const reservedFiles = 300;
const count = Math.min(wanted, maxOpenFiles() - reservedFiles);

/**
 * Maximum memory per connection. Buffers here and in Node.js take 12 KiB (measured); more would be a leak.
 */
const maxBytesEach = 64 * 1024;

const dataDir = mkdtempSync(join(tmpdir(), "assay-connections-"));
let server: AssayProcess;
let url = "";
let apiKey = "";
beforeAll(async () => {
  server = startAssayServer(["serve"], { dataDir }, { ASSAY_RATE_LIMIT: "100000000" });
  [url, apiKey] = [await urlOf(server), await firstKeyOf(server)];
});
afterAll(async () => {
  server.kill("SIGKILL");
  await server.ended;
  rmSync(dataDir, { recursive: true, force: true });
});

async function opened(): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => {});
  await once(socket, "connect");
  return socket;
}

const isServed = async (): Promise<void> => {
  const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
  const body = JSON.stringify({ name: "Well-behaved" });
  expect((await fetch(`${url}/v1/projects`, { method: "POST", headers, body })).status).toBe(201);
};

/** Returns the server's resident memory (bytes). */
const residentBytes = (): number =>
  1024 * Number(spawnSync("ps", ["-o", "rss=", "-p", String(server.pid)], { encoding: "utf8" }).stdout);

test(`${count} idle or incomplete connections do not delay others, and take little memory`, async () => {
  if (count < wanted)
    process.stdout.write(`LIMITED: ${count} connections instead of ${wanted}, by \`ulimit -Hn\`.\n`);
  for (let request = 0; request < 50; request += 1) await isServed();
  const before = residentBytes();
  const sockets: Socket[] = [];
  // At most 250 connections are opened at a time, because the accept queue holds no more.
  while (sockets.length < count)
    sockets.push(
      ...(await Promise.all(Array.from({ length: Math.min(250, count - sockets.length) }, opened))),
    );
  const beginnings = [
    "",
    "GET /v1/projects HTTP/1.1\r\nHost: x\r\nA: ",
    `POST /v1/projects HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${apiKey}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
    `POST /v1/datasets/ds_x/samples/import HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${apiKey}\r\nContent-Type: text/csv\r\nContent-Length: 100\r\n\r\ni`,
  ];
  const beginningOf = (index: number): string => beginnings[index % beginnings.length] ?? "";
  for (const [index, socket] of sockets.entries())
    if (beginningOf(index) !== "") socket.write(beginningOf(index));
  for (let turn = 0; turn < 5; turn += 1) {
    for (const [index, socket] of sockets.entries())
      if (beginningOf(index) !== "" && !socket.destroyed) socket.write("x");
    await isServed();
  }
  const grown = residentBytes() - before;
  process.stdout.write(`${count} connections: ${Math.round(grown / count / 1024)} KiB each.\n`);
  // Memory that does not belong to connections varies by some tens of megabytes.
  expect(grown).toBeLessThan(256 * 1024 * 1024 + count * maxBytesEach);
  for (const socket of sockets) socket.destroy();
  await isServed();
}, 900_000);
