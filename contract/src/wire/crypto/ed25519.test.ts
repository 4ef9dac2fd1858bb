import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { casesDir, haveCases } from "../../../../test/support/cases.ts";
import { fromHex, toHex, utf8 } from "./bytes.ts";
import { ed25519PublicKey, signEd25519, verifyEd25519 } from "./ed25519.ts";

const bytesOf = (hex: string): Uint8Array => {
  const bytes = fromHex(hex, hex.length / 2);
  if (!bytes) throw new TypeError(`"${hex}" is no hexadecimal.`);
  return bytes;
};

describe("Ed25519", () => {
  // RFC 8032, section 7.1, TEST 2.
  const seed = bytesOf("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb");
  const message = Uint8Array.of(0x72);

  test("creates the signature of the standard's example", async () => {
    expect(toHex(await ed25519PublicKey(seed))).toBe(
      "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
    );
    expect(toHex(await signEd25519(seed, message))).toBe(
      "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    );
  });

  test("rejects a signature in which any byte is changed, and signatures of other lengths", async () => {
    const [key, signature] = [await ed25519PublicKey(seed), await signEd25519(seed, message)];
    expect(await verifyEd25519(key, message, signature)).toBe(true);
    for (const index of signature.keys()) {
      const changed = Uint8Array.from(signature);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(await verifyEd25519(key, message, changed)).toBe(false);
    }
    expect(await verifyEd25519(key, message, signature.subarray(1))).toBe(false);
    expect(await verifyEd25519(key.subarray(1), message, signature)).toBe(false);
    await expect(signEd25519(seed.subarray(1), message)).rejects.toThrow("has 31 bytes; it must have 32");
  });
});

interface SignVector {
  seed: string;
  public_key: string;
  message: string;
  signature: string;
}
interface VerifyVector {
  tcId: number;
  public_key: string;
  message: string;
  signature: string;
  result: string;
  comment: string;
}
interface EdgeVector {
  number: number;
  key: string;
  sig: string;
  msg: string;
  flags: string[] | null;
}

// A vector in a different form fails its test.
const read = (file: string) =>
  haveCases ? JSON.parse(readFileSync(join(casesDir, "E-protocol", file), "utf8")) : {};

describe.skipIf(!haveCases)("the published vectors", () => {
  test("have the published signatures", async () => {
    const vectors: SignVector[] = read("ed25519-sign.json").vectors;
    expect(vectors.length).toBeGreaterThan(20);
    for (const { seed, public_key: key, message, signature } of vectors) {
      expect(toHex(await ed25519PublicKey(bytesOf(seed)))).toBe(key);
      expect(toHex(await signEd25519(bytesOf(seed), bytesOf(message)))).toBe(signature);
      expect(await verifyEd25519(bytesOf(key), bytesOf(message), bytesOf(signature))).toBe(true);
    }
  });

  test("of Wycheproof have the published results", async () => {
    const vectors: VerifyVector[] = read("ed25519-verify-wycheproof.json").tests;
    expect(vectors.length).toBeGreaterThan(70);
    for (const { tcId, public_key: key, message, signature, result, comment } of vectors) {
      const verified = await verifyEd25519(bytesOf(key), bytesOf(message), bytesOf(signature));
      expect(verified, `${tcId} ${comment}`).toBe(result === "valid");
    }
  });

  test("of CCTV are rejected for points that are of low order or not canonical, and for equations that are valid only times 8", async () => {
    const vectors: EdgeVector[] = read("ed25519-edge-cctv.json").vectors;
    expect(vectors.length).toBeGreaterThan(30);
    const refused = ["low_order_A", "low_order_R", "non_canonical_A", "non_canonical_R", "low_order_residue"];
    for (const { number, key, sig, msg, flags } of vectors) {
      const isStrict = !(flags ?? []).some((flag) => refused.includes(flag));
      expect(await verifyEd25519(bytesOf(key), utf8(msg), bytesOf(sig)), `${number}`).toBe(isStrict);
    }
  });
});
