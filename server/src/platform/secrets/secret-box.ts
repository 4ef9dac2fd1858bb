import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { Knex } from "knex";
import type { KeyEncryptionKey } from "./keyring.ts";

const nonceLength = 12;
const tagLength = 16;

/**
 * Encrypts a value with AES-256-GCM: nonce ‖ ciphertext ‖ tag. The context is authenticated, so an
 * encrypted value cannot be used in another context.
 */
export function seal(key: Buffer, plain: Buffer, context: string): Buffer {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(context));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/**
 * Decrypts a value that was encrypted by `seal`.
 *
 * @throws {Error} if the key or the context differs, or if the bytes were changed.
 */
export function open(key: Buffer, sealed: Buffer, context: string): Buffer {
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, nonceLength)).setAAD(
    Buffer.from(context),
  );
  decipher.setAuthTag(sealed.subarray(-tagLength));
  return Buffer.concat([decipher.update(sealed.subarray(nonceLength, -tagLength)), decipher.final()]);
}

/**
 * Encrypts secrets that are stored. Each workspace has a data key, which is wrapped with the newest
 * key-encryption key.
 */
export class SecretBox {
  readonly #knex: Knex;
  readonly #keys: readonly [KeyEncryptionKey, ...KeyEncryptionKey[]];
  readonly #dataKeys = new Map<string, Buffer>();

  constructor(knex: Knex, keys: readonly [KeyEncryptionKey, ...KeyEncryptionKey[]]) {
    this.#knex = knex;
    this.#keys = keys;
  }

  /**
   * Returns the installation's secret with this name (32 bytes). The secret is created on first use, and
   * concurrent processes get the same secret.
   */
  async instanceSecret(name: string): Promise<Buffer> {
    const context = `instance:${name}`;
    const [newest] = this.#keys;
    const fresh = { name, kek_version: newest.version, wrapped: seal(newest.key, randomBytes(32), context) };
    await this.#knex("instance_secrets").insert(fresh).onConflict("name").ignore();
    return this.#unwrap(
      await this.#knex("instance_secrets").where({ name }).first("kek_version", "wrapped"),
      context,
    );
  }

  /**
   * Encrypts a value with the workspace's data key.
   *
   * @param db the transaction that will store the encrypted value.
   */
  async encrypt(db: Knex, workspaceId: string, plain: Buffer): Promise<Buffer> {
    return seal(await this.#dataKey(db, workspaceId), plain, workspaceId);
  }

  /** Decrypts a value that was encrypted by `encrypt` for the same workspace. */
  async decrypt(db: Knex, workspaceId: string, sealed: Buffer): Promise<Buffer> {
    return open(await this.#dataKey(db, workspaceId), sealed, workspaceId);
  }

  async #dataKey(db: Knex, workspaceId: string): Promise<Buffer> {
    const cached = this.#dataKeys.get(workspaceId);
    if (cached) return cached;
    const [newest] = this.#keys;
    const context = `workspace:${workspaceId}`;
    const fresh = {
      workspace_id: workspaceId,
      kek_version: newest.version,
      wrapped: seal(newest.key, randomBytes(32), context),
    };
    const created = await db("workspace_data_keys")
      .insert(fresh)
      .onConflict("workspace_id")
      .ignore()
      .returning("kek_version");
    const row = await db("workspace_data_keys")
      .where({ workspace_id: workspaceId })
      .first("kek_version", "wrapped");
    const key = this.#unwrap(row, context);
    // The transaction that creates a key may be rolled back, so the key is cached only on its next use.
    if (created.length === 0) this.#dataKeys.set(workspaceId, key);
    return key;
  }

  #unwrap(row: { kek_version: string; wrapped: Buffer } | undefined, context: string): Buffer {
    const key = this.#keys.find(({ version }) => version === row?.kek_version);
    if (!row || !key) {
      throw new Error(
        `The key of ${context} is wrapped with key-encryption key "${row?.kek_version}"; ASSAY_SECRET_KEYS contains only the versions ${this.#keys.map(({ version }) => version).join(", ")}.`,
      );
    }
    return open(key.key, row.wrapped, context);
  }
}
