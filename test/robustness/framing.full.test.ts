// What a proxy in front of us may read otherwise, and what Node.js would answer by itself: refused in a problem document.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { problem } from "../../contract/src/platform/problem.ts";
import { exchange } from "../support/raw-exchange.ts";
import { startTestServer, type TestServer } from "../support/server.ts";

let server: TestServer;
let key: string;
beforeAll(async () => {
  server = await startTestServer("embedded", { ASSAY_RATE_LIMIT: "100000000" });
  key = `Authorization: Bearer ${await server.newWorkspace()}`;
});
afterAll(() => server.close());

/** The one answer's problem document. */
async function refusal(sent: string) {
  const text = await exchange(server.url, sent);
  const [head = "", body = ""] = text.split("\r\n\r\n");
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 400"]);
  expect(head).toMatch(/^content-type: application\/problem\+json/im);
  expect(head).toMatch(/^connection: close\r?$/im);
  const { errors = [] } = problem.strict().parse(JSON.parse(body));
  return errors[0]?.message ?? "";
}

const lines = (...all: string[]): string => all.join("\r\n");
const body = '{"name":"framed"}';
const chunks = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
const next = lines("GET /healthz HTTP/1.1", "Host: x", "Connection: close", "", "");
const write = (headers: string[], sent: string): string =>
  lines("POST /v1/projects HTTP/1.1", "Host: x", key, "Content-Type: application/json", ...headers, "", sent);

describe("a body in another coding than chunks", () => {
  test.each([
    "gzip, chunked",
    "gzip,chunked",
    "identity, chunked",
    "x, chunked",
    "trailers, chunked",
    ", chunked",
  ])("%s: refused, whatever door it is at, and what follows is not read", async (coding) => {
    const message = `Transfer-Encoding is ${JSON.stringify(coding)}; it must be "chunked"`;
    const header = `Transfer-Encoding: ${coding}`;
    expect(await refusal(write([header], chunks + next))).toContain(message);
    const lean = lines("POST /api/policy/authorize HTTP/1.1", "Host: x", key, header, "", chunks);
    expect(await refusal(lean)).toContain(message);
    expect(await refusal(lines("GET /healthz HTTP/1.1", "Host: x", header, "", "0\r\n\r\n"))).toContain(
      message,
    );
    expect(await server.deps.database.knex("projects").where({ name: "framed" })).toEqual([]);
  });

  test.each(["chunked", "Chunked", "CHUNKED", " \tchunked"])("%j: is chunks", async (coding) => {
    const text = await exchange(
      server.url,
      write(["Connection: close", `Transfer-Encoding: ${coding}`], chunks),
    );
    expect(text).toMatch(/^HTTP\/1\.1 201 /);
    await server.deps.database.knex("projects").where({ name: "framed" }).delete();
  });
});

describe("a host", () => {
  const asked = (...hosts: string[]): string =>
    lines("GET /healthz HTTP/1.1", ...hosts.map((host) => `Host: ${host}`), "Connection: close", "", "");

  test("that is not given, or given as nothing, is refused", async () => {
    expect(await refusal(asked())).toContain("Host is required: HTTP/1.1 needs");
    expect(await refusal(lines("POST /v1/projects HTTP/1.1", key, "Content-Length: 2", "", "{}"))).toContain(
      "Host is required",
    );
    expect(await refusal(asked(""))).toContain('Host is ""; it must be a name or an address');
  });

  test.each([
    "a b",
    "a/b",
    "user@host",
    "a,b/",
    "[::1",
    "::1",
    "a\\b",
    "<x>",
    "a:80:80",
    "a:port",
    "x?y",
    "x#y",
    "ä",
  ])("%j is none, and refused", async (host) =>
    expect(await refusal(asked(host))).toContain("it must be a name or an address"),
  );

  test.each(["x", "x:", "x:8787", "a.b-c.example", "127.0.0.1:1", "[::1]", "[::1]:8787", "xn--a_b"])(
    "%j is one",
    async (host) => expect(await exchange(server.url, asked(host))).toMatch(/^HTTP\/1\.1 200 /),
  );

  test("is not asked of HTTP/1.0, which has none", async () => {
    expect(await exchange(server.url, "GET /healthz HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1\.1 200 /);
  });

  test("and a key are looked for behind any number of headers", async () => {
    // More than Node.js takes by itself; in fewer bytes than it takes.
    const many = Array.from({ length: 2100 }, () => "a:");
    const twice = lines("GET /v1/projects HTTP/1.1", "Host: x", key, ...many, "Host: y", "", "");
    expect(await refusal(twice)).toContain("host is repeated; it must occur once");
    const keys = lines("GET /v1/projects HTTP/1.1", "Host: x", key, ...many, key, "", "");
    expect(await refusal(keys)).toContain("authorization is repeated");
    const last = lines("GET /v1/projects HTTP/1.1", ...many, "Host: x", key, "Connection: close", "", "");
    expect(await exchange(server.url, last)).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe("what is expected of us", () => {
  test.each(["something", "", "100-continue, more", "100-continue;q=1", "200-ok"])(
    "%j is refused before the body",
    async (expected) => {
      const message = await refusal(write([`Expect: ${expected}`, "Content-Length: 17"], ""));
      expect(message).toBe(`Expect is ${JSON.stringify(expected)}; it must be "100-continue".`);
    },
  );

  test.each(["100-continue", "100-Continue"])("%s: the body is asked for", async (expected) => {
    const headers = ["Connection: close", `Expect: ${expected}`, `Content-Length: ${body.length}`];
    const text = await exchange(server.url, write(headers, body));
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 100", "HTTP/1.1 201"]);
  });

  test("means nothing in HTTP/1.0", async () => {
    expect(await exchange(server.url, "GET /healthz HTTP/1.0\r\nExpect: something\r\n\r\n")).toMatch(
      /^HTTP\/1\.1 200 /,
    );
  });

  test("a tunnel is refused, and its connection ends", async () => {
    const asked = lines("CONNECT other.example:443 HTTP/1.1", "Host: other.example:443", "", "");
    expect(await refusal(asked + next)).toContain("this server is none");
  });
});
