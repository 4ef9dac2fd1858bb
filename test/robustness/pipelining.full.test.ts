// Tests clients that pipeline requests: responses are in order, and the server does no work for clients that
// do not read.
import { once } from "node:events";
import { expect, test } from "vitest";
import { exchange, openSocket } from "../support/raw-exchange.ts";
import { useServer } from "../support/file-server.ts";

const server = useServer("embedded", { ASSAY_RATE_LIMIT: "100000000" });

const request = (line: string, headers: string[] = [], body = ""): string =>
  [`${line} HTTP/1.1`, "Host: x", server.authorization, ...headers, "", body].join("\r\n");
const write = (name: string): string => {
  const body = JSON.stringify({ name });
  const headers = ["Content-Type: application/json", `Content-Length: ${body.length}`];
  return request("POST /v1/projects", headers, body);
};
const statuses = (text: string): string[] => text.match(/HTTP\/1\.1 \d+/g) ?? [];

test("a request starts after the response to the previous one, and sees its writes", async () => {
  const text = await exchange(
    server.url,
    [write("First"), write("Second"), request("GET /v1/projects", ["Connection: close"])].join(""),
  );
  expect(statuses(text)).toEqual(["HTTP/1.1 201", "HTTP/1.1 201", "HTTP/1.1 200"]);
  const list = text.slice(text.lastIndexOf("HTTP/1.1"));
  expect(list).toContain('"First"');
  expect(list).toContain('"Second"');
});

test("an invalid request is refused after the responses to the previous ones", async () => {
  const text = await exchange(
    server.url,
    `${write("Before")}${request("GET /v1/projects")}NO REQUEST\r\n\r\n${write("After")}`,
  );
  expect(statuses(text)).toEqual(["HTTP/1.1 201", "HTTP/1.1 200", "HTTP/1.1 400"]);
  expect(text.slice(0, text.indexOf("HTTP/1.1 200"))).toContain('"Before"');
  expect(text).toContain("malformed_request");
  expect(await server.deps.database.knex("projects").where({ name: "After" })).toEqual([]);
});

test("a request with an invalid head gets its response even if its body is invalid too", async () => {
  const head = ["POST /v1/projects HTTP/1.1", "Host: x", "Transfer-Encoding: gzip, chunked", "", ""];
  expect(statuses(await exchange(server.url, `${head.join("\r\n")}zz\r\n`))).toEqual(["HTTP/1.1 400"]);
});

test("a hundred pipelined requests get responses in order", async () => {
  const many = request("GET /healthz").repeat(99) + request("GET /healthz", ["Connection: close"]);
  expect(statuses(await exchange(server.url, many))).toEqual(
    Array.from({ length: 100 }, () => "HTTP/1.1 200"),
  );
});

test("thousands of unread responses close the connection, and no request remains in flight", async () => {
  const socket = await openSocket(server.url);
  // The connection may be reset, because unread data remains.
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.write(request("GET /v1/projects").repeat(5000));
  await closed;
  const inFlight = async (): Promise<unknown> => (await server.deps.metrics.inFlight.get()).values[0]?.value;
  await expect.poll(inFlight).toBe(0);
});

test("the server does not wait for the body of an unauthenticated caller", async () => {
  const socket = await openSocket(server.url);
  const head = "POST /api/policy/authorize HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n";
  socket.write(`${head}Content-Length: 100000\r\n\r\n{`);
  const [first]: unknown[] = await once(socket, "data");
  expect(String(first)).toMatch(/^HTTP\/1\.1 401 /);
  socket.destroy();
});
