// Encodes arrays in the binary format of Postgres, which the driver cannot write. In this format, elements
// need neither escaping nor parsing.

/** Object ids of the element types. They are the same in every Postgres installation. */
const elementTypes = { text: 25, bytea: 17, json: 114 } as const;

const headBytes = 20;

/** Returns the header of a one-dimensional array. */
function createHeader(type: keyof typeof elementTypes, count: number, bytes: number): Buffer {
  const array = Buffer.allocUnsafe(headBytes + bytes);
  array.writeInt32BE(1, 0);
  // The flag for null elements. Postgres ignores this flag when it reads an array.
  array.writeInt32BE(1, 4);
  array.writeInt32BE(elementTypes[type], 8);
  array.writeInt32BE(count, 12);
  array.writeInt32BE(1, 16);
  return array;
}

/** Encodes a non-empty list of texts as a parameter of type `text[]` or `json[]`. */
export function textArray(texts: readonly (string | null)[], type: "text" | "json" = "text"): Buffer {
  const lengths = texts.map((text) => (text === null ? 0 : Buffer.byteLength(text)));
  const array = createHeader(
    type,
    texts.length,
    lengths.reduce((sum, length) => sum + 4 + length, 0),
  );
  let offset = headBytes;
  for (const [index, text] of texts.entries()) {
    const length = lengths[index] ?? 0;
    array.writeInt32BE(text === null ? -1 : length, offset);
    if (text !== null) array.write(text, offset + 4, length);
    offset += 4 + length;
  }
  return array;
}

/**
 * Encodes a non-empty list of elements as a parameter of type `bytea[]`. Each element is given in pieces,
 * which are concatenated.
 */
export function bytesArray(elements: readonly (readonly Uint8Array[])[]): Buffer {
  const lengths = elements.map((pieces) => pieces.reduce((sum, { length }) => sum + length, 0));
  const array = createHeader(
    "bytea",
    elements.length,
    lengths.reduce((sum, length) => sum + 4 + length, 0),
  );
  let offset = headBytes;
  for (const [index, pieces] of elements.entries()) {
    offset = array.writeInt32BE(lengths[index] ?? 0, offset);
    for (const piece of pieces) {
      array.set(piece, offset);
      offset += piece.length;
    }
  }
  return array;
}
