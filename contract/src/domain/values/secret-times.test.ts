import { expect, test } from "vitest";
import { endedSecrets, secretWorks } from "./secret-times.ts";

test("a secret works until its end, which is not included", () => {
  expect([null, 1001, 1000].map((validUntil) => secretWorks({ validUntil }, 1000))).toEqual([
    true,
    true,
    false,
  ]);
});

test("earlier secrets end at an instant, unless they end sooner", () => {
  const secrets = [null, 900, 1100].map((validUntil, id) => ({ id, validUntil }));
  expect(endedSecrets(secrets, 1000)).toEqual([
    { id: 0, validUntil: 1000 },
    { id: 1, validUntil: 900 },
    { id: 2, validUntil: 1000 },
  ]);
});
