// Segments of JSON Pointers (RFC 6901).

/** Escapes the name of a member for a JSON Pointer: `a/b` → `a~1b`. */
export const pointerSegment = (name: string): string =>
  /[~/]/.test(name) ? name.replaceAll("~", "~0").replaceAll("/", "~1") : name;

/** Returns the member name that a segment of a JSON Pointer stands for: `a~1b` → `a/b`. */
export const nameOfSegment = (segment: string): string => segment.replaceAll("~1", "/").replaceAll("~0", "~");
