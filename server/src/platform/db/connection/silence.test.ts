import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { postgresUrl } from "../../../../../test/support/test-postgres.ts";
import { openDatabase } from "./connect.ts";
import { isPassing } from "./passing.ts";

const url = await postgresUrl();

/** A way to a server that can be made to swallow all that is sent, as one that stands still does. */
async function wayTo(target: string) {
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
  // A server that listens on a TCP port has an address object.
  through.port = String((way.address() as AddressInfo).port);
  return {
    url: through.href,
    swallow: (all: boolean) => {
      swallows = all;
    },
  };
}

describe.skipIf(url === null)("a connection to a server", () => {
  const opened = async (silentMs: number) => {
    const way = await wayTo(url ?? "");
    const database = await openDatabase({ url: way.url, silence: { silentMs, answerMs: 500 } });
    onTestFinished(() => database.close());
    return { way, database };
  };

  test("that stands still is broken off, whatever waits on it, and the next one works", async () => {
    const { way, database } = await opened(500);
    const waiting = database.knex.raw("select pg_sleep(0)");
    await waiting;
    way.swallow(true);
    const failures = await Promise.allSettled([
      database.knex.raw("select 1"),
      database.knex.transaction((tx) => tx.raw("select 2")),
    ]);
    expect(failures.map((one) => one.status === "rejected" && isPassing(one.reason))).toEqual([true, true]);
    way.swallow(false);
    await expect.poll(() => database.isHealthy()).toBe(true);
    expect((await database.knex.raw("select 3 as value")).rows).toEqual([{ value: 3 }]);
  });

  test("is left alone while a query takes long", async () => {
    // Several times as long as it may be silent.
    const { database } = await opened(100);
    const { rows } = await database.knex.raw("select pg_backend_pid() as pid, pg_sleep(2) is null as slept");
    const after = await database.knex.raw("select pg_backend_pid() as pid");
    expect(after.rows).toEqual([{ pid: rows[0].pid }]);
  });
});
