const encoder = new TextEncoder();

/**
 * Creates a UTF-8 encoder with a single growing buffer. Allocating a new buffer for each page of rows would
 * cost as much as writing the rows, and the buffers would accumulate until garbage collection.
 *
 * @returns a function that encodes a string. The bytes are valid until its next call.
 */
export function reusedEncoder(): (text: string) => Uint8Array {
  let buffer = new Uint8Array(0);
  return (text) => {
    // A UTF-16 code unit takes at most three bytes in UTF-8. Unwritten parts of the buffer use no memory.
    const maxBytes = 3 * text.length;
    if (buffer.length < maxBytes) buffer = new Uint8Array(maxBytes);
    const { written } = encoder.encodeInto(text, buffer);
    return buffer.subarray(0, written);
  };
}
