import { quoted } from "../http/quote.ts";

/** The trusted public keys: a saved response of `/.well-known/jwks.json`. */
export interface TrustedKeys {
  keys: readonly object[];
  /** Revoked keys. Their signatures are invalid, even if the keys are also in `keys`. */
  revoked?: readonly object[] | undefined;
}

/** Trusted keys as an argument: a key set, or only the list of its keys, without revoked keys. */
export type GivenKeys = TrustedKeys | readonly object[];

/** Normalizes trusted keys. @throws {TypeError} for a value that is neither a key set nor a list of keys. */
export function trustedKeys(given: unknown): TrustedKeys {
  if (isKeyList(given)) return { keys: given };
  if (typeof given === "object" && given !== null && "keys" in given && isKeyList(given.keys)) {
    const { keys } = given;
    const revoked = "revoked" in given ? given.revoked : undefined;
    if (revoked === undefined) return { keys };
    if (isKeyList(revoked)) return { keys, revoked };
  }
  throw new TypeError(
    `keys is ${quoted(given)}; it must be the key set of /.well-known/jwks.json ({ keys, revoked }), or a list of keys.`,
  );
}

// Only the list itself is checked here. Items that are not Ed25519 keys, such as keys of other kinds, are
// ignored later.
const isKeyList = (value: unknown): value is readonly object[] => Array.isArray(value);
