import { EventEmitter } from "node:events";
import type { Client } from "pg";
import { expect, test } from "vitest";
import { DiskSpaceMonitor } from "./disk-space-monitor.ts";

test("a disk-full error counts for a limited time, each further such error extends this time, and other errors do not count", () => {
  let now = 0;
  const watch = new DiskSpaceMonitor(() => now);
  const connection = new EventEmitter();
  // The monitor uses no other property of the client.
  watch.listenTo({ connection } as unknown as Client);
  const refuse = (code: string) => connection.emit("errorMessage", Object.assign(new Error("No."), { code }));
  expect(watch.isAvailable()).toBe(true);
  refuse("23505");
  expect(watch.isAvailable()).toBe(true);
  refuse("53100");
  now = 15_000;
  expect(watch.isAvailable()).toBe(false);
  refuse("53100");
  now = 30_000;
  expect(watch.isAvailable()).toBe(false);
  now = 30_001;
  expect(watch.isAvailable()).toBe(true);
});
