import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AddressGuard, parseNetworks } from "./address-guard.ts";
import { causeOf } from "./call-failures.ts";
import { guardedConnector, systemResolve } from "./guarded-connector.ts";
import { OutboundHttp } from "./outbound-http.ts";

let answer: (socket: Socket) => void = () => {};
const server = createServer((socket) => {
  socket.on("error", () => {});
  socket.once("data", () => answer(socket));
});
const out = new OutboundHttp(
  guardedConnector(new AddressGuard(parseNetworks("127.0.0.1") ?? []), systemResolve),
);
let port = 0;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // `address()` returns an object if the server listens on a TCP port.
  ({ port } = server.address() as AddressInfo);
});
afterAll(async () => {
  await out.close();
  server.close();
});

async function reasonFor(answered: string, protocol = "http"): Promise<string> {
  answer = (socket) => socket.end(answered);
  const call = { url: `${protocol}://127.0.0.1:${port}/`, headers: {}, body: "{}", timeoutMs: 120_000 };
  const reply = await out.post(call, new AbortController().signal);
  return reply.status === null ? reply.reason : `answered ${reply.status}`;
}

describe("an invalid response is reported in words, not as the error code of a library:", () => {
  test.each([
    [
      "headers that are too large",
      `HTTP/1.1 200 OK\r\nx-long: ${"a".repeat(20_000)}\r\n\r\n`,
      "http",
      "the response headers are larger than 16 KiB",
    ],
    ["another protocol", "SSH-2.0-OpenSSH_9.7\r\n\r\n", "http", "the response is not HTTP/1.1"],
    ["no TLS", "HTTP/1.1 400 Bad Request\r\n\r\n", "https", "the TLS handshake failed"],
  ])("%s", async (_what, answered, protocol, reason) => {
    expect(await reasonFor(answered, protocol)).toBe(`could not be called: ${reason}`);
  });
});

test("a failure with an unknown code is reported only as the code", () => {
  const failure = (code: string) => Object.assign(new Error("at 10.0.0.1"), { code });
  expect(causeOf(failure("UND_ERR_NEW"))).toBe("it failed with UND_ERR_NEW");
  expect(causeOf(failure("CERT_HAS_EXPIRED"))).toBe("its certificate has expired");
  expect(causeOf(new Error("at 10.0.0.1"))).toBe("the connection was lost");
});
