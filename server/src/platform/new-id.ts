import { randomFillSync } from "node:crypto";
import { V7Generator } from "uuidv7";

// Drawn in blocks: one call per number costs as much as the rest of an id.
const block = new Uint32Array(1024);
let next = block.length;

const generator = new V7Generator({
  nextUint32: () => {
    if (next >= block.length) {
      randomFillSync(block);
      next = 0;
    }
    const number = block[next] ?? 0;
    next += 1;
    return number;
  },
});

/** A new time-sortable id (UUIDv7, RFC 9562); the ids of one process ascend. */
export const newId = (): string => generator.generate().toString();
