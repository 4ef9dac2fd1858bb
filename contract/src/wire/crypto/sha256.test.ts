import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { hash } from "./sha256.ts";

/** Imports the module on a runtime without `node:crypto`. */
async function elsewhere(runtime: unknown) {
  vi.resetModules();
  vi.stubGlobal("process", runtime);
  try {
    return await import("./sha256.ts");
  } finally {
    vi.unstubAllGlobals();
  }
}

describe("SHA-256", () => {
  test("equals the SHA-256 of Node.js", async () => {
    // Test files share modules, so another test file may have imported this module while `process` was
    // absent.
    const onNode = await elsewhere(process);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const expected = new Uint8Array(createHash("sha256").update(bytes).digest());
        expect(onNode.hash(bytes)).toEqual(expected);
        expect(onNode.portableHash(bytes)).toEqual(expected);
      }),
    );
    expect(onNode.hash).not.toBe(onNode.portableHash);
  });

  test("hashes only the given part of a larger buffer", () => {
    const whole = Uint8Array.of(1, 2, 3, 4);
    expect(hash(whole.subarray(1, 3))).toEqual(hash(Uint8Array.of(2, 3)));
    // Writing to one result must not change another result.
    const digest = hash(whole);
    expect([digest.byteOffset, digest.buffer.byteLength]).toEqual([0, 32]);
  });

  test("is computed in JavaScript if the runtime has no synchronous function", async () => {
    for (const runtime of [undefined, null, {}, { getBuiltinModule: () => undefined }]) {
      const other = await elsewhere(runtime);
      expect(other.hash).toBe(other.portableHash);
    }
  });
});
