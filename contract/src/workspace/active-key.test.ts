import { expect, test } from "vitest";
import { isActiveKey } from "./api-key-rules.ts";

test("a key is active until it is revoked or expires", () => {
  const active = (revokedAt: number | null, expiresAt: number | null) =>
    isActiveKey({ revokedAt, expiresAt }, 1000);
  expect([active(null, null), active(null, 1001)]).toEqual([true, true]);
  expect([active(null, 1000), active(1, null), active(2000, 5000)]).toEqual([false, false, false]);
});
