import { apiKeyChecksum, newSignedPart, toHex } from "@assay/contract/wire";
import type { Random } from "./mock-random.ts";

/**
 * The default API key of every mock. It is public and recognizable, so it cannot be mistaken for a real key.
 */
export const defaultApiKey = "assay_live_AdminKeyOfTheMockNotOfAnyServicerTIgza";

const encoder = new TextEncoder();

/** Returns the SHA-256 digest of bytes, or of a text in UTF-8. */
async function digestBytes(of: string | Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const bytes = typeof of === "string" ? encoder.encode(of) : of;
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

/** Returns the SHA-256 digest of bytes, or of a text in UTF-8, in lower-case hexadecimal. */
export const sha256Hex = async (of: string | Uint8Array<ArrayBuffer>): Promise<string> =>
  toHex(await digestBytes(of));

/** Creates an API key secret in the server's format. */
export async function newApiKeySecret(random: Random): Promise<string> {
  const signed = newSignedPart((bound) => draw(random, bound));
  return signed + apiKeyChecksum(await digestBytes(signed));
}

function draw(random: Random, bound: number): number {
  // Draw bytes again if they fall in the incomplete last range, because they would bias the result.
  for (;;) {
    const [byte = 0] = random(1);
    if (byte < 256 - (256 % bound)) return byte % bound;
  }
}
