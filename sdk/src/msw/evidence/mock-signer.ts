import { ed25519Jwk, ed25519PublicKey, jwkThumbprint } from "@assay/contract/wire";
import type { Random } from "../platform/state/mock-random.ts";

/** A key that signs checkpoints. */
export interface MockSigner {
  kid: string;
  seed: Uint8Array;
  publicKey: Uint8Array;
}

async function newSigner(random: Random): Promise<MockSigner> {
  const seed = random(32);
  const publicKey = await ed25519PublicKey(seed);
  return { kid: jwkThumbprint(ed25519Jwk(publicKey)), seed, publicKey };
}

/** Creates a function that returns the mock's key, which is generated on the first call. */
export function createSigner(random: Random): () => Promise<MockSigner> {
  let signer: Promise<MockSigner> | undefined;
  return () => (signer ??= newSigner(random));
}
