import { ed25519Jwk, ed25519PublicKey, jwkThumbprint } from "@assay/contract/wire";

/** A key that signs checkpoints. */
export interface MockSigner {
  kid: string;
  seed: Uint8Array;
  publicKey: Uint8Array;
}

async function newSigner(): Promise<MockSigner> {
  const seed = crypto.getRandomValues(new Uint8Array(32));
  const publicKey = await ed25519PublicKey(seed);
  return { kid: jwkThumbprint(ed25519Jwk(publicKey)), seed, publicKey };
}

/** Creates a function that returns the mock's key, which is generated on the first call. */
export function createSigner(): () => Promise<MockSigner> {
  let signer: Promise<MockSigner> | undefined;
  return () => (signer ??= newSigner());
}
