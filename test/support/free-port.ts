import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * The range of ports to search. The range is below the ports that systems assign automatically (from 32,768 on
 * Linux, and from 49,152 elsewhere), so a port stays free until it is used and while its server is down. No
 * other process listens on it by chance, and a client that connects to it is never connected to itself.
 */
const range = { from: 20_000, to: 32_000 };

const given = new Set<number>();

/** Returns a free port on the loopback address, and a different one on each call. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 1000; tries += 1) {
    const port = randomInt(range.from, range.to);
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
  throw new Error(`No free port was found from ${range.from} to ${range.to}.`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer().once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
