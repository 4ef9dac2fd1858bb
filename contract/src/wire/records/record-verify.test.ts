import { beforeAll, describe, expect, test } from "vitest";
import { utf8 } from "../crypto/bytes.ts";
import { canonicalize } from "../json/canonical-json.ts";
import { ed25519PublicKey, verifyEd25519 } from "../crypto/ed25519.ts";
import { fromBase64Url } from "../crypto/bytes.ts";
import { ed25519Jwk, jwkThumbprint } from "../crypto/jwk.ts";
import { type SealedRecord, sealRecord } from "./record-envelope.ts";
import { verifyRecord } from "./record-verify.ts";

const seed = Uint8Array.from({ length: 32 }, (_, index) => index);
let keys: { keys: object[] };
let record: SealedRecord;
let publicKey: Uint8Array;
beforeAll(async () => {
  publicKey = await ed25519PublicKey(seed);
  const kid = jwkThumbprint(ed25519Jwk(publicKey));
  keys = { keys: [ed25519Jwk(publicKey)] };
  const content = {
    id: "rec_01jd0vdr4sg9tv7z4x0m6d2c8p",
    issuer: "https://assay.example.org",
    workspaceId: "0190a5f2-7e10-7000-8000-000000000000",
    issuedAt: 1_772_443_860_000,
    payload: { verdict: "approved", dose: 1.5, note: "Zoë\n" },
  };
  record = await sealRecord(content, { kid, seed });
});

describe("a record", () => {
  test("is signed as documented, so that anyone can reproduce the signature", async () => {
    const { signatures, ...content } = record;
    const body = canonicalize(content);
    // SHA-256 of {"dose":1.5,"note":"Zoë\n","verdict":"approved"}, computed with `sha256sum`.
    expect(record.payloadDigest).toBe("cb4a4e5a11db96788781dea9145fb08380d6bb6adeb18d6f2d9c0e7bf05881a1");
    const signed = utf8(`DSSEv1 39 service.verification_record.envelope.v1 ${utf8(body).length} ${body}`);
    const signature = fromBase64Url(signatures[0]?.sig ?? "") ?? new Uint8Array();
    expect(await verifyEd25519(publicKey, signed, signature)).toBe(true);
  });

  test("is verified as a text, as bytes and as a value, either bare or in a member", async () => {
    const text = JSON.stringify(record);
    for (const given of [
      text,
      utf8(text),
      record,
      { record },
      `\uFEFF${text}`.slice(1),
      `{"envelope":${text}}`,
    ])
      expect(await verifyRecord(given, { keys })).toMatchObject({
        valid: true,
        code: "ok",
        provenance: "asserted",
      });
    expect(await verifyRecord(utf8(`\uFEFF${text}`), { keys })).toMatchObject({ valid: true });
  });

  test("is invalid if it is not JSON, and no value makes the verification throw", async () => {
    const circular: Record<string, unknown> = {};
    circular["record"] = circular;
    const hostile = {
      toJSON: () => {
        throw new Error("No.");
      },
    };
    for (const given of [
      undefined,
      null,
      1n,
      Symbol("s"),
      () => 1,
      circular,
      hostile,
      new Map(),
      Number.NaN,
      ["x"],
    ])
      expect(await verifyRecord(given, { keys })).toMatchObject({
        valid: false,
        code: "malformed_record",
        checks: [{ name: "shape", ok: false }],
      });
  });

  test("contains only members that are signed or verified separately", async () => {
    for (const extra of [{ note: 1 }, { constructor: 1 }, { inclusion: null }, { toString: 1 }]) {
      const verdict = await verifyRecord({ ...record, ...extra }, { keys });
      expect(verdict).toMatchObject({ valid: false, code: "malformed_record" });
      expect(verdict.checks[0]?.detail).toContain(`/${Object.keys(extra)[0]} is not a member of a record`);
    }
    for (const name of Object.keys(record)) {
      const { [name]: _left, ...rest } = { ...record } as Record<string, unknown>;
      expect((await verifyRecord(rest, { keys })).checks[0]?.detail).toContain(`/${name} is required`);
    }
  });

  test("is verified by its values, regardless of how they are written", async () => {
    const changed = { ...record, payload: { n: [1.5, 0, -7, 1e-7, 12e-8, 1e21, 3] } };
    const { inclusion: _inclusion, ...rest } = changed;
    const sealed = await sealRecord(rest, { kid: record.signatures[0]?.kid ?? "", seed });
    const text = JSON.stringify(sealed);
    const written = (numbers: string): string => text.replace(/"n":\[[^\]]*\]/, `"n":[${numbers}]`);
    for (const numbers of [
      "1.5,0,-7,1e-07,1.2e-07,1e+21,3",
      "1.5,0,-7,1.0E-7,1.2E-7,1.0E21,3",
      "1.50,-0,-7.0,10e-8,0.00000012,1e+21,3.0e0",
      "15e-1,0e5,-7,1e-007,1.20e-7,1e21,0.3e1",
      "1.5000000000000000000,0.0,-7,9.9999999999999995e-8,1.2e-7,1e+21,3",
    ])
      expect(await verifyRecord(written(numbers), { keys }), numbers).toMatchObject({ valid: true });
    const escaped = text.replaceAll('"payload"', '"p\\u0061yload"').replaceAll("asserted", "\\u0061sserted");
    expect(escaped).not.toBe(text);
    expect(await verifyRecord(escaped, { keys })).toMatchObject({ valid: true });
    for (const [numbers, code] of [
      ["1.5,0,-7,1e-7,1.2e-7,1e+21,4", "payload_digest_mismatch"],
      ["1.51,0,-7,1e-7,1.2e-7,1e+21,3", "payload_digest_mismatch"],
      ["1.5,0,-7,1e-7,1.2e-7,1e+21,9007199254740993", "malformed_record"],
      ["1.5000000000000000001,0,-7,1e-7,1.2e-7,1e+21,3", "malformed_record"],
      ['1.5,0,-7,1e-7,1.2e-7,1e+21,"\\ud800"', "malformed_record"],
    ] as const)
      expect(await verifyRecord(written(numbers), { keys })).toMatchObject({ valid: false, code });
  });

  test("is verified step by step, up to the first failure", async () => {
    const namesOf = async (given: object, set: { keys: object[] } = keys) =>
      (await verifyRecord(given, { keys: set })).checks.map(({ name, ok }) => `${name} ${ok}`);
    expect(await namesOf(record)).toEqual(["shape true", "payload true", "key true", "signature true"]);
    expect(await namesOf({ ...record, payload: {} })).toEqual(["shape true", "payload false"]);
    expect(await namesOf(record, { keys: [] })).toEqual(["shape true", "payload true", "key false"]);
    expect(await namesOf({ ...record, id: "rec_01jd0vdr4sg9tv7z4x0m6d2c8q" })).toEqual([
      "shape true",
      "payload true",
      "key true",
      "signature false",
    ]);
  });

  test("treats an invalid key set like unknown keys", async () => {
    for (const odd of [[null], ["x"], [[]], [{ kty: "OKP", crv: "Ed25519", x: 7 }]])
      // The keys stand for the contents of a file that the caller did not validate.
      expect(await verifyRecord(record, { keys: { keys: odd as object[] } })).toMatchObject({
        code: "kid_unknown",
      });
  });
});
