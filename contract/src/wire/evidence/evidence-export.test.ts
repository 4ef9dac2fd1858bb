import { describe, expect, test } from "vitest";
import { ed25519Jwk } from "../crypto/jwk.ts";
import { type EvidenceEvent, exportedLine, sealEvent } from "./evidence-event.ts";
import { createTestLog, flips, type EventToAppend, sampleEvents } from "./evidence-log.fixture.ts";
import { verifyExport } from "./evidence-verify.ts";

const log = await createTestLog(sampleEvents);
const { keys, origin, events } = log;

describe("an exported log", () => {
  test("is valid whole and in pieces", async () => {
    const text = await log.exported();
    const report = await verifyExport(text, { keys, origin });
    expect(report).toMatchObject({ valid: true, code: "ok", events: 7, erased: 0, problemCount: 0 });
    expect(report.checkpoint).toMatchObject({ size: 7, origin });
    const bytes = new TextEncoder().encode(text);
    const pieces = Array.from(bytes, (_, index) => bytes.slice(index, index + 1));
    expect(await verifyExport(pieces, { keys, origin })).toEqual(report);
  });

  test("without events is valid", async () => {
    const empty = await createTestLog([]);
    expect(await verifyExport(await empty.exported(), { keys })).toMatchObject({ valid: true, events: 0 });
  });

  test("is invalid after a change of any byte", { timeout: 60_000 }, async () => {
    const erasure: EventToAppend = { type: "evidence_erased", origin: "server", data: { seqs: [1] } };
    const short = await createTestLog([...sampleEvents.slice(0, 2), erasure]);
    const erase = (event: EvidenceEvent) => (event.seq === 1 ? { ...event, data: null, salt: null } : event);
    const text = await short.exported(erase);
    expect(await verifyExport(text, { keys, origin })).toMatchObject({ valid: true, erased: 1 });
    for (const { text: changed, at } of flips(text, [1, 32]))
      expect((await verifyExport(changed, { keys, origin })).valid, at).toBe(false);
  });

  const [, , third] = events;
  const resealed = sealEvent(
    {
      ...sampleEvents[2],
      seq: 3,
      ts: 1,
      receivedAt: 1_772_443_800_002,
      session: "s-1",
      type: "trace",
      origin: "server",
      data: { step: "forged" },
    },
    new Uint8Array(32).fill(9),
  ).event;
  test.each<[string, Partial<EvidenceEvent>, string]>([
    ["data", { data: { step: "forged" } }, "data_altered"],
    ["time", { ts: 5 }, "event_altered"],
    ["origin", { origin: "caller" }, "event_altered"],
    ["id", { eventId: "evt_01jd0v5c6ge4bsgz5mxjbvfzq2" }, "id_altered"],
    ["data without a word", { data: null, salt: null }, "erasure_unproven"],
  ])("names the event whose %s was altered, and no other", async (_, change, code) => {
    const text = await log.exported((event) => (event === third ? { ...event, ...change } : event));
    const report = await verifyExport(text, { keys, origin });
    expect(report.problems).toMatchObject([{ code, seq: 3, line: 3 }]);
  });

  test("names an event that was forged completely, given an earlier export", async () => {
    const text = await log.exported((event) => (event === third ? resealed : event));
    const alone = await verifyExport(text, { keys, origin });
    expect(alone.problems).toMatchObject([{ code: "root_mismatch", seq: null }]);
    const report = await verifyExport(text, { keys, origin, earlier: await log.exported() });
    expect(report.problems).toMatchObject([
      { code: "history_rewritten", seq: 3, eventId: resealed.eventId },
      { code: "root_mismatch" },
    ]);
  });

  test("is compared with saved checkpoints, even if the operator signed the new one", async () => {
    const rewritten = await createTestLog(sampleEvents.with(1, { data: { step: "another" } }));
    const trusted = [await log.checkpoint(1), await log.checkpoint(4)];
    const report = await verifyExport(await rewritten.exported(), { keys, trusted });
    // The first event is unchanged, but one of the first four events was altered.
    expect(report.problems).toMatchObject([
      { code: "history_rewritten", detail: expect.stringContaining("checkpoint of 4 events") },
    ]);
    const shorter = await createTestLog(sampleEvents.slice(0, 3));
    expect(await verifyExport(await shorter.exported(), { keys, trusted })).toMatchObject({
      code: "truncated",
    });
  });

  test("reports a missing, repeated or misplaced event", async () => {
    const lines = (await log.exported()).split("\n").slice(0, -1);
    const withLines = (changed: string[]) => verifyExport(`${changed.join("\n")}\n`, { keys, origin });
    expect((await withLines(lines.toSpliced(2, 1))).problems).toMatchObject([
      { code: "seq_wrong", seq: 4, detail: "seq is 4; it must be 3." },
      { code: "truncated" },
    ]);
    expect((await withLines(lines.toSpliced(2, 0, lines[1] ?? ""))).problems[0]).toMatchObject({
      code: "seq_wrong",
      seq: 2,
    });
    expect((await withLines(lines.slice(0, -1))).problems).toMatchObject([{ code: "truncated" }]);
    expect((await withLines([...lines, lines[0] ?? ""])).problems).toMatchObject([{ code: "malformed" }]);
    expect((await verifyExport(lines.join("\n"), { keys })).code).toBe("malformed");
  });

  test("accepts erased data only with an event of the server that records the erasure", async () => {
    const erasure = { type: "evidence_erased", data: { seqs: [2] } };
    const erase = (event: EvidenceEvent) => (event.seq === 2 ? { ...event, data: null, salt: null } : event);
    const honest = await createTestLog([...sampleEvents, { ...erasure, origin: "server" }]);
    expect(await verifyExport(await honest.exported(erase), { keys })).toMatchObject({
      valid: true,
      erased: 1,
    });
    const forged = await createTestLog([...sampleEvents, { ...erasure, origin: "caller" }]);
    expect(await verifyExport(await forged.exported(erase), { keys })).toMatchObject({
      code: "erasure_unproven",
    });
  });

  test("is not compared with an unreadable earlier export", async () => {
    const text = await log.exported();
    const cut = text.replace('"ts"', '"tz"');
    for (const earlier of ["", "no export\n", cut, text.slice(0, 400), Uint8Array.of(0xff, 0x0a)]) {
      const report = await verifyExport(text, { keys, earlier });
      expect(report.problems.map(({ code, detail }) => `${code}: ${detail}`)).toEqual([
        expect.stringMatching(/^malformed: Line \d+ of the earlier export is not an event/),
      ]);
    }
  });

  test("is invalid if its checkpoint is not a string", async () => {
    const wrapped = (await log.exported()).replace(/^\{"checkpoint":(.*)\}$/m, '{"checkpoint":[$1]}');
    expect(await verifyExport(wrapped, { keys })).toMatchObject({ code: "checkpoint_malformed" });
  });

  test("lists 100 problems and counts them all", async () => {
    const long = await createTestLog(Array.from({ length: 150 }, () => ({})));
    const report = await verifyExport(await long.exported((event) => ({ ...event, ts: 2 })), { keys });
    expect([report.problems.length, report.problemCount]).toEqual([100, 150]);
  });

  test("that is not UTF-8 or not JSON is rejected with its line", async () => {
    const report = await verifyExport(Uint8Array.of(0xff, 0x0a), { keys });
    expect(report.problems).toMatchObject([
      { code: "malformed", detail: "The file is not UTF-8." },
      { code: "truncated" },
    ]);
    expect((await verifyExport("[]\n", { keys })).problems[0]).toMatchObject({ code: "malformed", line: 1 });
  });

  test("has a warning for each event received more than 5 s before an earlier one, and stays valid", async () => {
    const times = [10_000, 20_000, 15_000, 14_999, 20_001, 15_000, 30_000];
    const shifted = await createTestLog(times.map((receivedAt) => ({ receivedAt })));
    const text = await shifted.exported();
    const report = await verifyExport(text, { keys });
    // 14,999 is 5,001 below 20,000; 15,000 is 5,000 below 20,000 and 5,001 below 20,001.
    expect(report).toMatchObject({ valid: true, code: "ok", warningCount: 2 });
    expect(report.warnings).toMatchObject([
      { code: "received_at_backwards", seq: 4, line: 4, byMs: 5001 },
      { code: "received_at_backwards", seq: 6, line: 6, byMs: 5001 },
    ]);
    expect((await verifyExport(text, { keys, clockToleranceMs: 5001 })).warnings).toEqual([]);
    expect((await verifyExport(text, { keys, clockToleranceMs: 0 })).warningCount).toBe(3);
  });

  test("has one form for each event", () => {
    const [first] = events;
    expect(first && exportedLine(first)).toMatch(/^\{"data":\{"agentId":"triage-bot","step":0,/);
    expect(ed25519Jwk(new Uint8Array(32)).x).toBe("A".repeat(43));
  });
});
