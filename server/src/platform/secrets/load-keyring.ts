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
 * Loads the key-encryption keys of `ASSAY_SECRET_KEYS`, otherwise (embedded mode) those stored beside the
 * data, created on first use and readable by their owner only.
 */
export function loadKeyring(
  secretKeys: string | undefined,
  dataDir: string,
): readonly [KeyEncryptionKey, ...KeyEncryptionKey[]] {
  const keyring = parseKeyring(secretKeys ?? keysInFolder(dataDir));
  if (keyring) return keyring;
  throw new Error(
    secretKeys === undefined
      ? `${join(dataDir, fileName)} does not hold version:base64 keys. Restore it from a backup: without it the secrets in the database cannot be read.`
      : "ASSAY_SECRET_KEYS does not hold version:base64 keys.",
  );
}

/**
 * Prepends a new key to those stored beside the data. Older keys remain for the data they wrap and for
 * backups.
 *
 * @returns the version of the new key: the next integer.
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
      // A link does not overwrite: two processes that start together both read the keys of the first.
      linkSync(draft, file);
    } catch (error) {
      if (!existsSync(file)) throw error;
    } finally {
      unlinkSync(draft);
    }
  }
  return readFileSync(file, "utf8").trim();
}
