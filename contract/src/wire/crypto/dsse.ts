import { concatBytes, utf8 } from "./bytes.ts";

/**
 * Returns the bytes to sign for a body: the body's type and the body itself, each with its length. This binds
 * the signature to the type.
 *
 * @param type the type of the body, which can be any string.
 * @returns `DSSEv1 <bytes of type> <type> <bytes of body> <body>`, with single spaces.
 * @see https://github.com/secure-systems-lab/dsse/blob/master/protocol.md
 */
export function preAuthEncoding(type: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const typeBytes = utf8(type);
  return concatBytes(utf8(`DSSEv1 ${typeBytes.length} `), typeBytes, utf8(` ${body.length} `), body);
}
