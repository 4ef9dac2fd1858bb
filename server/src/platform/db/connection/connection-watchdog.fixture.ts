import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { openDatabase } from "./connect.ts";

/** Starts a proxy to a server. The proxy can discard all traffic, which simulates a host that hangs. */
async function startProxy(target: string) {
  const { hostname, port } = new URL(target);
  const pairs: { near: Socket; far: Socket }[] = [];
  let swallows = false;
  const way = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) socket.on("error", () => {});
    near.on("data", (bytes) => void (swallows || far.write(bytes)));
    far.on("data", (bytes) => void (swallows || near.write(bytes)));
    near.once("close", () => far.destroy());
    pairs.push({ near, far });
  });
  way.listen(0, "127.0.0.1");
  await once(way, "listening");
  onTestFinished(() => {
    for (const { near, far } of pairs) for (const socket of [near, far]) socket.destroy();
    way.close();
  });
  const through = new URL(target);
  // `address()` returns an object if the server listens on a TCP port.
  through.port = String((way.address() as AddressInfo).port);
  return {
    url: through.href,
    swallow: (all: boolean) => {
      swallows = all;
    },
  };
}

/**
 * Opens a database through such a proxy. A connection counts as dead after `silentMs` without a response.
 */
export async function openBehindWay(target: string, silentMs: number) {
  const way = await startProxy(target);
  const database = await openDatabase({ url: way.url, silence: { silentMs, responseMs: 500 } });
  onTestFinished(() => database.close());
  return { way, database };
}
