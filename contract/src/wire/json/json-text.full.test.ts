import { expect, test } from "vitest";
import { readJsonText } from "./json-text.ts";

test("10 MiB are read or rejected in linear time, without a stack overflow", () => {
  const size = 10 * 1024 * 1024;
  const worst = [
    "[".repeat(size),
    '{"a":'.repeat(size / 5),
    `["${"a".repeat(size)}",x]`,
    `["${"\\n".repeat(size / 2)}\\u0000"]`,
    `[${"1".repeat(size)}]`,
    `[${"1234567890123456,".repeat(size / 17)}x`,
    `{${'"k":1,'.repeat(size / 6)}}`,
    `${"\n".repeat(size)}x`,
  ];
  // Each text took 0.05 to 0.7 s when measured. An algorithm in quadratic time would take hours and exceed
  // the test's limit.
  for (const text of worst) expect(readJsonText(text).ok).toBe(false);
}, 600_000);
