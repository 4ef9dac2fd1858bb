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

/** A key with its private half. */
export interface Signer {
  kid: string;
  seed: Uint8Array;
  publicKey: Uint8Array;
}

/** What the keys are kept with. */
export interface SigningKeyParts {
  database: Database;
  secrets: Pick<SecretBox, "instanceSecret">;
  now: () => Date;
  newId: () => string;
}

/**
 * The installation's Ed25519 keys: `pending` (published, so that who pins keys knows it before it signs) → `active` (one;
 * it signs) → `retired` (its signatures count on); any of them → `revoked` (they count no more). The private half is
 * encrypted at rest as the installation's other secrets are.
 */
export class SigningKeys {
  readonly #parts: SigningKeyParts;
  readonly #seeds = new Map<string, Buffer>();

  constructor(parts: SigningKeyParts) {
    this.#parts = parts;
  }

  /** The key that signs; the first one is made when there is none. Other processes' changes are seen at once. */
  async active(): Promise<Signer> {
    const { database } = this.#parts;
    const row = (await findActiveKey(database.knex)) ?? (await this.#first());
    return { kid: row.kid, publicKey: Uint8Array.from(row.public_key), seed: await this.#seed(row.id) };
  }

  /** All keys, the oldest first. */
  list(): Promise<SigningKeyRow[]> {
    return listSigningKeys(this.#parts.database.knex);
  }

  /** Makes a key that signs nothing yet. */
  async add(): Promise<SigningKeyRow> {
    const row = await this.#newKey();
    await inTransaction(this.#parts.database, (tx) => insertSigningKey(tx, row));
    return row;
  }

  /** Lets a pending key sign from now on; the one before it is retired. @throws {Error} when it is not pending. */
  async activate(kid: string): Promise<void> {
    await inTransaction(this.#parts.database, async (tx) => {
      await lockSigningKeys(tx);
      const row = await keyNamed(tx, kid);
      if (row.status !== "pending")
        throw new Error(`The signing key ${kid} is ${row.status}; only a pending one can be activated.`);
      const before = await findActiveKey(tx);
      const now = this.#parts.now();
      if (before)
        await moveSigningKey(tx, { id: before.id, from: ["active"] }, { status: "retired", retired_at: now });
      await this.#activate(tx, row.id);
    });
  }

  /**
   * Revokes a key: what it signed counts no more. When it was the one that signs, the oldest pending one takes its place,
   * else a new one.
   *
   * @throws {Error} when there is no such key, or it is revoked.
   */
  async revoke(kid: string, because: string): Promise<void> {
    const spare = await this.#newKey();
    await inTransaction(this.#parts.database, async (tx) => {
      await lockSigningKeys(tx);
      const { id, status } = await keyNamed(tx, kid);
      const change = { status: "revoked" as const, revoked_at: this.#parts.now(), revoked_because: because };
      const moved = await moveSigningKey(tx, { id, from: ["pending", "active", "retired"] }, change);
      if (!moved) throw new Error(`The signing key ${kid} is revoked already.`);
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
      const known = await findActiveKey(tx);
      if (known) return known;
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
    const known = this.#seeds.get(id) ?? (await this.#parts.secrets.instanceSecret(`signing-key:${id}`));
    this.#seeds.set(id, known);
    return known;
  }
}

async function keyNamed(tx: Tx, kid: string): Promise<SigningKeyRow> {
  const all = await listSigningKeys(tx);
  const found = all.find((row) => row.kid === kid);
  if (found) return found;
  throw new Error(
    `There is no signing key ${JSON.stringify(kid)}; there are: ${all.map((row) => row.kid).join(", ") || "none"}.`,
  );
}
