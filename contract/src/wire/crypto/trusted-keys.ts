import { quoted } from "../http/quote.ts";

/** The public keys that are trusted: what `/.well-known/jwks.json` answers, kept by whoever verifies. */
export interface TrustedKeys {
  keys: readonly object[];
  /** Keys that were revoked: what they signed counts no more, though `keys` has them too. */
  revoked?: readonly object[] | undefined;
}

/** The keys as they may be given: the key set, or the list of its keys alone, none of them revoked. */
export type GivenKeys = TrustedKeys | readonly object[];

/** The keys that were given. @throws {TypeError} for what is neither a key set nor a list of keys. */
export function trustedKeys(given: unknown): TrustedKeys {
  if (isKeyList(given)) return { keys: given };
  if (typeof given === "object" && given !== null && "keys" in given && isKeyList(given.keys)) {
    const { keys } = given;
    const revoked = "revoked" in given ? given.revoked : undefined;
    if (revoked === undefined) return { keys };
    if (isKeyList(revoked)) return { keys, revoked };
  }
  throw new TypeError(
    `keys is ${quoted(given)}; it must be the key set that /.well-known/jwks.json answers ({ keys, revoked }), or a list of keys.`,
  );
}

// What in a list is no key of Ed25519 is passed over, as keys of other kinds are.
const isKeyList = (value: unknown): value is readonly object[] => Array.isArray(value);
