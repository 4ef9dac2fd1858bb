// Tests clients that do not speak HTTP, are too slow, send too much, or send compression bombs. Each receives
// a response or is disconnected, and other clients are still served.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { problemCodes } from "@assay/contract/platform/errors";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { problem } from "../../contract/src/platform/problem.ts";
import { exchange } from "../support/raw-exchange.ts";
import { startTestServer, type TestServer } from "../support/server.ts";
import { bySize } from "../support/test-size.ts";

let server: TestServer;
let apiKey: string;
beforeAll(async () => {
  server = await startTestServer("embedded", { ASSAY_RATE_LIMIT: "100000000" });
  apiKey = await server.newWorkspace();
});
afterAll(() => server.close());

const isServed = async (): Promise<void> => {
  const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
  const body = JSON.stringify({ name: "Well-behaved" });
  expect((await fetch(`${server.url}/v1/projects`, { method: "POST", headers, body })).status).toBe(201);
};

/** Creates a dataset. @returns its id. */
async function newDataset(): Promise<string> {
  const create = async (path: string, body: object): Promise<string> => {
    const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
    const answer = await fetch(`${server.url}${path}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    return String(Object(await answer.json())["id"]);
  };
  const project = await create("/v1/projects", { name: "Bombs" });
  return create("/v1/datasets", { name: "Bombs", project });
}

const chunked = "Transfer-Encoding: chunked";
const get = (headers: string[]): string =>
  ["GET /healthz HTTP/1.1", "Host: x", ...headers, "", ""].join("\r\n");
const post = (headers: string[], body = "", version = "1.1"): string =>
  [`POST /v1/projects HTTP/${version}`, "Host: x", ...headers, "", body].join("\r\n");

describe("an invalid HTTP request", () => {
  test.each([
    [
      "another protocol",
      "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003",
      "malformed_request",
    ],
    ["an invalid request line", "HELLO\r\n\r\n", "malformed_request"],
    ["another version", "GET /healthz HTTP/9.9\r\nHost: x\r\n\r\n", "malformed_request"],
    ["no host", "GET /healthz HTTP/1.1\r\n\r\n", "malformed_request"],
    ["a header without a name", "GET /healthz HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n", "malformed_request"],
    [
      "a header with a control character",
      "GET /healthz HTTP/1.1\r\nHost: x\r\nA: \u0000\r\n\r\n",
      "malformed_request",
    ],
    [
      "two lengths",
      "POST /v1/projects HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
      "malformed_request",
    ],
    [
      "a length and chunks",
      "POST /v1/projects HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      "malformed_request",
    ],
    [
      "a negative length",
      "POST /v1/projects HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
      "malformed_request",
    ],
    [
      "a length that is not a number",
      "POST /v1/projects HTTP/1.1\r\nHost: x\r\nContent-Length: 1e3\r\n\r\n",
      "malformed_request",
    ],
    [
      "headers without end",
      `GET /healthz HTTP/1.1\r\nHost: x\r\nA: ${"a".repeat(20_000)}\r\n\r\n`,
      "too_big",
    ],
    ["two equal lengths", post(["Content-Length: 2", "Content-Length: 2"], "{}"), "malformed_request"],
    ["a list of lengths", post(["Content-Length: 2, 2"], "{}"), "malformed_request"],
    ["a length with a sign", post(["Content-Length: +2"], "{}"), "malformed_request"],
    ["a length above every limit", post(["Content-Length: 99999999999999999999"]), "malformed_request"],
    ["an empty length", post(["Content-Length:"]), "malformed_request"],
    ["chunks under another name", post(["Transfer-Encoding: xchunked"], "0\r\n\r\n"), "malformed_request"],
    ["chunks and more", post(["Transfer-Encoding: chunked, identity"], "0\r\n\r\n"), "malformed_request"],
    ["chunks twice", post([chunked, chunked], "0\r\n\r\n"), "malformed_request"],
    ["chunks after a space", post(["Transfer-Encoding : chunked"], "0\r\n\r\n"), "malformed_request"],
    ["chunks after a tab", post(["Transfer-Encoding: \u000bchunked"], "0\r\n\r\n"), "malformed_request"],
    ["chunks and no body", post(["Content-Length: 0", chunked], "0\r\n\r\n"), "malformed_request"],
    ["chunks in HTTP/1.0", post([chunked], "2\r\n{}\r\n0\r\n\r\n", "1.0"), "malformed_request"],
    ["a folded header", post(["Transfer-Encoding:", " chunked"], "0\r\n\r\n"), "malformed_request"],
    ["a folded header without meaning", get(["A: b", " c"]), "malformed_request"],
    ["a header that starts with a space", get([" A: b"]), "malformed_request"],
    ["a space in a header's name", get(["A B: c"]), "malformed_request"],
    ["lines without a carriage return", get(["A: b"]).replaceAll("\r\n", "\n"), "malformed_request"],
    ["a carriage return in the middle of a line", get(["A: b\rB: c"]), "malformed_request"],
    ["a newline in the middle of a line", get(["A: b\nB: c"]), "malformed_request"],
    ["two hosts", get(["Host: y"]), "malformed_request"],
    ["two keys", get(["Authorization: Bearer a", "authorization: Bearer b"]), "malformed_request"],
    ["HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "malformed_request"],
    ["a NUL in the address", "GET /healthz\u0000 HTTP/1.1\r\nHost: x\r\n\r\n", "malformed_request"],
    ["a space in the address", "GET /v1/a b HTTP/1.1\r\nHost: x\r\n\r\n", "malformed_request"],
    ["bytes beyond ASCII in the address", "GET /\u00ff HTTP/1.1\r\nHost: x\r\n\r\n", "malformed_request"],
    ["an address without end", `GET /${"a".repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, "too_big"],
  ])("%s: refused with a problem document, and the connection ends", async (_, sent, code) => {
    const text = await exchange(server.url, sent);
    const [head = "", body = ""] = text.split("\r\n\r\n");
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    expect(head).toMatch(/^content-type: application\/problem\+json/im);
    const parsed = problem.strict().parse(JSON.parse(body));
    expect(parsed).toMatchObject({
      code: "validation_failed",
      title: problemCodes.validation_failed.title,
      errors: [{ code }],
    });
    expect(head).toContain(parsed.request_id);
  });

  test.each([
    ["with an invalid size", 'zz\r\n"x"}\r\n0\r\n\r\n'],
    ["of negative size", '-1\r\n"x"}\r\n0\r\n\r\n'],
    ["of a size with a prefix", '0x4\r\n"x"}\r\n0\r\n\r\n'],
    ["with a size above every limit", "FFFFFFFFFFFFFFFFF\r\n"],
    ["without carriage returns", '4\n"x"}\n0\n\n'],
    ["that is longer than its size", '4\r\n"x"}X0\r\n\r\n'],
    ["with an extension without end", `4;${"a".repeat(40_000)}\r\n`],
    ["before trailers without end", `4\r\n"x"}\r\n0\r\n${"A: b\r\n".repeat(10_000)}\r\n`],
    ["before a trailer that is a length", '4\r\n"x"}\r\n0\r\nContent-Length: 1\r\n\r\n'],
  ])("a chunk %s: the connection ends and nothing is written", async (_what, rest) => {
    const key = [`Authorization: Bearer ${apiKey}`, "Content-Type: application/json"];
    await exchange(server.url, `${post([...key, chunked], '8\r\n{"name":\r\n')}${rest}`);
    const named = await server.deps.database.knex("projects").where({ name: "x" }).select("id");
    expect(named).toEqual([]);
    await isServed();
  });

  test("a request hidden in the body of another gets no response", async () => {
    const hidden = get([]);
    const length = `Content-Length: ${hidden.length}`;
    const text = await exchange(server.url, post([length, "Connection: close"], hidden));
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 401"]);
  });
});

describe("a compression bomb", () => {
  // 64 MiB of spaces take 64 KiB with gzip and deflate, and 60 bytes with brotli.
  const spaces = Buffer.alloc(64 * 1024 * 1024, " ");
  test.each([
    ["gzip", gzipSync(spaces), 413],
    ["deflate", deflateSync(spaces), 415],
    ["br", brotliCompressSync(spaces), 415],
  ])("with %s is refused without using memory", async (encoding, bytes, status) => {
    const send = () =>
      fetch(`${server.url}/v1/projects`, {
        method: "POST",
        body: new Uint8Array(bytes),
        headers: {
          authorization: `Bearer ${apiKey}`,
          "content-type": "application/json",
          "content-encoding": encoding,
        },
      });
    const answers = await Promise.all(Array.from({ length: bySize(12, 50) }, send));
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => status));
    // Decompressed, each body would take 64 MiB. The process uses less than half of that per body, including
    // garbage.
    expect(process.memoryUsage().arrayBuffers).toBeLessThan(
      spaces.length + answers.length * 32 * 1024 * 1024,
    );
    await isServed();
  });

  const mebibyte = 1024 * 1024;
  /** Yields a gzip file of about 50 MiB whose members are the same. */
  async function* repeated(member: Buffer): AsyncGenerator<Uint8Array> {
    for (let sent = 0; sent < 50 * mebibyte; sent += member.length) yield member;
  }

  const limit = 64 * mebibyte;
  setFlagsFromString("--expose-gc");
  const collectGarbage: () => void = runInNewContext("gc");
  const memoryInUse = (): number => {
    const { arrayBuffers, heapUsed } = process.memoryUsage();
    return arrayBuffers + heapUsed;
  };
  const liveMemory = (): number => {
    collectGarbage();
    return memoryInUse();
  };

  const streamOf = (chunks: AsyncGenerator<Uint8Array>): ReadableStream =>
    new ReadableStream({
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
    });

  // A member of 64 MiB takes 64 KiB, so that the files expand to 50 GiB.
  test.each([
    ["zeros", Buffer.alloc(64 * mebibyte), "application/x-ndjson"],
    ["zeros, as a table", Buffer.alloc(64 * mebibyte), "text/csv"],
    ["spaces", spaces, "application/json"],
    ["rows", Buffer.from(`{"input":"${"x".repeat(500_000)}"}\n`.repeat(128)), "application/x-ndjson"],
  ])("of %s is refused as a file of samples (413), in less than 64 MiB", async (_, content, type) => {
    const dataset = await newDataset();
    const member = gzipSync(content);
    const before = liveMemory();
    let highest = 0;
    const timer = setInterval(() => {
      // Memory in use includes garbage, which grows until the collector runs.
      const used = memoryInUse();
      highest = Math.max(highest, used - before < limit ? used : liveMemory());
    }, 1);
    const init: RequestInit & { duplex: "half" } = {
      method: "POST",
      body: streamOf(repeated(member)),
      duplex: "half",
      headers: {
        authorization: `Bearer ${apiKey}`,
        "content-type": type,
        "content-encoding": "gzip",
      },
    };
    const answer = await fetch(`${server.url}/v1/datasets/${dataset}/samples/import`, init);
    clearInterval(timer);
    expect(answer.status).toBe(413);
    expect(highest - before).toBeLessThan(limit);
    await isServed();
  });
});
