/**
 * Returns the buffers of an object's typed arrays, which are moved to another thread instead of being copied. An
 * array that is part of a larger buffer is copied, because the buffer may have other uses.
 */
export function buffersOf(message: unknown): ArrayBuffer[] {
  if (typeof message !== "object" || message === null) return [];
  return Object.values(message).flatMap((value: unknown) =>
    ArrayBuffer.isView(value) &&
    value.buffer instanceof ArrayBuffer &&
    value.byteLength === value.buffer.byteLength
      ? [value.buffer]
      : [],
  );
}
