import { describe, expect, it } from "vitest";
import { erasureType, type EvidenceEvent } from "../../wire/evidence/evidence-event.ts";
import { erasedBy, erasureEvent, erasureText, NothingToErase, restartType } from "./erasure-rules.ts";
import {
  callerEvent,
  callerEventText,
  type EventFilter,
  eventMessage,
  matchesEvent,
} from "../events/event-rules.ts";

const event = (seq: number, further: Partial<EvidenceEvent> = {}): EvidenceEvent => ({
  seq,
  eventId: `evt_${seq}`,
  ts: seq,
  receivedAt: seq * 10,
  session: "s",
  type: "note",
  origin: "caller",
  data: { agentId: "bot", outcome: "deny" },
  salt: "",
  dataCommit: "",
  leafHash: "",
  ...further,
});
const context = { now: 99, by: "key_1" };
const erase = (found: EvidenceEvent[], events: string[]) =>
  erasureEvent(new Map(found.map((one) => [one.eventId, one])), { events, reason: "r" }, context);

describe("an erasure", () => {
  it("contains the positions of erased events once each, in order", () => {
    const erasure = erase(
      [event(1), event(2), event(3, { data: null })],
      ["evt_2", "evt_1", "evt_2", "evt_3"],
    );
    expect(erasure).toMatchObject({ ts: 99, origin: "server", session: null });
    expect(erasure.data).toEqual({ seqs: [1, 2], reason: "r", apiKey: "key_1" });
    expect(erasedBy(erasure)).toBe(2);
  });

  it("is not created if no named event has data any more", () => {
    expect(() => erase([event(1, { data: null })], ["evt_1"])).toThrow(NothingToErase);
  });

  it.each([
    ["an event that does not exist", [], "reference_not_found"],
    ["the record of an erasure", [event(1, { type: erasureType, origin: "server" })], "conflict"],
    ["the record of a restart", [event(1, { type: restartType, origin: "server" })], "conflict"],
  ])("is refused for %s", (_title, found, code) => {
    expect(() => erase(found, ["evt_1"])).toThrow(expect.objectContaining({ code }));
  });

  it("erases a caller's event with such a type", () => {
    expect(erase([event(1, { type: restartType })], ["evt_1"]).data.seqs).toEqual([1]);
  });

  it("has a key that consists of its events and its reason", () => {
    const texts = [["a"], ["b"]].map((events) => erasureText({ events, reason: "r" }));
    expect(texts).toEqual(['{"erase":["a"],"reason":"r"}', '{"erase":["b"],"reason":"r"}']);
  });
});

describe("an event of a caller", () => {
  const body = { type: "note", session: undefined, ts: undefined, data: { b: 1, a: 2 } };

  it("has the time of its receipt by default", () => {
    expect(callerEvent(body, 50)).toEqual({
      type: "note",
      session: null,
      ts: 50,
      receivedAt: 50,
      origin: "caller",
      data: body.data,
    });
    expect(callerEvent({ ...body, ts: 7, session: "s" }, 50)).toMatchObject({ ts: 7, session: "s" });
  });

  it("has a key that does not depend on the formatting of the request", () => {
    expect(callerEventText(body)).toBe('{"data":{"a":2,"b":1},"session":null,"ts":null,"type":"note"}');
  });
});

describe("a filter of events", () => {
  it.each<[EventFilter, boolean]>([
    [{}, true],
    [{ agentId: "bot" }, true],
    [{ agentId: "other" }, false],
    [{ outcome: "deny" }, true],
    [{ outcome: "allow" }, false],
    [{ session: "t" }, false],
    [{ type: "other" }, false],
    [{ origin: "server" }, false],
    [{ from: 10 }, true],
    [{ from: 11 }, false],
    [{ to: 11 }, true],
    [{ to: 10 }, false],
  ])("%j matches: %s", (filter, shown) => {
    expect(matchesEvent(filter, event(1), event(1).data)).toBe(shown);
  });

  it("finds an erased event by its former data", () => {
    const erased = event(1, { data: null });
    expect(matchesEvent({ agentId: "bot" }, erased, { agentId: "bot" })).toBe(true);
    expect(matchesEvent({ agentId: "bot" }, erased, undefined)).toBe(false);
  });
});

it("streams an event with its position as id", () => {
  expect(eventMessage(event(3))).toBe(`id: 3\ndata: ${JSON.stringify(event(3))}\n\n`);
});
