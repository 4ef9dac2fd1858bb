import { randomBytes } from "node:crypto";
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { Knex } from "knex";
import { type Keyring, parseKeyring } from "./keyring.ts";
import { type CheckedKeys, checkKeys } from "./check-keys.ts";
import { listWrapped, WrongKey, type WrappedKey } from "./wrapped-keys.ts";

/** Where the key-encryption keys are configured. */
export interface KeySource {
  /** The value of `ASSAY_SECRET_KEYS`; undefined if the keys are in the data folder. */
  secretKeys: string | undefined;
  dataDir: string;
}

const fileOf = (dataDir: string): string => join(dataDir, "secret-keys");

/**
 * Loads the key-encryption keys from `ASSAY_SECRET_KEYS`. If this variable is not set (in embedded mode),
 * loads the keys from a file next to the data. The file is created on first use, and only its owner can read
 * it.
 */
export function loadKeyring({ secretKeys, dataDir }: KeySource): Keyring {
  return parsed(secretKeys ?? createdKeys(dataDir), { secretKeys, dataDir });
}

/**
 * Checks that the configured keys open the stored keys. Every process runs this check before it changes
 * anything. Creates no keys.
 *
 * @throws {WrongKey} the error of `requireKeysFor`.
 */
export async function requireKeys(db: Knex, source: KeySource): Promise<CheckedKeys> {
  return requireKeysFor(await listWrapped(db), source);
}

/**
 * Checks that the configured keys open the given keys. The damaged key of a workspace affects only this
 * workspace, so it is returned and does not stop the process.
 *
 * @throws {WrongKey} if a key cannot be opened for any other reason. The message names the version and both
 *   fingerprints.
 */
export function requireKeysFor(stored: readonly WrappedKey[], source: KeySource): CheckedKeys {
  const [first] = stored;
  if (!first) return { stored, damaged: [] };
  const file = fileOf(source.dataDir);
  if (source.secretKeys === undefined && !existsSync(file))
    throw new WrongKey(
      `${file} is missing, and this database needs the key ${JSON.stringify(first.kek_version)}${first.fingerprint === null ? "" : ` (fingerprint ${first.fingerprint})`}. Restore the file from the place where you keep it.`,
    );
  return checkKeys(stored, loadKeyring(source), source.secretKeys === undefined ? file : "ASSAY_SECRET_KEYS");
}

function parsed(text: string, { secretKeys, dataDir }: KeySource): Keyring {
  const keyring = parseKeyring(text);
  if (keyring) return keyring;
  throw new WrongKey(
    secretKeys === undefined
      ? `${fileOf(dataDir)} does not contain version:base64 keys. Restore this file from a backup. Without the keys, the secrets in the database cannot be decrypted.`
      : "ASSAY_SECRET_KEYS does not contain version:base64 keys.",
  );
}

/**
 * Adds a new key before the keys that are stored next to the data. The older keys are retained, because
 * existing data and backups need them.
 *
 * @returns the version of the new key, which is the next integer.
 */
export function addKeyToFolder(dataDir: string): string {
  const present = loadKeyring({ secretKeys: undefined, dataDir });
  const numbers = present.flatMap(({ version }) => (/^\d{1,9}$/.test(version) ? [Number(version)] : []));
  const version = String(Math.max(0, ...numbers) + 1);
  const file = fileOf(dataDir);
  const draft = `${file}.${process.pid}`;
  const text = `${version}:${randomBytes(32).toString("base64")},${createdKeys(dataDir)}\n`;
  writeFileSync(draft, text, { mode: 0o600, flush: true });
  renameSync(draft, file);
  return version;
}

/** Returns the keys in the data folder. If there are no keys, creates the first key. */
function createdKeys(dataDir: string): string {
  const file = fileOf(dataDir);
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true });
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, `1:${randomBytes(32).toString("base64")}\n`, { mode: 0o600 });
    try {
      // Creating a link does not overwrite a file, so if two processes start concurrently, both read the keys
      // of the first.
      linkSync(draft, file);
    } catch (error) {
      if (!existsSync(file)) throw error;
    } finally {
      unlinkSync(draft);
    }
  }
  return readFileSync(file, "utf8").trim();
}
