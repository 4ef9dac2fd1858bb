import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { casesDir, haveCases } from "../../../../test/support/cases.ts";
import { concatBytes, fromBase64, utf8 } from "./bytes.ts";
import { preAuthEncoding } from "./dsse.ts";

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

test("the signed text counts bytes, not characters, and separates type and body", () => {
  expect(textOf(preAuthEncoding("ü", utf8("")))).toBe("DSSEv1 2 ü 0 ");
  const one = preAuthEncoding("a 1 b", utf8("c"));
  expect(one).not.toEqual(preAuthEncoding("a", utf8("b 1 c")));
});

/** Converts a number below 2^256 to 32 bytes. */
const bytesOf = (decimal: string): Uint8Array<ArrayBuffer> => {
  const hex = BigInt(decimal).toString(16).padStart(64, "0");
  return Uint8Array.from({ length: 32 }, (_, index) =>
    Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16),
  );
};

test.skipIf(!haveCases)("the signed text has the bytes of the published signature", async () => {
  const vector: {
    envelope: { payload: string; payloadType: string; signatures: { sig: string }[] };
    pae: string;
    key_ecdsa_p256: { x: string; y: string };
    verifies: boolean;
  } = JSON.parse(readFileSync(join(casesDir, "E-protocol", "dsse.json"), "utf8"));
  const { payload, payloadType, signatures } = vector.envelope;
  const encoded = preAuthEncoding(payloadType, fromBase64(payload) ?? new Uint8Array());
  expect(textOf(encoded)).toBe(vector.pae);
  const { x, y } = vector.key_ecdsa_p256;
  const point = concatBytes(Uint8Array.of(4), bytesOf(x), bytesOf(y));
  const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", point, algorithm, false, ["verify"]);
  const signature = fromBase64(signatures[0]?.sig ?? "") ?? new Uint8Array();
  expect(await crypto.subtle.verify(algorithm, key, signature, encoded)).toBe(vector.verifies);
  expect(
    await crypto.subtle.verify(algorithm, key, signature, utf8(vector.pae.replace("hello", "hallo"))),
  ).toBe(false);
});
