import { ed25519Jwk, ed25519PublicKey, jwkThumbprint } from "@assay/contract/wire";
import type { Database } from "../../platform/db/connection/connect.ts";
import { inTransaction, type Tx } from "../../platform/db/transaction.ts";
import type { SecretBox } from "../../platform/secrets/secret-box.ts";
import {
  findActiveKey,
  insertSigningKey,
  listSigningKeys,
  lockSigningKeys,
  moveSigningKey,
  type SigningKeyRow,
} from "./signing-key-queries.ts";

/** A key pair for signing. */
export interface Signer {
  kid: string;
  seed: Uint8Array;
  publicKey: Uint8Array;
}

/** The dependencies of the signing keys. */
export interface SigningKeyParts {
  database: Database;
  secrets: Pick<SecretBox, "instanceSecret">;
  now: () => Date;
  newId: () => string;
}

/**
 * The installation's Ed25519 keys. A key is first `pending`: it is published, so that clients can pin it
 * before it is used. Then it is `active` and signs; only one key is active. Then it is `retired`, and its
 * signatures stay valid. A key with any of these statuses can become `revoked`, which makes its signatures
 * invalid. Private keys are encrypted at rest like the installation's other secrets.
 */
export class SigningKeys {
  readonly #parts: SigningKeyParts;
  readonly #seeds = new Map<string, Buffer>();

  constructor(parts: SigningKeyParts) {
    this.#parts = parts;
  }

  /**
   * Returns the active key. Creates the first key if none exists. Changes by other processes take effect
   * immediately.
   */
  async active(): Promise<Signer> {
    const { database } = this.#parts;
    const row = (await findActiveKey(database.knex)) ?? (await this.#first());
    return { kid: row.kid, publicKey: Uint8Array.from(row.public_key), seed: await this.#seed(row.id) };
  }

  /** Lists all keys, oldest first. */
  list(): Promise<SigningKeyRow[]> {
    return listSigningKeys(this.#parts.database.knex);
  }

  /** Adds a pending key. */
  async add(): Promise<SigningKeyRow> {
    const row = await this.#newKey();
    await inTransaction(this.#parts.database, (tx) => insertSigningKey(tx, row));
    return row;
  }

  /** Activates a pending key, and retires the active one. @throws {Error} if the key is not pending. */
  async activate(kid: string): Promise<void> {
    await inTransaction(this.#parts.database, async (tx) => {
      await lockSigningKeys(tx);
      const row = await keyNamed(tx, kid);
      if (row.status !== "pending")
        throw new Error(`Signing key ${kid} is ${row.status}; only a pending key can be activated.`);
      const before = await findActiveKey(tx);
      const now = this.#parts.now();
      if (before)
        await moveSigningKey(tx, { id: before.id, from: ["active"] }, { status: "retired", retired_at: now });
      await this.#activate(tx, row.id);
    });
  }

  /**
   * Revokes a key, which invalidates its signatures. If the key is active, it is replaced by the oldest
   * pending key or, if no key is pending, by a new key.
   *
   * @throws {Error} if the key does not exist or is already revoked.
   */
  async revoke(kid: string, because: string): Promise<void> {
    const spare = await this.#newKey();
    await inTransaction(this.#parts.database, async (tx) => {
      await lockSigningKeys(tx);
      const { id, status } = await keyNamed(tx, kid);
      const change = { status: "revoked" as const, revoked_at: this.#parts.now(), revoked_because: because };
      const moved = await moveSigningKey(tx, { id, from: ["pending", "active", "retired"] }, change);
      if (!moved) throw new Error(`Signing key ${kid} is already revoked.`);
      if (status !== "active") return;
      const pending = (await listSigningKeys(tx)).find((row) => row.status === "pending");
      if (!pending) await insertSigningKey(tx, spare);
      await this.#activate(tx, (pending ?? spare).id);
    });
  }

  async #first(): Promise<SigningKeyRow> {
    const fresh = await this.#newKey();
    return inTransaction(this.#parts.database, async (tx) => {
      await lockSigningKeys(tx);
      const active = await findActiveKey(tx);
      if (active) return active;
      await insertSigningKey(tx, fresh);
      await this.#activate(tx, fresh.id);
      return fresh;
    });
  }

  async #activate(tx: Tx, id: string): Promise<void> {
    const change = { status: "active" as const, activated_at: this.#parts.now() };
    await moveSigningKey(tx, { id, from: ["pending"] }, change);
  }

  async #newKey(): Promise<SigningKeyRow> {
    const id = this.#parts.newId();
    const publicKey = await ed25519PublicKey(await this.#seed(id));
    return {
      id,
      kid: jwkThumbprint(ed25519Jwk(publicKey)),
      public_key: Buffer.from(publicKey),
      status: "pending",
      created_at: this.#parts.now(),
      activated_at: null,
      retired_at: null,
      revoked_at: null,
      revoked_because: null,
    };
  }

  async #seed(id: string): Promise<Buffer> {
    const seed = this.#seeds.get(id) ?? (await this.#parts.secrets.instanceSecret(`signing-key:${id}`));
    this.#seeds.set(id, seed);
    return seed;
  }
}

async function keyNamed(tx: Tx, kid: string): Promise<SigningKeyRow> {
  const all = await listSigningKeys(tx);
  const found = all.find((row) => row.kid === kid);
  if (found) return found;
  throw new Error(
    `Signing key ${JSON.stringify(kid)} not found. Existing keys: ${all.map((row) => row.kid).join(", ") || "none"}.`,
  );
}
