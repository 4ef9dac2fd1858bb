import { concatBytes, utf8 } from "./bytes.ts";

/**
 * The bytes to sign for a body: its type and the body, each with its length, so that a signature is bound to the type.
 *
 * @param type of the body; any text.
 * @returns `DSSEv1 <bytes of type> <type> <bytes of body> <body>`, with single spaces.
 * @see https://github.com/secure-systems-harness/dsse/blob/master/protocol.md
 */
export function preAuthEncoding(type: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const typeBytes = utf8(type);
  return concatBytes(utf8(`DSSEv1 ${typeBytes.length} `), typeBytes, utf8(` ${body.length} `), body);
}
