import { hkdfSync, randomBytes } from "node:crypto";
import type { Knex } from "knex";
import type { Keyring } from "./keyring.ts";
import { open, seal } from "./sealed-value.ts";
import { unwrap, wrap, type Wrapped } from "./wrapped-keys.ts";

/**
 * Encrypts secrets that are stored. Each workspace has a data key, which is wrapped with the newest
 * key-encryption key.
 */
export class SecretBox {
  readonly #knex: Knex;
  readonly #keys: Keyring;
  readonly #dataKeys = new Map<string, Buffer>();

  constructor(knex: Knex, keys: Keyring) {
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
    const fresh = { name, ...wrap(newest, randomBytes(32), context) };
    await this.#knex("instance_secrets").insert(fresh).onConflict("name").ignore();
    return this.#unwrap(
      await this.#knex("instance_secrets").where({ name }).first("kek_version", "wrapped", "fingerprint"),
      context,
    );
  }

  /**
   * Ensures that a stored secret is wrapped with the newest key-encryption key. From then on, a process that
   * has a different key with the same version is refused. Servers and workers call this before any other
   * work.
   *
   * @throws {WrongKey} if another process has stored a secret with a different key of the same version.
   */
  async fixNewestKey(): Promise<void> {
    const [{ version }] = this.#keys;
    const used: unknown = await this.#knex("instance_secrets").where({ kek_version: version }).first("name");
    if (!used) await this.instanceSecret(`key-check:${version}`);
  }

  /**
   * Returns the keys for a purpose (32 bytes each), derived from the key-encryption keys by HKDF-SHA-256, newest
   * first.
   *
   * @param purpose the HKDF info. Keys of different purposes do not reveal each other.
   */
  keysFor(purpose: string): Buffer[] {
    return this.#keys.map(({ key }) => Buffer.from(hkdfSync("sha256", key, "", purpose, 32)));
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
    const fresh = { workspace_id: workspaceId, ...wrap(newest, randomBytes(32), context) };
    const created = await db("workspace_data_keys")
      .insert(fresh)
      .onConflict("workspace_id")
      .ignore()
      .returning("kek_version");
    const row = await db("workspace_data_keys")
      .where({ workspace_id: workspaceId })
      .first("kek_version", "wrapped", "fingerprint");
    const key = this.#unwrap(row, context);
    // The transaction that creates a key may be rolled back, so the key is cached only on its next use.
    if (created.length === 0) this.#dataKeys.set(workspaceId, key);
    return key;
  }

  #unwrap(row: Wrapped | undefined, context: string): Buffer {
    if (!row) throw new Error(`The key of ${context} is missing.`);
    return unwrap({ ...row, context }, this.#keys);
  }
}
