import { randomFillSync } from "node:crypto";
import { saltLength } from "@assay/contract/wire";

// Salts are generated in blocks, because generating each salt separately costs as much as hashing an event.
const salts = Buffer.alloc(saltLength * 256);
let usedSalts = salts.length;

/** Returns a new random salt. */
export function newSalt(): Uint8Array {
  if (usedSalts === salts.length) {
    randomFillSync(salts);
    usedSalts = 0;
  }
  usedSalts += saltLength;
  return Uint8Array.from(salts.subarray(usedSalts - saltLength, usedSalts));
}
