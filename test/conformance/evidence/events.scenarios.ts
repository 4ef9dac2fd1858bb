import { erasedUnderKey } from "@assay/contract/evidence/log/evidence-refusals";
import {
  idempotencyConflict,
  insufficientScope,
  notFound,
  projectRestricted,
} from "@assay/contract/platform/refusals";
import { sealEvent } from "@assay/contract/wire";
import type { EvidenceEvent } from "@assay/sdk";
import { expect } from "vitest";
import { newProject } from "../harness/arrange.ts";
import type { Context } from "../harness/context.ts";
import {
  anId,
  expectBody,
  expectFaults,
  expectEmptyRangesRefused,
  expectRefusal,
  expectRejected,
} from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

const path = "/api/events";

/** Appends events one after another. */
export async function appendAll({ assay }: Context, types: readonly string[]): Promise<void> {
  for (const type of types) await assay.control.events.create({ type });
}

const placesOf = (events: readonly EvidenceEvent[]): number[] => events.map(({ seq }) => seq);
const digest: unknown = expect.stringMatching(/^[0-9a-f]{64}$/);

export const eventScenarios = [
  engineScenario("createEvent", 200, "appends an event with its defaults", async (context) => {
    const body = expectBody(await context.request("POST", path, { body: { type: "trace" } }), 200);
    expect(body).toEqual({ ok: true, eventId: anId("evt"), seq: 1 });
    const event = await context.assay.control.events.get(String(body["eventId"]));
    expect(event).toEqual({
      seq: 1,
      eventId: body["eventId"],
      ts: event.receivedAt,
      receivedAt: expect.any(Number),
      session: null,
      type: "trace",
      origin: "caller",
      data: {},
      salt: expect.stringMatching(/^[\w-]{43}$/),
      dataCommit: digest,
      leafHash: digest,
    });
  }),
  scenario(
    "createEvent",
    200,
    "stores all fields, and ignores receivedAt from the caller",
    async (context) => {
      const data = { agentId: "bot", list: [1, 2.5, null], text: 'ü\u2028 \\ "', __proto: {} };
      const body = { type: "t", session: "s", ts: 0, data, receivedAt: 5, origin: "server", more: 1 };
      const { eventId } = expectBody(await context.request("POST", path, { body }), 200);
      const event = await context.assay.control.events.get(String(eventId));
      expect(event).toMatchObject({ type: "t", session: "s", ts: 0, origin: "caller", data });
      expect(event.receivedAt).toBeGreaterThan(1_700_000_000_000);
    },
  ),
  scenario(
    "createEvent",
    200,
    "returns for each event a leaf that callers can recompute",
    async (context) => {
      const { eventId } = await context.assay.control.events.create({
        type: "t",
        session: "s",
        data: { b: 1, a: 2 },
      });
      const event = await context.assay.control.events.get(eventId);
      const { seq, ts, receivedAt, session, type, origin } = event;
      const salt = Uint8Array.from(Buffer.from(event.salt ?? "", "base64url"));
      const contents = { seq, ts, receivedAt, session, type, data: { a: 2, b: 1 } };
      expect(
        sealEvent({ ...contents, origin: origin === "server" ? "server" : "caller" }, salt).event,
      ).toEqual(event);
    },
  ),
  engineScenario("createEvent", 200, "appends concurrent events without gaps", async (context) => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => context.assay.control.events.create({ type: `t${index}` })),
    );
    const positions = answers.map(({ seq }) => seq).toSorted((one, other) => one - other);
    expect(positions).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
    expect(new Set(answers.map(({ eventId }) => eventId)).size).toBe(50);
  }),
  engineScenario(
    "createEvent",
    200,
    "appends an event once for a repeated idempotency key",
    async (context) => {
      const send = (body: object, key = context.key) =>
        context.request("POST", path, { body, key, headers: { "idempotency-key": "k1" } });
      const first = await send({ type: "t", data: { a: 1, b: 2 } });
      // The request is the same if its members are in another order or another key of the workspace sends it.
      const other = await context.newKey({ preset: "gateway" });
      const second = await send({ data: { b: 2, a: 1 }, type: "t", session: null }, other);
      expect(expectBody(second, 200)).toEqual(expectBody(first, 200));
      expect(second.headers.get("idempotency-replayed")).toBe("true");
      expect((await context.assay.control.events.list()).head.seq).toBe(1);
      const elsewhere = await context.otherWorkspace();
      expectBody(await send({ type: "other" }, elsewhere.key), 200);
    },
  ),
  scenario("createEvent", 409, "refuses a different event with a used idempotency key", async (context) => {
    const send = (type: string) =>
      context.request("POST", path, { body: { type }, headers: { "idempotency-key": "k1" } });
    await send("first");
    context.target.advance(48 * 3_600_000);
    expectRefusal(await send("second"), idempotencyConflict("k1"));
  }),
  scenario(
    "createEvent",
    409,
    "reveals nothing about an erased event if its idempotency key is repeated",
    async (context) => {
      const send = (name: string) => {
        const body = { type: "t", data: { name } };
        return context.request("POST", "/api/events", { body, headers: { "idempotency-key": "k1" } });
      };
      const { eventId } = expectBody(await send("ann"), 200);
      await context.assay.control.evidence.erase({ events: [String(eventId)], reason: "r" });
      expectRefusal(await send("bob"), erasedUnderKey("k1"));
      expectRefusal(await send("ann"), erasedUnderKey("k1"));
    },
  ),
  scenario("createEvent", 400, "refuses invalid events and too much data", async ({ request }) => {
    const send = (body: unknown) => request("POST", path, { body });
    expectFaults(await send({}), ["/type", "required", "type is required: it must be a string."]);
    expectFaults(await send({ type: "t".repeat(129) }), [
      "/type",
      "too_big",
      "type must have at most 128 characters; the value is not shown.",
    ]);
    expectFaults(await send({ type: "t", ts: -1 }), ["/ts", "too_small", "ts is -1; it must be at least 0."]);
    for (const data of ["text", [1], 5]) expect((await send({ type: "t", data })).status).toBe(400);
    const large = { text: "x".repeat(64 * 1024) };
    expect(await send({ type: "t", data: large })).toMatchObject({ status: 400 });
    const deep = (levels: number): object => (levels === 0 ? {} : { in: deep(levels - 1) });
    expectBody(await send({ type: "t", data: deep(31) }), 200);
    expect((await send({ type: "t", data: deep(32) })).status).toBe(400);
    expect((await send('{"type":"t","data":{"a":"\\ud800"}}')).status).toBe(400);
    expect((await send('{"type":"t","data":{"a":12345678901234567890}}')).status).toBe(400);
  }),
  scenario(
    "createEvent",
    403,
    "refuses a key restricted to projects and a read-only key",
    async (context) => {
      const { id } = await newProject(context);
      const restricted = await context.newKey({ preset: "admin", projects: [id] });
      const body = { type: "t" };
      expectRefusal(await context.request("POST", path, { key: restricted, body }), projectRestricted());
      const viewer = await context.newKey({ preset: "viewer" });
      expectRefusal(
        await context.request("POST", path, { key: viewer, body }),
        insufficientScope("events:write"),
      );
    },
  ),
  scenario("createEvent", 200, "does not count towards a rate limit", async ({ request }) => {
    const { headers } = await request("POST", path, { body: { type: "t" } });
    expect([headers.get("ratelimit"), headers.get("ratelimit-policy")]).toEqual([null, null]);
  }),
  engineScenario("listEvents", 200, "lists by position, newest first, page by page", async (context) => {
    const { events } = context.assay.control;
    expect(await events.list()).toEqual({ events: [], nextCursor: null, head: { seq: 0, hash: digest } });
    await appendAll(context, ["a", "b", "c", "d", "e"]);
    const first = await events.list({ limit: 2 });
    expect([placesOf(first.events), first.head.seq]).toEqual([[5, 4], 5]);
    // Events that are appended between two pages do not shift the pages.
    await appendAll(context, ["f"]);
    const second = await events.list({ limit: 2, cursor: first.nextCursor ?? "" });
    const third = await events.list({ limit: 2, cursor: second.nextCursor ?? "" });
    expect([placesOf(second.events), placesOf(third.events), third.nextCursor]).toEqual([[3, 2], [1], null]);
    const oldest = await events.list({ order: "asc", limit: 4 });
    expect(placesOf(oldest.events)).toEqual([1, 2, 3, 4]);
    const rest = await events.list({ order: "asc", limit: 4, cursor: oldest.nextCursor ?? "" });
    expect(placesOf(rest.events)).toEqual([5, 6]);
    expect(rest.nextCursor).toBeNull();
  }),
  engineScenario(
    "listEvents",
    200,
    "filters by agent, session, type, origin, outcome and time",
    async (context) => {
      const { events } = context.assay.control;
      await events.create({ type: "a", session: "s1", data: { agentId: "bot", outcome: "deny" } });
      await events.create({ type: "b", session: "s1", data: { agentId: "other", outcome: "allow" } });
      context.target.advance(60_000);
      await events.create({ type: "a", session: "s2", data: { agentId: "bot" } });
      const all = (await events.list({ order: "asc" })).events;
      const found = async (query: Parameters<typeof events.list>[0]) =>
        placesOf((await events.list({ ...query, order: "asc" })).events);
      expect(await found({ agentId: "bot" })).toEqual([1, 3]);
      expect(await found({ session: "s1" })).toEqual([1, 2]);
      expect(await found({ type: "a", session: "s1" })).toEqual([1]);
      expect(await found({ origin: "server" })).toEqual([]);
      expect(await found({ outcome: "deny" })).toEqual([1]);
      const [, , third] = all;
      // `from` is inclusive, and `to` is exclusive.
      expect(await found({ from: third?.receivedAt ?? 0 })).toEqual([3]);
      expect(await found({ to: third?.receivedAt ?? 0 })).toEqual([1, 2]);
      await context.assay.control.evidence.erase({ events: [all[0]?.eventId ?? ""], reason: "r" });
      expect(await found({ agentId: "bot" })).toEqual([1, 3]);
    },
  ),
  scenario("listEvents", 400, "refuses times that no event can have", (context) =>
    expectEmptyRangesRefused(context, path),
  ),
  scenario(
    "listEvents",
    400,
    "refuses a cursor from a list with other filters, and refuses limits above 500",
    async (context) => {
      await appendAll(context, ["a", "a", "a"]);
      const { nextCursor } = await context.assay.control.events.list({ limit: 1 });
      const answer = await context.request("GET", `${path}?type=a&cursor=${nextCursor}`);
      expect(answer).toMatchObject({
        status: 400,
        body: { errors: [{ path: "query/cursor", code: "invalid_cursor" }] },
      });
      expectFaults(await context.request("GET", `${path}?limit=501`), [
        "query/limit",
        "too_big",
        "limit is 501; it must be at most 500.",
      ]);
      expect((await context.request("GET", `${path}?limit=0`)).status).toBe(400);
      expect((await context.request("GET", `${path}?after=x`)).status).toBe(400);
    },
  ),
  scenario("listEvents", 400, "refuses invalid filters", async ({ request }) => {
    for (const name of ["agentId", "session", "type"]) {
      const message = `${name} is "\\u0000"; it must not contain U+0000.`;
      const fault: [string, string, string] = [`query/${name}`, "invalid_value", message];
      expectFaults(await request("GET", `${path}?${name}=%00`), fault);
      expectFaults(await request("GET", `${path}/stream?${name}=%00`), fault);
    }
  }),
  scenario("getEvent", 404, "returns 404 for an event of another workspace", async (context) => {
    const elsewhere = (await context.otherWorkspace()).assay;
    const { eventId } = await elsewhere.control.events.create({ type: "theirs" });
    await expectRejected(context.assay.control.events.get(eventId), notFound("event", eventId));
    await expectRejected(context.assay.control.events.get("evt_x"), notFound("event", "evt_x"));
  }),
  scenario("getEvent", 200, "returns the same event at every read", async (context) => {
    const { eventId } = await context.assay.control.events.create({ type: "t", data: { a: 1 } });
    const first = await context.assay.control.events.get(eventId);
    expect(await context.assay.control.events.get(eventId)).toEqual(first);
    expect((await context.assay.control.events.list()).events).toEqual([first]);
  }),
];
