const encoder = new TextEncoder();

/**
 * Creates an encoder to UTF-8 with one growing buffer. A new buffer for each page of rows would cost as much
 * as the writing, and accumulate until garbage collection.
 *
 * @returns a function that returns the bytes of a text; valid until its next call.
 */
export function reusedEncoder(): (text: string) => Uint8Array {
  let buffer = new Uint8Array(0);
  return (text) => {
    // A code unit has at maxBytes three bytes in UTF-8. Unwritten parts of the buffer use no memory.
    const maxBytes = 3 * text.length;
    if (buffer.length < maxBytes) buffer = new Uint8Array(maxBytes);
    const { written } = encoder.encodeInto(text, buffer);
    return buffer.subarray(0, written);
  };
}
