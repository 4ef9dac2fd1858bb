import { toHex } from "../crypto/bytes.ts";
import { type Checkpoint, logOrigin, signCheckpoint } from "./checkpoint.ts";
import { ed25519PublicKey } from "../crypto/ed25519.ts";
import type { ConsistencyProof, InclusionProof } from "./evidence-proofs.ts";
import { type EvidenceEvent, exportedCheckpoint, exportedLine, sealEvent } from "./evidence-event.ts";
import { ed25519Jwk } from "../crypto/jwk.ts";
import { consistencyProof, inclusionProof, nodesOf, rootOf } from "./merkle.ts";

/** A log in memory with its key, for testing verification. */
export interface TestLog {
  events: readonly EvidenceEvent[];
  keys: { keys: object[] };
  origin: string;
  checkpoint: (size?: number) => Promise<string>;
  inclusion: (seq: number, size?: number) => Promise<InclusionProof>;
  consistency: (first: number, second?: number) => Promise<ConsistencyProof>;
  /** Returns the exported log. `changed` can replace events. */
  exported: (changed?: (event: EvidenceEvent) => EvidenceEvent) => Promise<string>;
}

/** The members of an event that a test sets. */
export type EventToAppend = Partial<
  Pick<EvidenceEvent, "session" | "type" | "origin" | "ts" | "receivedAt">
> & {
  data?: Record<string, unknown>;
};

/** Creates a log with events. `seed` determines keys and salts; `keySeed` determines only the key. */
export async function createTestLog(
  given: readonly EventToAppend[],
  seed = 1,
  keySeed = seed,
): Promise<TestLog> {
  const secret = new Uint8Array(32).fill(keySeed);
  const publicKey = await ed25519PublicKey(secret);
  const sealed = given.map((one, index) =>
    sealEvent(
      {
        seq: index + 1,
        ts: 1,
        receivedAt: 1_772_443_800_000 + index,
        session: null,
        type: "trace",
        origin: "caller",
        data: {},
        ...one,
      },
      new Uint8Array(32).fill(index + seed),
    ),
  );
  const leaves = sealed.map(({ leaf }) => leaf);
  const nodeAt = nodesOf((index) => leaves[index] ?? new Uint8Array());
  const origin = logOrigin("0190a5f2-7e10-7000-8000-000000000000", 1);
  const stateAt = (size: number): Checkpoint => ({ origin, size, root: rootOf(size).from(nodeAt) });
  const all = sealed.length;
  const checkpoint = (size = all) => signCheckpoint(stateAt(size), { seed: secret, publicKey });
  return {
    events: sealed.map(({ event }) => event),
    keys: { keys: [ed25519Jwk(publicKey)] },
    origin,
    checkpoint,
    inclusion: async (seq, size = all) => ({
      seq,
      index: seq - 1,
      leafHash: toHex(leaves[seq - 1] ?? new Uint8Array()),
      treeSize: size,
      hashes: inclusionProof(seq - 1, size)
        .from(nodeAt)
        .map(toHex),
      rootHash: toHex(stateAt(size).root),
      checkpoint: await checkpoint(size),
    }),
    consistency: async (first, second = all) => ({
      first,
      second,
      hashes: consistencyProof(first, second).from(nodeAt).map(toHex),
      firstRoot: toHex(stateAt(first).root),
      secondRoot: toHex(stateAt(second).root),
      checkpoint: await checkpoint(second),
    }),
    exported: async (changed = (event) => event) =>
      sealed.map(({ event }) => exportedLine(changed(event))).join("") +
      exportedCheckpoint(await checkpoint()),
  };
}

/** The events in the test log. */
export const sampleEvents: EventToAppend[] = Array.from({ length: 7 }, (_, index) => ({
  type: index % 2 === 0 ? "policy_decision" : "trace",
  origin: index % 2 === 0 ? "server" : "caller",
  session: index === 3 ? null : "s-1",
  data: { agentId: "triage-bot", step: index, text: 'über\n"' },
}));

/** Yields copies of a text in which one bit of one byte is changed, for each byte. */
export function* flips(text: string, bits: readonly number[]): Generator<{ text: string; at: string }> {
  const bytes = new TextEncoder().encode(text);
  for (const index of bytes.keys()) {
    for (const bit of bits) {
      const changed = Uint8Array.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ bit;
      yield { text: new TextDecoder().decode(changed), at: `byte ${index}, bit ${bit}` };
    }
  }
}
