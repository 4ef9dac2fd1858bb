const encoder = new TextEncoder();

/**
 * Makes an encoder of texts in UTF-8 that writes all of them into one buffer, which grows as it must: a new buffer for each
 * page of rows would cost as much as writing it, and pile up until garbage is collected.
 *
 * @returns gives the bytes of a text; they are good until the next text is given.
 */
export function reusedEncoder(): (text: string) => Uint8Array {
  let buffer = new Uint8Array(0);
  return (text) => {
    // A code unit has three bytes in UTF-8 at the most. What is never written to takes no memory.
    const most = 3 * text.length;
    if (buffer.length < most) buffer = new Uint8Array(most);
    const { written } = encoder.encodeInto(text, buffer);
    return buffer.subarray(0, written);
  };
}
