import { randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freshDatabase } from "../../../../test/support/database.ts";
import type { Database } from "../db/connection/connect.ts";
import { hashSecret, isWellFormedSecret, newSecret } from "./api-key-secret.ts";
import { parseKeyring } from "./keyring.ts";
import { loadKeyring } from "./load-keyring.ts";
import { open, seal, SecretBox } from "./secret-box.ts";

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
    const first = loadKeyring(undefined, folder);
    expect(loadKeyring(undefined, folder)).toEqual(first);
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

  test("of another process decrypts the values of this process", async () => {
    const [one, other] = [new SecretBox(database.knex, [older]), new SecretBox(database.knex, [older])];
    expect(await one.instanceSecret("pepper")).toEqual(await other.instanceSecret("pepper"));
    const sealed = await one.encrypt(database.knex, workspaceId, Buffer.from("text"));
    expect((await other.decrypt(database.knex, workspaceId, sealed)).toString()).toBe("text");
  });

  test("uses older keys in addition to a newer key, and names a missing key", async () => {
    const box = new SecretBox(database.knex, [newer, older]);
    expect(await box.instanceSecret("pepper")).toHaveLength(32);
    await expect(new SecretBox(database.knex, [newer]).instanceSecret("pepper")).rejects.toThrow(
      /key-encryption key "1".*only the versions 2/,
    );
  });
});
