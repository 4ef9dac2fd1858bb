import { expect, test } from "vitest";
import { keyCheck } from "./key-check.ts";

/** Longest time between two questions of a stream (milliseconds). */
const askEvery = 500;
/** Time that a check takes, for example if the database is busy (milliseconds). */
const checkTakes = 400;

/** Returns the time from the revocation of a key to the answer that the key is invalid. */
async function timeToNotice(revokedAt: number): Promise<number> {
  let clock = 0;
  const isValid = keyCheck(
    () => new Date(clock),
    async () => {
      const wasValid = clock < revokedAt;
      clock += checkTakes;
      return wasValid;
    },
  );
  while (await isValid()) clock += askEvery;
  return clock - revokedAt;
}

test("a revoked key is noticed within 5 seconds, whenever it was revoked", async () => {
  for (let revokedAt = 0; revokedAt <= 20_000; revokedAt += 50) {
    expect(await timeToNotice(revokedAt)).toBeLessThanOrEqual(5000);
  }
});

test("a key is not checked more often than every 4 seconds", async () => {
  let [clock, checks] = [0, 0];
  const isValid = keyCheck(
    () => new Date(clock),
    async () => ((checks += 1), true),
  );
  for (; clock < 40_000; clock += 100) await isValid();
  // 4, 8, …, 36 seconds.
  expect(checks).toBe(9);
});
