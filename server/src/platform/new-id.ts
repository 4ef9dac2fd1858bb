import { randomFillSync } from "node:crypto";
import { V7Generator } from "uuidv7";

// Random numbers are generated in blocks, because generating each number separately would take as long as all
// other steps of creating an id.
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

/** Returns a new id that can be sorted by time (UUIDv7, RFC 9562). The ids from one process are ascending. */
export const newId = (): string => generator.generate().toString();
