import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { casesDir, haveCases } from "../../../../test/support/cases.ts";
import { fromBase64, toBase64, toHex } from "./bytes.ts";
import { isCheckpointSignedBy, logOrigin, readCheckpoint, signCheckpoint } from "../evidence/checkpoint.ts";
import { ed25519PublicKey } from "./ed25519.ts";
import { ed25519Jwk, ed25519KeyOf, jwkThumbprint } from "./jwk.ts";
import { hash } from "./sha256.ts";
import { isNoteSignedBy, noteKeyId, readNote, signNote, verifySignatures } from "./signed-note.ts";

const seed = Uint8Array.from({ length: 32 }, (_, index) => index);
const publicKey = await ed25519PublicKey(seed);

describe("a signed note", () => {
  // The example from golang.org/x/mod/sumdb/note. Each key is a type byte followed by 32 bytes, in base64.
  const text =
    "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
  const published = {
    key: fromBase64("ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW")?.slice(1) ?? new Uint8Array(),
    seed: fromBase64("AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz")?.slice(1) ?? new Uint8Array(),
    signature: "x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=",
  };
  const name = "PeterNeumann";

  test("equals the published example", async () => {
    const signer = { name, seed: published.seed, publicKey: published.key };
    expect(await signNote(text, signer)).toBe(`${text}\n— ${name} ${published.signature}\n`);
    expect(toHex(noteKeyId(name, published.key))).toBe("c74f20a3");
  });

  test("is parsed and verified even if it contains other signatures", async () => {
    const other = "— other AAAAAAAA\n";
    const note = readNote(`${text}\n${other}— ${name} ${published.signature}\n`);
    expect(note?.text).toBe(text);
    expect(note && (await isNoteSignedBy(note, { name, publicKey: published.key }))).toBe(true);
    expect(note && (await isNoteSignedBy(note, { name, publicKey }))).toBe(false);
    expect(note && (await isNoteSignedBy(note, { name: "other", publicKey: published.key }))).toBe(false);
  });

  test("with a wrong signature of a known key is invalid, even next to a valid signature", async () => {
    const signed = await signNote(text, { name, seed: published.seed, publicKey: published.key });
    const line = signed.slice(text.length + 1);
    const wrong = line.replace("ZJkuBS", "ZJkuBT");
    const twice = readNote(`${signed}${line}`);
    expect(twice && (await isNoteSignedBy(twice, { name, publicKey: published.key }))).toBe(true);
    for (const order of [`${text}\n${line}${wrong}`, `${text}\n${wrong}${line}`, `${text}\n${wrong}`]) {
      const note = readNote(order);
      expect(note && (await verifySignatures(note, name, [published.key]))).toMatchObject({ isWrong: true });
      expect(note && (await isNoteSignedBy(note, { name, publicKey: published.key }))).toBe(false);
    }
  });

  test("has at most 64 signatures and 131,072 characters", () => {
    const other = "— other AAAAAAAA\n";
    expect(readNote(`${text}\n${other.repeat(64)}`)?.signatures).toHaveLength(64);
    expect(readNote(`${text}\n${other.repeat(65)}`)).toBeUndefined();
    const noteOf = (length: number) => `${"a".repeat(length - other.length - 2)}\n\n${other}`;
    expect(readNote(noteOf(131_072))).toBeDefined();
    expect(readNote(noteOf(131_073))).toBeUndefined();
  });

  test.each([
    ["a note without a final line feed", "text\n\n— a AAAAAAAA"],
    ["a note without a signature", "text\n\n\n"],
    ["a note with a control character", "te\u0001xt\n\n— a AAAAAAAA\n"],
    ["a signature line with a hyphen", "text\n\n- a AAAAAAAA\n"],
    ["a signature with unused bits that are not zero", "text\n\n— a AAAAAAB=\n"],
    ["a name with a plus sign", "text\n\n— a+b AAAAAAAA\n"],
  ])("%s is invalid", (_, note) => {
    expect(readNote(note)).toBeUndefined();
  });

  test("cannot be created for an invalid text or name", async () => {
    await expect(signNote("no end", { name, seed, publicKey })).rejects.toThrow(
      "each line must end with a line feed",
    );
    await expect(signNote("a\n", { name: "a b", seed, publicKey })).rejects.toThrow(
      "must not contain spaces",
    );
  });
});

describe("a checkpoint", () => {
  const origin = logOrigin("0190a5f2-7e10-7000-8000-000000000000", 1);
  const checkpoint = { origin, size: 10_000, root: hash(Uint8Array.of(1)) };

  test("consists of origin, size and root, signed by the log", async () => {
    const text = await signCheckpoint(checkpoint, { seed, publicKey });
    expect(text.split("\n").slice(0, 4)).toEqual([origin, "10000", toBase64(checkpoint.root), ""]);
    const read = readCheckpoint(text);
    expect(read).toMatchObject(checkpoint);
    expect(read && (await isCheckpointSignedBy(read, publicKey))).toBe(true);
  });

  test("in which any byte is changed is unreadable or invalid", async () => {
    const bytes = new TextEncoder().encode(await signCheckpoint(checkpoint, { seed, publicKey }));
    for (const index of bytes.keys()) {
      for (const bit of [1, 2, 8, 32, 128]) {
        const changed = Uint8Array.from(bytes);
        changed[index] = (changed[index] ?? 0) ^ bit;
        const read = readCheckpoint(new TextDecoder().decode(changed));
        expect(read !== undefined && (await isCheckpointSignedBy(read, publicKey))).toBe(false);
      }
    }
  });

  test.each(["01", "-1", "1.0", "9007199254740993", ""])("with %j leaves is invalid", async (size) => {
    const text = await signCheckpoint({ ...checkpoint, size: 1 }, { seed, publicKey });
    expect(readCheckpoint(text.replace("\n1\n", `\n${size}\n`))).toBeUndefined();
  });

  test("of a restarted log has another name", () => {
    expect(logOrigin("a", 2)).toBe("assay/log/a/2");
  });
});

describe("a JSON Web Key", () => {
  test("contains the bytes of the key, and is rejected for another curve or length", () => {
    const jwk = ed25519Jwk(publicKey);
    expect(ed25519KeyOf(jwk)).toEqual(publicKey);
    expect(ed25519KeyOf({ ...jwk, crv: "X25519" })).toBeUndefined();
    expect(ed25519KeyOf({ ...jwk, x: jwk.x.slice(2) })).toBeUndefined();
    expect(ed25519KeyOf(null)).toBeUndefined();
  });

  test.skipIf(!haveCases)("has the thumbprint of the standard's example", () => {
    const cases: { jwk: { kty: "OKP"; crv: "Ed25519"; x: string }; thumbprint_sha256: string }[] = JSON.parse(
      readFileSync(join(casesDir, "E-protocol", "jwk.json"), "utf8"),
    );
    for (const { jwk, thumbprint_sha256: name } of cases) expect(jwkThumbprint(jwk)).toBe(name);
  });
});
