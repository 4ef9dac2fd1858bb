import { apiKeyChecksum, newSignedPart, toHex } from "@assay/contract/wire";

/** The first key of every mock that is not given one: public, so that nobody takes it for a real one. */
export const defaultApiKey = "assay_live_AdminKeyOfTheMockNotOfAnyServicerTIgza";

const encoder = new TextEncoder();

/** SHA-256 of bytes, or of a text's UTF-8. */
async function digestBytes(of: string | Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const bytes = typeof of === "string" ? encoder.encode(of) : of;
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

/** SHA-256 of bytes, or of a text's UTF-8, in lower-case hexadecimal. */
export const sha256Hex = async (of: string | Uint8Array<ArrayBuffer>): Promise<string> =>
  toHex(await digestBytes(of));

/** A new secret of an API key, as the server makes them. */
export async function newApiKeySecret(): Promise<string> {
  const signed = newSignedPart(draw);
  return signed + apiKeyChecksum(await digestBytes(signed));
}

function draw(bound: number): number {
  // Bytes in the incomplete last round are drawn again: without that, small results would be likelier.
  for (;;) {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < 256 - (256 % bound)) return byte % bound;
  }
}
