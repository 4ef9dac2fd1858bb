import { concatBytes, utf8 } from "./bytes.ts";

/**
 * What is signed instead of a body: the body with its type in front, each with its length, so that no body can be taken for one
 * of another type.
 *
 * @param type of the body; any text.
 * @returns `DSSEv1 <bytes of type> <type> <bytes of body> <body>`, with single spaces.
 * @see https://github.com/secure-systems-harness/dsse/blob/master/protocol.md
 */
export function preAuthEncoding(type: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const typeBytes = utf8(type);
  return concatBytes(utf8(`DSSEv1 ${typeBytes.length} `), typeBytes, utf8(` ${body.length} `), body);
}
