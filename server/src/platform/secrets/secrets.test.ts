import { randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freshDatabase } from "../../../../test/support/database.ts";
import type { Database } from "../db/connection/connect.ts";
import { hashSecret, isWellFormedSecret, newSecret } from "./api-key-secret.ts";
import { storeFingerprints } from "./key-wrapping.ts";
import { fingerprintOf, parseKeyring } from "./keyring.ts";
import { loadKeyring } from "./load-keyring.ts";
import { open, seal } from "./sealed-value.ts";
import { SecretBox } from "./secret-box.ts";
import { listWrapped } from "./wrapped-keys.ts";

describe("an API key's secret", () => {
  test("has its prefix, 32 random characters and a checksum that detects typing errors", () => {
    const secret = newSecret();
    expect(secret).toMatch(/^assay_live_[0-9A-Za-z]{38}$/);
    expect(isWellFormedSecret(secret)).toBe(true);
    const wrong = secret.slice(0, 20) + (secret[20] === "a" ? "b" : "a") + secret.slice(21);
    expect(isWellFormedSecret(wrong)).toBe(false);
    expect(newSecret()).not.toBe(secret);
  });

  test("is stored as a hash that depends on the installation's pepper", () => {
    const secret = newSecret();
    const [one, other] = [randomBytes(32), randomBytes(32)];
    expect(hashSecret(one, secret)).toEqual(hashSecret(one, secret));
    expect(hashSecret(other, secret)).not.toEqual(hashSecret(one, secret));
  });
});

describe("sealing", () => {
  test("opens a sealed value, and refuses another key, another context or a changed byte", () => {
    const key = randomBytes(32);
    const sealed = seal(key, Buffer.from("secret"), "workspace:1");
    expect(open(key, sealed, "workspace:1").toString()).toBe("secret");
    expect(() => open(randomBytes(32), sealed, "workspace:1")).toThrow();
    expect(() => open(key, sealed, "workspace:2")).toThrow();
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
      expect(() => open(key, changed, "workspace:1")).toThrow();
    }
  });
});

describe("the keyring", () => {
  const encoded = randomBytes(32).toString("base64");
  test.each(["", "1", "1:", "1:c2hvcnQ=", `:${encoded}`, `1:${encoded},1:${encoded}`, `a b:${encoded}`])(
    "%j is refused",
    (text) => {
      expect(parseKeyring(text)).toBeUndefined();
    },
  );

  test("in the data folder is created once and readable by its owner only", () => {
    const folder = mkdtempSync(join(tmpdir(), "assay-keys-"));
    const first = loadKeyring({ secretKeys: undefined, dataDir: folder });
    expect(loadKeyring({ secretKeys: undefined, dataDir: folder })).toEqual(first);
    expect(statSync(join(folder, "secret-keys")).mode & 0o777).toBe(0o600);
    rmSync(folder, { recursive: true });
  });
});

describe("the secret box", () => {
  let database: Database;
  const workspaceId = randomUUID();
  beforeAll(async () => {
    database = await freshDatabase("embedded");
    await database.knex("workspaces").insert({ id: workspaceId, name: "Test", created_at: new Date() });
  });
  afterAll(() => database.close());
  const keys = [1, 2].map((version) => ({ version: String(version), key: randomBytes(32) }));
  const [older, newer] = keys;
  if (!older || !newer) throw new Error("two keys were made");

  test("of another process decrypts values of this one", async () => {
    const [one, other] = [new SecretBox(database.knex, [older]), new SecretBox(database.knex, [older])];
    expect(await one.instanceSecret("pepper")).toEqual(await other.instanceSecret("pepper"));
    const sealed = await one.encrypt(database.knex, workspaceId, Buffer.from("text"));
    expect((await other.decrypt(database.knex, workspaceId, sealed)).toString()).toBe("text");
  });

  test("uses older keys beside a newer one, and names a missing key", async () => {
    const box = new SecretBox(database.knex, [newer, older]);
    expect(await box.instanceSecret("pepper")).toHaveLength(32);
    await expect(new SecretBox(database.knex, [newer]).instanceSecret("pepper")).rejects.toThrow(
      /version 1 is missing; .* the given versions are 2 \(fingerprint [\da-f]{8}\)/,
    );
  });

  test("fixes a new version: a process in which the version is another key is refused", async () => {
    const typed = { version: "3", key: randomBytes(32) };
    const mistyped = { version: "3", key: randomBytes(32) };
    const start = async (third: typeof typed) => new SecretBox(database.knex, [third, older]).fixNewestKey();
    // Of two processes that start at once, one stores its secret first, and the other is refused.
    const started = await Promise.allSettled([start(typed), start(mistyped)]);
    expect(started.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const [refused] = started.flatMap((one) => (one.status === "rejected" ? [String(one.reason)] : []));
    expect(refused).toMatch(
      /version 3 is another key \(fingerprint [\da-f]{8}, the database needs [\da-f]{8}\)/,
    );
    const rows = await database.knex("instance_secrets").where({ kek_version: "3" });
    expect(rows).toMatchObject([{ name: "key-check:3" }]);
  });

  test("names a damaged key and a key whose fingerprint is unknown", async () => {
    const box = new SecretBox(database.knex, [older]);
    await box.instanceSecret("other");
    const row = () => database.knex("instance_secrets").where({ name: "other" });
    await row().update({ wrapped: Buffer.alloc(60) });
    await expect(box.instanceSecret("other")).rejects.toThrow(
      `The stored key of instance:other is damaged: version 1 of ASSAY_SECRET_KEYS has its fingerprint (${fingerprintOf(older.key)})`,
    );
    await row().update({ fingerprint: null });
    await expect(box.instanceSecret("other")).rejects.toThrow("it was made before fingerprints were stored");
    await row().delete();
  });

  test("stores the fingerprints that an earlier release did not store, and those of another key", async () => {
    const rows = database.knex("instance_secrets").where({ kek_version: "1" });
    await rows.clone().update({ fingerprint: null });
    await storeFingerprints(database.knex, [newer, older], await listWrapped(database.knex));
    expect(new Set(await rows.clone().pluck("fingerprint"))).toEqual(new Set([fingerprintOf(older.key)]));
  });
});
