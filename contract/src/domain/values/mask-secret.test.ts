import { describe, expect, test } from "vitest";
import { maskSecret } from "./mask-secret.ts";

describe("a masked secret", () => {
  test.each([
    [undefined, ""],
    ["", ""],
    ["a", "****"],
    ["sk-wxyz", "****"],
    ["sk-4wxyz", "****wxyz"],
    ["sk-456789012wxyz".slice(1), "****wxyz"],
    ["sk-456789012wxyz", "sk-****wxyz"],
    ["sk_456789012wxyz", "sk_****wxyz"],
    // The first separator ends the prefix if it is one of the first eight characters, even if it is the very
    // first.
    ["a_b-56789012wxyz", "a_****wxyz"],
    ["-234567890123wxyz", "-****wxyz"],
    ["1234567-9012wxyz", "1234567-****wxyz"],
    ["12345678-012wxyz", "123****wxyz"],
    ["1234567890123456", "123****3456"],
  ])("of %j is %j", (secret, masked) => {
    expect(maskSecret(secret)).toBe(masked);
  });

  test("cuts no character in half", () => {
    expect(maskSecret("🔑".repeat(8))).toBe(`****${"🔑".repeat(4)}`);
    expect(maskSecret("🔑".repeat(7))).toBe("****");
  });
});
