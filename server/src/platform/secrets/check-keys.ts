import { fingerprintOf, type Keyring } from "./keyring.ts";
import { DamagedKey, unwrap, type WrappedKey, WrongKey } from "./wrapped-keys.ts";

/** A key of a workspace that cannot be opened although the key-encryption key is right. */
interface WorkspaceKeyFault {
  workspaceId: string;
  /** States which key is damaged. */
  message: string;
}

/** Stored keys that were checked with a keyring. */
export interface CheckedKeys {
  /** All keys. */
  stored: readonly WrappedKey[];
  damaged: readonly WorkspaceKeyFault[];
}

/**
 * Opens stored keys with the keys of a keyring.
 *
 * @param source where the keys of the keyring are configured, for the error message.
 * @throws {WrongKey} if a key of the installation cannot be opened, or if the key of a workspace requires
 *   another key-encryption key.
 */
export function checkKeys(stored: readonly WrappedKey[], keyring: Keyring, source: string): CheckedKeys {
  const proven = provenFingerprints(stored, keyring);
  const damaged = stored.flatMap((one): WorkspaceKeyFault[] => {
    // A release without fingerprints stored the key. If another key proves that the version is right, the
    // stored key has its fingerprint.
    const fingerprint = one.fingerprint ?? proven.get(one.kek_version) ?? null;
    try {
      unwrap({ ...one, fingerprint }, keyring, source);
      return [];
    } catch (error) {
      const workspaceId = one.key["workspace_id"];
      if (workspaceId === undefined || !(error instanceof DamagedKey)) throw error;
      return [{ workspaceId, message: error.message }];
    }
  });
  return { stored, damaged };
}

/** Returns the fingerprints of the keys that open at least one stored key, by version. */
function provenFingerprints(stored: readonly WrappedKey[], keyring: Keyring): Map<string, string> {
  const proven = new Map<string, string>();
  for (const { version, key } of keyring) {
    const opens = (one: WrappedKey): boolean => one.kek_version === version && isOpened(one, keyring);
    if (stored.some(opens)) proven.set(version, fingerprintOf(key));
  }
  return proven;
}

function isOpened(stored: WrappedKey, keyring: Keyring): boolean {
  try {
    unwrap(stored, keyring);
    return true;
  } catch (error) {
    if (error instanceof WrongKey) return false;
    throw error;
  }
}
