import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { apiKeyChecksum, apiKeySecretParts, newSignedPart } from "./api-key-secret.ts";

const sha256 = (text: string): Uint8Array => createHash("sha256").update(text).digest();

describe("an API key's secret", () => {
  test("is assay_live_, 32 characters and a checksum of 6", () => {
    let next = 0;
    const signed = newSignedPart((bound) => next++ % bound);
    expect(signed).toBe("assay_live_0123456789ABCDEFGHIJKLMNOPQRSTUV");
    // The first 6 bytes of the digest as one number in base 62, lowest digit first.
    const digest = sha256(signed);
    let number = Buffer.from(digest).readUIntBE(0, 6);
    const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    const digits = Array.from({ length: 6 }, () => {
      const digit = alphabet.charAt(number % 62);
      number = Math.floor(number / 62);
      return digit;
    });
    expect(apiKeyChecksum(digest)).toBe(digits.join(""));
    expect(apiKeyChecksum(digest)).toBe("K95hy5");
  });

  test("is split into the random part and the checksum", () => {
    expect(apiKeySecretParts("assay_live_0123456789ABCDEFGHIJKLMNOPQRSTUVK95hy5")).toEqual({
      signed: "assay_live_0123456789ABCDEFGHIJKLMNOPQRSTUV",
      checksum: "K95hy5",
    });
  });

  test.each([
    "",
    "assay_live_",
    "assay_live_0123456789ABCDEFGHIJKLMNOPQRSTUVK95hy",
    "assay_live_0123456789ABCDEFGHIJKLMNOPQRSTUVK95hy5x",
    "assay_test_0123456789ABCDEFGHIJKLMNOPQRSTUVK95hy5",
    "assay_live_0123456789ABCDEFGHIJKLMNOPQRSTU-K95hy5",
  ])("is not %j", (text) => {
    expect(apiKeySecretParts(text)).toBeUndefined();
  });
});
