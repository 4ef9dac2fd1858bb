import { describe, expect, test } from "vitest";
import { createTestLog, flips, sampleEvents } from "./evidence-log.fixture.ts";
import { verifyConsistency, verifyExport, verifyInclusion } from "./evidence-verify.ts";

const log = await createTestLog(sampleEvents);
const { keys, origin, events } = log;

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

describe("an inclusion proof", () => {
  test("is valid for each event at each size, with and without the event", async () => {
    for (let size = 1; size <= 7; size += 1) {
      for (let seq = 1; seq <= size; seq += 1) {
        const proof = await log.inclusion(seq, size);
        expect(await verifyInclusion(proof, { keys, origin, event: events[seq - 1] })).toMatchObject({
          valid: true,
          checkpoint: { size, origin },
        });
        expect((await verifyInclusion(proof, { keys })).valid).toBe(true);
      }
    }
  });

  test("is invalid after a change of any byte", { timeout: 60_000 }, async () => {
    const text = JSON.stringify(await log.inclusion(4));
    for (const { text: changed, at } of flips(text, [1, 32]))
      expect((await verifyInclusion(parsed(changed), { keys, origin })).valid, at).toBe(false);
  });

  test("is invalid for another event, log or key", async () => {
    const proof = await log.inclusion(4);
    expect(await verifyInclusion(proof, { keys, event: events[4] })).toMatchObject({ code: "event_altered" });
    expect(await verifyInclusion(proof, { keys, origin: "assay/log/other" })).toMatchObject({
      code: "other_log",
    });
    const other = await createTestLog(sampleEvents, 2);
    expect(await verifyInclusion(proof, { keys: other.keys })).toMatchObject({ code: "key_unknown" });
    const revoked = { keys: [], revoked: keys.keys };
    expect(await verifyInclusion(proof, { keys: revoked })).toMatchObject({ code: "key_revoked" });
  });

  test("is valid for an event with erased data, and invalid for an event with other data", async () => {
    const proof = await log.inclusion(2);
    const [, event] = events;
    expect((await verifyInclusion(proof, { keys, event: { ...event, data: null, salt: null } })).valid).toBe(
      true,
    );
    expect(await verifyInclusion(proof, { keys, event: { ...event, data: {} } })).toMatchObject({
      code: "data_altered",
    });
    expect(await verifyInclusion(proof, { keys, event: { ...event, ts: 2 } })).toMatchObject({
      code: "event_altered",
    });
  });

  test.each([null, [], "text", {}, { seq: 1 }])("is malformed if it is %j", async (proof) => {
    expect(await verifyInclusion(proof, { keys })).toMatchObject({ valid: false, code: "malformed" });
  });
});

describe("a consistency proof", () => {
  test("is valid for each pair of sizes, and with a saved checkpoint of the first", async () => {
    for (let second = 1; second <= 7; second += 1) {
      for (let first = 1; first <= second; first += 1) {
        const proof = await log.consistency(first, second);
        const trusted = await log.checkpoint(first);
        expect(await verifyConsistency(proof, { keys, origin, trusted })).toMatchObject({ valid: true });
      }
    }
  });

  test("is invalid after a change of any byte", { timeout: 60_000 }, async () => {
    const text = JSON.stringify(await log.consistency(3));
    const trusted = await log.checkpoint(3);
    for (const { text: changed, at } of flips(text, [1, 32]))
      expect((await verifyConsistency(parsed(changed), { keys, origin, trusted })).valid, at).toBe(false);
  });

  test("fails for a rewritten history, regardless of the signing key", async () => {
    const rewritten = await createTestLog(sampleEvents.with(1, { data: { step: "another" } }));
    const trusted = await log.checkpoint(3);
    expect(await verifyConsistency(await rewritten.consistency(3), { keys, trusted })).toMatchObject({
      valid: false,
      code: "history_rewritten",
    });
  });

  test("is valid with a checkpoint by a key that was revoked since", async () => {
    const trusted = await log.checkpoint(3);
    const renewed = await createTestLog(sampleEvents, 1, 2);
    const proof = await renewed.consistency(3);
    for (const counting of [renewed.keys.keys, [...keys.keys, ...renewed.keys.keys]]) {
      const still = { keys: { keys: counting, revoked: keys.keys }, trusted };
      expect((await verifyConsistency(proof, still)).valid).toBe(true);
    }
    // A new signature by the revoked key is invalid, although an earlier signature by that key is trusted.
    const forged = { keys: { keys: keys.keys, revoked: keys.keys }, trusted };
    expect(await verifyConsistency(await log.consistency(3), forged)).toMatchObject({ code: "key_revoked" });
  });
});

describe("a key in both lists", () => {
  const both = { keys: keys.keys, revoked: keys.keys };
  test("is revoked", async () => {
    const verdicts = [
      await verifyInclusion(await log.inclusion(4), { keys: both }),
      await verifyConsistency(await log.consistency(3), { keys: both }),
      await verifyExport(await log.exported(), { keys: both }),
    ];
    for (const verdict of verdicts) expect(verdict).toMatchObject({ valid: false, code: "key_revoked" });
  });
});

const note = await log.checkpoint();

describe("a checkpoint with other signatures", () => {
  const foreign = (count: number) =>
    Array.from({ length: count }, (_, index) => `— witness.example/w${index} AAAAAAAA\n`).join("");
  const [body, own] = [note.slice(0, note.indexOf("\n\n") + 2), note.slice(note.indexOf("\n\n") + 2)];
  const withCheckpoint = async (checkpoint: string) => ({
    proof: { ...(await log.consistency(3)), checkpoint },
    inclusion: { ...(await log.inclusion(4)), checkpoint },
    exported: (await log.exported()).replace(/^\{"checkpoint":.*$/m, JSON.stringify({ checkpoint })),
  });

  test.each([0, 1, 16, 63])(
    "is valid with %d of them, at any position of the log's own signature",
    async (count) => {
      const half = Math.floor(count / 2);
      for (const lines of [
        own + foreign(count),
        foreign(count) + own,
        foreign(half) + own + foreign(count - half),
      ]) {
        const { proof, inclusion, exported } = await withCheckpoint(body + lines);
        const verdicts = [
          await verifyInclusion(inclusion, { keys, origin }),
          await verifyConsistency(proof, { keys, origin }),
          await verifyConsistency(await log.consistency(7), { keys, trusted: body + lines }),
          await verifyExport(exported, { keys, origin, trusted: [body + lines] }),
        ];
        expect(verdicts.map(({ valid }) => valid)).toEqual([true, true, true, true]);
        // The checkpoint of the third proof is the log's own note; only its saved copy has other signatures.
        expect(verdicts.map((one) => one.otherSignatures)).toEqual([count, count, 0, count]);
      }
    },
  );

  test("is malformed with more than 64 signatures", async () => {
    const { exported } = await withCheckpoint(body + own + foreign(64));
    expect(await verifyExport(exported, { keys })).toMatchObject({
      code: "checkpoint_malformed",
      otherSignatures: 0,
    });
  });

  test("is invalid with a wrong signature of a known key, also beside a valid one", async () => {
    // The last character before the padding has unused bits, so the four characters before it are changed.
    const wrong = own.replace(
      /(.{4})(.)(=*\n)$/,
      (_, start: string, last: string, end: string) => `${start === "AAAA" ? "BBBB" : "AAAA"}${last}${end}`,
    );
    for (const lines of [wrong, own + wrong, wrong + own]) {
      const { inclusion } = await withCheckpoint(body + lines);
      expect(await verifyInclusion(inclusion, { keys })).toMatchObject({
        valid: false,
        code: "signature_invalid",
      });
    }
  });
});

describe("an argument of another type", () => {
  // Callers without a compiler can pass values that the types do not allow.
  const anyConsistency = verifyConsistency as (...values: unknown[]) => Promise<unknown>;
  const anyExport = verifyExport as (...values: unknown[]) => Promise<unknown>;

  test.each([7, null, {}, ["a"], new Uint8Array()])(
    "as a trusted checkpoint or origin is a TypeError: %j",
    async (value) => {
      const proof = await log.consistency(3);
      await expect(anyConsistency(proof, { keys, trusted: value })).rejects.toThrow(TypeError);
      await expect(anyConsistency(proof, { keys, origin: value })).rejects.toThrow(TypeError);
      await expect(anyExport(await log.exported(), { keys, origin: value })).rejects.toThrow(TypeError);
    },
  );

  test.each([undefined, null, 7, {}, () => "", [7], [null], [[]]])(
    "as an export is a TypeError: %j",
    async (value) => {
      await expect(anyExport(value, { keys })).rejects.toThrow(TypeError);
      if (value === undefined) return;
      await expect(anyExport(await log.exported(), { keys, earlier: value })).rejects.toThrow(TypeError);
    },
  );

  test.each(["a note", [7], {}, null])(
    "as a list of trusted checkpoints is a TypeError: %j",
    async (trusted) => {
      await expect(anyExport(await log.exported(), { keys, trusted })).rejects.toThrow(TypeError);
    },
  );

  test.each([-1, Number.NaN, Number.POSITIVE_INFINITY, "5", null])(
    "as a clock tolerance is a TypeError: %j",
    async (value) => {
      await expect(anyExport(await log.exported(), { keys, clockToleranceMs: value })).rejects.toThrow(
        TypeError,
      );
    },
  );
});
