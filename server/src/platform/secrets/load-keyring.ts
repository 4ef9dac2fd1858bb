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
import { type KeyEncryptionKey, parseKeyring } from "./keyring.ts";

const fileName = "secret-keys";

/**
 * Loads the key-encryption keys from `ASSAY_SECRET_KEYS`. If it is not set (in embedded mode), loads the keys
 * that are stored next to the data. They are created on first use, and only their owner can read the file.
 */
export function loadKeyring(
  secretKeys: string | undefined,
  dataDir: string,
): readonly [KeyEncryptionKey, ...KeyEncryptionKey[]] {
  const keyring = parseKeyring(secretKeys ?? keysInFolder(dataDir));
  if (keyring) return keyring;
  throw new Error(
    secretKeys === undefined
      ? `${join(dataDir, fileName)} does not contain version:base64 keys. Restore this file from a backup. Without the keys, the secrets in the database cannot be decrypted.`
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
  const present = loadKeyring(undefined, dataDir);
  const numbers = present.flatMap(({ version }) => (/^\d{1,9}$/.test(version) ? [Number(version)] : []));
  const version = String(Math.max(0, ...numbers) + 1);
  const file = join(dataDir, fileName);
  const draft = `${file}.${process.pid}`;
  const text = `${version}:${randomBytes(32).toString("base64")},${keysInFolder(dataDir)}\n`;
  writeFileSync(draft, text, { mode: 0o600, flush: true });
  renameSync(draft, file);
  return version;
}

function keysInFolder(dataDir: string): string {
  const file = join(dataDir, fileName);
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
