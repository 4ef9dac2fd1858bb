import { createHash } from "node:crypto";
import { apiKeyChecksum, apiKeySecretParts } from "@assay/contract/wire";
import { describe, expect, test } from "vitest";
import { createRandom } from "./mock-random.ts";
import { defaultApiKey, newApiKeySecret, sha256Hex } from "./mock-secrets.ts";

const hasItsChecksum = (secret: string): boolean => {
  const { signed = "", checksum } = apiKeySecretParts(secret) ?? {};
  return apiKeyChecksum(createHash("sha256").update(signed).digest()) === checksum;
};

describe("secrets of the mock", () => {
  test("have the form and the checksum of real ones", async () => {
    const secrets = await Promise.all(
      Array.from({ length: 20 }, () => newApiKeySecret(createRandom(undefined))),
    );
    for (const secret of [defaultApiKey, ...secrets]) expect(hasItsChecksum(secret)).toBe(true);
    expect(new Set(secrets).size).toBe(20);
  });

  test("are hashed by SHA-256", async () => {
    // The example in FIPS 180-2, appendix B.1.
    expect(await sha256Hex("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  });
});
