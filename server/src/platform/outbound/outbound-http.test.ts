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

/** A server that listens on every address of this machine, and counts connections and requests. */
let server: Server;
let port = 0;
let connections = 0;
let requests = 0;
let respond: RequestListener = (_request, response) => response.end("{}");
const opened: OutboundHttp[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    requests += 1;
    respond(request, response);
  });
  server.on("connection", () => (connections += 1));
  await new Promise<void>((resolve) => server.listen(0, "::", resolve));
  // `address()` returns an object if the server listens on a TCP port.
  ({ port } = server.address() as AddressInfo);
});
beforeEach(() => {
  connections = 0;
  requests = 0;
  respond = (_request, response) => response.end("{}");
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

/** Returns a resolver that resolves every host name to the given addresses. */
const resolvingTo =
  (...addresses: string[]): Resolve =>
  (_name, done) =>
    done(
      null,
      addresses.map((address): LookupAddress => ({ address, family: address.includes(":") ? 6 : 4 })),
    );

const hosts = [...privateHosts, ...disguisedHosts];

describe("outgoing requests without a list", () => {
  test("are tested with at least sixty notations", () => expect(hosts.length).toBeGreaterThanOrEqual(60));

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
      reason: expect.stringContaining("plain http requires an address"),
    });
    expect(connections).toBe(0);
  });

  test.each([...localNames, ...innerNames].map((name) => [name]))("never reach %s", async (name) => {
    for (const address of ["127.0.0.1", "::1", "169.254.169.254", "10.96.0.1"]) {
      const reply = await post(outbound(undefined, resolvingTo(address)), `https://${name}:${port}/`);
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
    ["a link-local address with a zone", ["fe80::1%lo"]],
    ["public addresses and a private address embedded in IPv6", ["8.8.8.8", "1.1.1.1", "64:ff9b::a00:1"]],
    ["a result that is not an address", ["8.8.8.8", "127.1"]],
    ["an address and an empty result", ["8.8.8.8", ""]],
  ])("never reach a name that resolves to %s", async (_what, addresses) => {
    const reply = await post(outbound(undefined, resolvingTo(...addresses)), `https://evil.test:${port}/`);
    expect(reply).toMatchObject({ status: null, passing: false });
    expect(connections).toBe(0);
  });

  test("connect to the checked address: a name is resolved once, so DNS rebinding has no effect", async () => {
    let lookups = 0;
    const rebinding: Resolve = (name, done) => {
      lookups += 1;
      // The first lookup returns an address that is refused. A second lookup would return the address of this
      // machine.
      resolvingTo(lookups === 1 ? "10.0.0.1" : "127.0.0.1")(name, done);
    };
    expect(await post(outbound(undefined, rebinding), `https://rebind.test:${port}/`)).toMatchObject({
      status: null,
    });
    expect({ lookups, connections }).toEqual({ lookups: 1, connections: 0 });
  });

  test("send nothing if the peer's address is not allowed", async () => {
    const checkedAddresses: string[] = [];
    class Forgetful extends AddressGuard {
      override isListed(address: string): boolean {
        checkedAddresses.push(address);
        return checkedAddresses.length === 1;
      }
    }
    const out = outbound(undefined, resolvingTo("127.0.0.1"), new Forgetful([]));
    const reply = await post(out, `http://changed.test:${port}/`);
    expect(reply).toMatchObject({ status: null, passing: false });
    expect(checkedAddresses).toEqual(["127.0.0.1", "127.0.0.1"]);
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

  test("reach a name if all of its addresses are listed", async () => {
    const reach = (...addresses: string[]) =>
      post(outbound(loopback, resolvingTo(...addresses)), `http://receiver.test:${port}/`);
    expect(await reach("127.0.0.1", "::1")).toMatchObject({ status: 200 });
    expect(await reach("127.0.0.1", "169.254.169.254")).toMatchObject({ status: null, passing: false });
    expect(requests).toBe(1);
  });

  test("do not follow redirects", async () => {
    respond = (_request, response) =>
      response.writeHead(302, { location: `http://127.0.0.1:${port}/elsewhere` }).end();
    expect(await post(outbound(loopback), `http://127.0.0.1:${port}/`)).toMatchObject({ status: 302 });
    expect(requests).toBe(1);
  });

  test("ignore proxies", async () => {
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

describe("a response", () => {
  const local = () => `http://127.0.0.1:${port}/`;

  test("is read completely, with its Retry-After", async () => {
    respond = (_request, response) => response.writeHead(503, { "retry-after": "7" }).end("later");
    expect(await post(outbound(loopback), local())).toMatchObject({ status: 503, retryAfter: "7" });
    respond = (_request, response) => response.end('{"score":1}');
    const reply = await post(outbound(loopback), local());
    expect(reply.status === null ? "" : new TextDecoder().decode(reply.body)).toBe('{"score":1}');
  });

  test("of more than 1 MiB is aborted", async () => {
    respond = (_request, response) => response.end(Buffer.alloc(3 * 1024 * 1024, "a"));
    expect(await post(outbound(loopback), local())).toEqual({
      status: null,
      passing: false,
      reason: "returned status 200 with more than 1048576 bytes",
    });
    respond = (_request, response) => response.end(Buffer.alloc(1024 * 1024, "a"));
    expect(await post(outbound(loopback), local())).toMatchObject({ status: 200 });
  });

  test("whose body is ignored can have any length", async () => {
    respond = (_request, response) => response.end(Buffer.alloc(3 * 1024 * 1024, "a"));
    const call = { url: local(), headers: {}, body: "{}", timeoutMs: 120_000, ignoresBody: true };
    expect(await outbound(loopback).post(call, new AbortController().signal)).toEqual({
      status: 200,
      retryAfter: null,
      body: new Uint8Array(),
    });
  });

  test("that does not arrive or end in time is aborted", async () => {
    for (const late of [
      () => {},
      (_: unknown, response: Parameters<RequestListener>[1]) => response.write("{"),
    ]) {
      respond = late;
      expect(await post(outbound(loopback), local(), { timeoutMs: 50 })).toEqual({
        status: null,
        passing: true,
        reason: "did not respond within 0.05 seconds",
      });
    }
  });

  test("that is interrupted is a transient failure, as is a refused connection", async () => {
    respond = (request) => request.socket.destroy();
    expect(await post(outbound(loopback), local())).toEqual({
      status: null,
      passing: true,
      reason: "could not be called: the connection was lost",
    });
    expect(await post(outbound(loopback), "http://127.0.0.1:9/")).toEqual({
      status: null,
      passing: true,
      reason: "could not be called: the connection was refused",
    });
  });

  test("is aborted with the caller's reason", async () => {
    const controller = new AbortController();
    respond = () => controller.abort(new Error("enough"));
    await expect(post(outbound(loopback), local(), { signal: controller.signal })).rejects.toThrow("enough");
  });
});
