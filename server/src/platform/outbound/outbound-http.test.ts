import type { LookupAddress } from "node:dns";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import {
  disguisedHosts,
  innerNames,
  localNames,
  privateHosts,
} from "../../../../test/support/private-hosts.ts";
import { AddressGuard, parseNetworks } from "./address-guard.ts";
import { guardedConnector, type Resolve, systemResolve } from "./guarded-connector.ts";
import { OutboundHttp } from "./outbound-http.ts";

const loopback = "127.0.0.0/8,::1/128";
const never = new AbortController().signal;

/** A server on every address of this machine, that counts who connects and who asks. */
let server: Server;
let port = 0;
let connections = 0;
let requests = 0;
let answer: RequestListener = (_request, response) => response.end("{}");
const opened: OutboundHttp[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    requests += 1;
    answer(request, response);
  });
  server.on("connection", () => (connections += 1));
  await new Promise<void>((resolve) => server.listen(0, "::", resolve));
  // A server that listens on a TCP port has an address object.
  ({ port } = server.address() as AddressInfo);
});
beforeEach(() => {
  connections = 0;
  requests = 0;
  answer = (_request, response) => response.end("{}");
});
afterAll(async () => {
  await Promise.all(opened.map((out) => out.close()));
  server.closeAllConnections();
  server.close();
});

function outbound(allow?: string, resolve: Resolve = systemResolve, guard?: AddressGuard): OutboundHttp {
  const listed = allow === undefined ? [] : (parseNetworks(allow) ?? []);
  const out = new OutboundHttp(guardedConnector(guard ?? new AddressGuard(listed), resolve));
  opened.push(out);
  return out;
}

const post = (out: OutboundHttp, url: string, { timeoutMs = 120_000, signal = never } = {}) =>
  out.post({ url, headers: {}, body: "{}", timeoutMs }, signal);

/** As a name server would answer: these addresses for whatever name. */
const answering =
  (...addresses: string[]): Resolve =>
  (_name, done) =>
    done(
      null,
      addresses.map((address): LookupAddress => ({ address, family: address.includes(":") ? 6 : 4 })),
    );

const hosts = [...privateHosts, ...disguisedHosts];

describe("outgoing requests without a list", () => {
  test("are tried against at least sixty forms", () => expect(hosts.length).toBeGreaterThanOrEqual(60));

  test.each(hosts.map((host) => [host]))("never reach %s, by https or http", async (host) => {
    const out = outbound();
    expect(await post(out, `https://${host}:${port}/`)).toMatchObject({
      status: null,
      passing: false,
      reason: expect.stringContaining("is not at a public address"),
    });
    expect(await post(out, `http://${host}:${port}/`)).toMatchObject({
      status: null,
      passing: false,
      reason: expect.stringContaining("plain http goes only to addresses"),
    });
    expect(connections).toBe(0);
  });

  test.each([...localNames, ...innerNames].map((name) => [name]))("never reach %s", async (name) => {
    for (const address of ["127.0.0.1", "::1", "169.254.169.254", "10.96.0.1"]) {
      const reply = await post(outbound(undefined, answering(address)), `https://${name}:${port}/`);
      expect(reply).toMatchObject({ status: null, passing: false });
    }
    expect(connections).toBe(0);
  });

  test.each([
    ["one private address", ["10.0.0.1"]],
    ["loopback", ["127.0.0.1"]],
    ["metadata", ["169.254.169.254"]],
    ["a public and a private address", ["8.8.8.8", "127.0.0.1"]],
    ["IPv6 loopback behind a public address", ["2606:4700::1", "::1"]],
    ["IPv4 loopback inside IPv6", ["::ffff:127.0.0.1"]],
    ["an interface of this link", ["fe80::1%lo"]],
    ["an inner address inside IPv6 behind public ones", ["8.8.8.8", "1.1.1.1", "64:ff9b::a00:1"]],
    ["what no name server answers", ["8.8.8.8", "127.1"]],
    ["an address and nothing", ["8.8.8.8", ""]],
  ])("never reach a name that resolves to %s", async (_what, addresses) => {
    const reply = await post(outbound(undefined, answering(...addresses)), `https://evil.test:${port}/`);
    expect(reply).toMatchObject({ status: null, passing: false });
    expect(connections).toBe(0);
  });

  test("dial the address that was checked: a name is resolved once, so rebinding it changes nothing", async () => {
    let asked = 0;
    const rebinding: Resolve = (name, done) => {
      asked += 1;
      // Refused the first time it is asked; whoever asked twice would be told this machine the second time.
      answering(asked === 1 ? "10.0.0.1" : "127.0.0.1")(name, done);
    };
    expect(await post(outbound(undefined, rebinding), `https://rebind.test:${port}/`)).toMatchObject({
      status: null,
    });
    expect({ asked, connections }).toEqual({ asked: 1, connections: 0 });
  });

  test("send nothing when the peer's own address turns out to be another than allowed", async () => {
    const asked: string[] = [];
    class Forgetful extends AddressGuard {
      override isListed(address: string): boolean {
        asked.push(address);
        return asked.length === 1;
      }
    }
    const out = outbound(undefined, answering("127.0.0.1"), new Forgetful([]));
    const reply = await post(out, `http://changed.test:${port}/`);
    expect(reply).toMatchObject({ status: null, passing: false });
    expect(asked).toEqual(["127.0.0.1", "127.0.0.1"]);
    expect(requests).toBe(0);
  });
});

describe("outgoing requests to listed addresses", () => {
  test.each([["127.0.0.1"], ["127.1"], ["2130706433"], ["localhost"], ["[::1]"], ["[::ffff:127.0.0.1]"]])(
    "reach %s by http",
    async (host) => {
      const reply = await post(outbound(loopback), `http://${host}:${port}/`);
      expect(reply).toMatchObject({ status: 200 });
      expect(requests).toBe(1);
    },
  );

  test("reach a name all of whose addresses are listed, and not one of whose addresses one is not", async () => {
    const reach = (...addresses: string[]) =>
      post(outbound(loopback, answering(...addresses)), `http://receiver.test:${port}/`);
    expect(await reach("127.0.0.1", "::1")).toMatchObject({ status: 200 });
    expect(await reach("127.0.0.1", "169.254.169.254")).toMatchObject({ status: null, passing: false });
    expect(requests).toBe(1);
  });

  test("are not led on by a redirect", async () => {
    answer = (_request, response) =>
      response.writeHead(302, { location: `http://127.0.0.1:${port}/elsewhere` }).end();
    expect(await post(outbound(loopback), `http://127.0.0.1:${port}/`)).toMatchObject({ status: 302 });
    expect(requests).toBe(1);
  });

  test("know no proxy", async () => {
    for (const name of ["HTTP_PROXY", "http_proxy"]) vi.stubEnv(name, `http://127.0.0.1:${port}`);
    vi.stubEnv("NODE_USE_ENV_PROXY", "1");
    try {
      const reply = await post(outbound("127.0.0.2"), "http://127.0.0.2:9/");
      expect(reply).toMatchObject({ status: null, passing: true });
      expect(connections).toBe(0);
    } finally {
      vi.unstubAllEnvs();
    }
  });
});

describe("an answer", () => {
  const local = () => `http://127.0.0.1:${port}/`;

  test("is read whole, with what it says of coming again", async () => {
    answer = (_request, response) => response.writeHead(503, { "retry-after": "7" }).end("later");
    expect(await post(outbound(loopback), local())).toMatchObject({ status: 503, retryAfter: "7" });
    answer = (_request, response) => response.end('{"score":1}');
    const reply = await post(outbound(loopback), local());
    expect(reply.status === null ? "" : new TextDecoder().decode(reply.body)).toBe('{"score":1}');
  });

  test("of more than 1 MiB is broken off", async () => {
    answer = (_request, response) => response.end(Buffer.alloc(3 * 1024 * 1024, "a"));
    expect(await post(outbound(loopback), local())).toEqual({
      status: null,
      passing: false,
      reason: "answered 200 with more than 1048576 bytes",
    });
    answer = (_request, response) => response.end(Buffer.alloc(1024 * 1024, "a"));
    expect(await post(outbound(loopback), local())).toMatchObject({ status: 200 });
  });

  test("of which the status says it all may be as long as it likes, and is not kept", async () => {
    answer = (_request, response) => response.end(Buffer.alloc(3 * 1024 * 1024, "a"));
    const call = { url: local(), headers: {}, body: "{}", timeoutMs: 120_000, ignoresBody: true };
    expect(await outbound(loopback).post(call, new AbortController().signal)).toEqual({
      status: 200,
      retryAfter: null,
      body: new Uint8Array(),
    });
  });

  test("that does not come, or does not end, in time is not waited for", async () => {
    for (const late of [
      () => {},
      (_: unknown, response: Parameters<RequestListener>[1]) => response.write("{"),
    ]) {
      answer = late;
      expect(await post(outbound(loopback), local(), { timeoutMs: 50 })).toEqual({
        status: null,
        passing: true,
        reason: "did not answer within 0.05 seconds",
      });
    }
  });

  test("that breaks off, and a port where nobody listens, may be tried again", async () => {
    answer = (request) => request.socket.destroy();
    expect(await post(outbound(loopback), local())).toEqual({
      status: null,
      passing: true,
      reason: "could not be called: the connection broke",
    });
    expect(await post(outbound(loopback), "http://127.0.0.1:9/")).toEqual({
      status: null,
      passing: true,
      reason: "could not be called: the connection was refused",
    });
  });

  test("is not waited for once the caller gives up, who is told why", async () => {
    const controller = new AbortController();
    answer = () => controller.abort(new Error("enough"));
    await expect(post(outbound(loopback), local(), { signal: controller.signal })).rejects.toThrow("enough");
  });
});
