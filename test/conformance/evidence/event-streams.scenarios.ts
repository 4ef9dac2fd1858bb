import { beyondHead, tooManyStreams } from "@assay/contract/evidence/log/evidence-refusals";
import type { EvidenceEvent } from "@assay/sdk";
import { expect } from "vitest";
import { appendAll } from "./events.scenarios.ts";
import { expectFaults, expectRefusal, expectRejected } from "../harness/expectations.ts";
import { openStream } from "../harness/open-stream.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

const path = "/api/events/stream";

/** Returns the first events of a feed. */
async function firstOf(feed: AsyncIterable<EvidenceEvent>, count: number): Promise<EvidenceEvent[]> {
  const events: EvidenceEvent[] = [];
  for await (const event of feed) if (events.push(event) === count) break;
  return events;
}

export const eventStreamScenarios = [
  engineScenario(
    "streamEvents",
    200,
    "sends its start position, then each event on append",
    async (context) => {
      await appendAll(context, ["before"]);
      const stream = await openStream(context, path);
      expect(stream.response.headers.get("content-type")).toMatch(/^text\/event-stream/);
      expect(await stream.next()).toBe("id: 1");
      await appendAll(context, ["live"]);
      const [event] = (await context.assay.control.events.list({ limit: 1 })).events;
      const [, id, data = ""] = /^id: (\d+)\ndata: (.*)$/.exec((await stream.next()) ?? "") ?? [];
      expect([id, JSON.parse(data)]).toEqual(["2", event]);
      stream.stop();
    },
  ),
  engineScenario("streamEvents", 200, "continues after the last received event", async (context) => {
    await appendAll(context, ["a", "b", "c"]);
    const stream = await openStream(context, path, { lastId: 1 });
    const messages = [await stream.next(), await stream.next(), await stream.next()];
    expect(messages.map((message) => /^id: (\d+)/.exec(message ?? "")?.[1])).toEqual(["1", "2", "3"]);
    stream.stop();
  }),
  engineScenario(
    "streamEvents",
    200,
    "can be followed with the SDK, filtered, from any position",
    async (context) => {
      const { events } = context.assay.control;
      await appendAll(context, ["a", "b", "a"]);
      const followed = firstOf(events.watch({ type: "a" }, { after: 0 }), 3);
      await appendAll(context, ["b", "a"]);
      expect((await followed).map(({ seq }) => seq)).toEqual([1, 3, 5]);
    },
  ),
  scenario("streamEvents", 200, "does not send events of another workspace", async (context) => {
    const other = await context.otherWorkspace();
    const stream = await openStream(context, path);
    await stream.next();
    await other.assay.control.events.create({ type: "theirs" });
    await appendAll(context, ["ours"]);
    expect(await stream.next()).toContain('"type":"ours"');
    stream.stop();
  }),
  scenario(
    "streamEvents",
    200,
    "sends no event that was appended after its key was revoked",
    async (context) => {
      const { secret, id } = await context.assay.apiKeys.create({ name: "K", preset: "viewer" });
      const stream = await openStream(context, path, { key: secret });
      await stream.next();
      await context.assay.apiKeys.revoke(id);
      await appendAll(context, ["secret"]);
      context.target.advance(5_000);
      // Wakes the streams of the mock, which check their keys when an event is appended.
      await appendAll(context, ["later"]);
      expect(await stream.next()).toBeUndefined();
    },
  ),
  scenario(
    "streamEvents",
    429,
    "allows ten streams per key, and a new one when one has ended",
    async (context) => {
      const streams = [];
      for (let count = 0; count < 10; count += 1) streams.push(await openStream(context, path));
      for (const stream of streams) await stream.next();
      expectRefusal(await context.request("GET", path), tooManyStreams(10));
      const viewer = await context.newKey({ preset: "viewer" });
      const other = await openStream(context, path, { key: viewer });
      expect(other.response.status).toBe(200);
      for (const stream of [...streams, other]) stream.stop();
    },
  ),
  scenario(
    "streamEvents",
    400,
    "refuses a position beyond the last event, and names the last one",
    async (context) => {
      const send = (lastId: string) => context.request("GET", path, { headers: { "last-event-id": lastId } });
      expectRefusal(await send("1"), beyondHead("1", 0));
      await appendAll(context, ["a", "b"]);
      // A JavaScript number cannot represent the last of these positions, so it would equal a neighboring
      // one.
      for (const lastId of ["3", "9007199254740991", "9007199254740993"])
        expectRefusal(await send(lastId), beyondHead(lastId, 2));
      const watched = firstOf(context.assay.control.events.watch({}, { after: 3 }), 1);
      await expectRejected(watched, beyondHead("3", 2));
      const stream = await openStream(context, path, { lastId: 2 });
      expect(await stream.next()).toBe("id: 2");
      stream.stop();
    },
  ),
  scenario("streamEvents", 400, "refuses an invalid position", async ({ request }) => {
    for (const lastId of ["x", "01", "+1", "-1", "1.0", "1e0", "00"]) {
      const answer = await request("GET", path, { headers: { "last-event-id": lastId } });
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: "header/last-event-id" }] } });
    }
    const message =
      "order is not a parameter that this query accepts; accepted: agentId, session, type, origin, outcome, onBehalfOf.";
    expectFaults(await request("GET", `${path}?order=asc`), ["query/order", "unknown_field", message]);
  }),
];
