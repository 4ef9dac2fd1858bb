// Sends requests that a proxy in front of the server may read differently, and requests that Node.js itself
// would respond to: all are refused with a problem document.
import { describe, expect, test } from "vitest";
import { problem } from "../../contract/src/platform/problem.ts";
import { exchange } from "../support/raw-exchange.ts";
import { useServer } from "../support/file-server.ts";

const server = useServer("embedded", { ASSAY_RATE_LIMIT: "100000000" });

/** Returns the problem document of the only response. */
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
  lines(
    "POST /v1/projects HTTP/1.1",
    "Host: x",
    server.authorization,
    "Content-Type: application/json",
    ...headers,
    "",
    sent,
  );

describe("a body in a transfer coding other than chunked", () => {
  test.each([
    "gzip, chunked",
    "gzip,chunked",
    "identity, chunked",
    "x, chunked",
    "trailers, chunked",
    ", chunked",
  ])("%s is refused at every endpoint, and later data is not read", async (coding) => {
    const message = `Transfer-Encoding is ${JSON.stringify(coding)}; it must be "chunked"`;
    const header = `Transfer-Encoding: ${coding}`;
    expect(await refusal(write([header], chunks + next))).toContain(message);
    const lean = lines(
      "POST /api/policy/authorize HTTP/1.1",
      "Host: x",
      server.authorization,
      header,
      "",
      chunks,
    );
    expect(await refusal(lean)).toContain(message);
    expect(await refusal(lines("GET /healthz HTTP/1.1", "Host: x", header, "", "0\r\n\r\n"))).toContain(
      message,
    );
    expect(await server.deps.database.knex("projects").where({ name: "framed" })).toEqual([]);
  });

  test.each(["chunked", "Chunked", "CHUNKED", " \tchunked"])("%j is accepted", async (coding) => {
    const text = await exchange(
      server.url,
      write(["Connection: close", `Transfer-Encoding: ${coding}`], chunks),
    );
    expect(text).toMatch(/^HTTP\/1\.1 201 /);
    await server.deps.database.knex("projects").where({ name: "framed" }).delete();
  });
});

describe("a host", () => {
  const requestWithHosts = (...hosts: string[]): string =>
    lines("GET /healthz HTTP/1.1", ...hosts.map((host) => `Host: ${host}`), "Connection: close", "", "");

  test("that is missing or empty is refused", async () => {
    expect(await refusal(requestWithHosts())).toContain("Host is required: HTTP/1.1 needs");
    expect(
      await refusal(lines("POST /v1/projects HTTP/1.1", server.authorization, "Content-Length: 2", "", "{}")),
    ).toContain("Host is required");
    expect(await refusal(requestWithHosts(""))).toContain('Host is ""; it must be a name or an address');
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
  ])("%j is refused", async (host) =>
    expect(await refusal(requestWithHosts(host))).toContain("it must be a name or an address"),
  );

  test.each(["x", "x:", "x:8787", "a.b-c.example", "127.0.0.1:1", "[::1]", "[::1]:8787", "xn--a_b"])(
    "%j is accepted",
    async (host) => expect(await exchange(server.url, requestWithHosts(host))).toMatch(/^HTTP\/1\.1 200 /),
  );

  test("is not required in HTTP/1.0", async () => {
    expect(await exchange(server.url, "GET /healthz HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1\.1 200 /);
  });

  test("and a key are found after a large number of other headers", async () => {
    // The request has more headers than Node.js accepts by default, in fewer bytes than its limit.
    const many = Array.from({ length: 2100 }, () => "a:");
    const twice = lines(
      "GET /v1/projects HTTP/1.1",
      "Host: x",
      server.authorization,
      ...many,
      "Host: y",
      "",
      "",
    );
    expect(await refusal(twice)).toContain("host is repeated; it must occur once");
    const keys = lines(
      "GET /v1/projects HTTP/1.1",
      "Host: x",
      server.authorization,
      ...many,
      server.authorization,
      "",
      "",
    );
    expect(await refusal(keys)).toContain("authorization is repeated");
    const last = lines(
      "GET /v1/projects HTTP/1.1",
      ...many,
      "Host: x",
      server.authorization,
      "Connection: close",
      "",
      "",
    );
    expect(await exchange(server.url, last)).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe("the Expect header", () => {
  test.each(["something", "", "100-continue, more", "100-continue;q=1", "200-ok"])(
    "%j is refused before the body",
    async (expected) => {
      const message = await refusal(write([`Expect: ${expected}`, "Content-Length: 17"], ""));
      expect(message).toBe(`Expect is ${JSON.stringify(expected)}; it must be "100-continue".`);
    },
  );

  test.each(["100-continue", "100-Continue"])("%s: the server requests the body", async (expected) => {
    const headers = ["Connection: close", `Expect: ${expected}`, `Content-Length: ${body.length}`];
    const text = await exchange(server.url, write(headers, body));
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 100", "HTTP/1.1 201"]);
  });

  test("is ignored in HTTP/1.0", async () => {
    expect(await exchange(server.url, "GET /healthz HTTP/1.0\r\nExpect: something\r\n\r\n")).toMatch(
      /^HTTP\/1\.1 200 /,
    );
  });

  test("a tunnel is refused, and its connection is closed", async () => {
    const tunnel = lines("CONNECT other.example:443 HTTP/1.1", "Host: other.example:443", "", "");
    expect(await refusal(tunnel + next)).toContain("Method CONNECT is not supported");
  });
});
