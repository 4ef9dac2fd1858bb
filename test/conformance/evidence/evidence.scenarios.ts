import {
  erasureStays,
  eventNotInLog,
  noEventAt,
  sizeBefore,
  sizeBeyondLog,
} from "@assay/contract/evidence/log/evidence-refusals";
import { insufficientScope, methodNotAllowed, notFound } from "@assay/contract/platform/refusals";
import { verifyConsistency, verifyExport, verifyInclusion } from "@assay/sdk/verify";
import { expect } from "vitest";
import type { Context } from "../harness/context.ts";
import { appendAll } from "./events.scenarios.ts";
import { anId, expectBody, expectFaults, expectRefusal, expectRejected } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

const types = (count: number): string[] => Array.from({ length: count }, (_, index) => `t${index}`);

/** Returns what is required to verify a workspace's proofs: the keys and the name of the log. */
async function trust({ assay }: Context) {
  const { origin } = await assay.control.evidence.checkpoint();
  return { keys: await assay.control.evidence.keys(), origin };
}

const exported = async ({ assay }: Context): Promise<string> =>
  (await assay.control.evidence.export()).text();

export const evidenceScenarios = [
  scenario("getCheckpoint", 200, "signs the state of the log, also of an empty one", async (context) => {
    const { evidence, events } = context.assay.control;
    // The SHA-256 digest of an empty input.
    const none = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    expect(await evidence.checkpoint()).toMatchObject({ size: 0, rootHash: none });
    await appendAll(context, types(3));
    const checkpoint = await evidence.checkpoint();
    const { head } = await events.list();
    expect(checkpoint).toMatchObject({
      size: 3,
      rootHash: head.hash,
      origin: expect.stringMatching(/^assay\/log\//),
    });
    const [origin, size] = checkpoint.checkpoint.split("\n");
    expect([origin, size]).toEqual([checkpoint.origin, "3"]);
    expect(await evidence.checkpoint()).toEqual(checkpoint);
  }),
  scenario(
    "getInclusionProof",
    200,
    "proves each event at each size, by position and by id",
    async (context) => {
      await appendAll(context, types(7));
      const { events } = await context.assay.control.events.list({ order: "asc" });
      const options = await trust(context);
      for (const event of events) {
        for (const size of [event.seq, 7]) {
          const proof = await context.assay.control.evidence.inclusionProof({ seq: event.seq, size });
          expect(proof).toMatchObject({ seq: event.seq, index: event.seq - 1, treeSize: size });
          expect(await verifyInclusion(proof, { ...options, event })).toMatchObject({ valid: true });
        }
      }
      const byId = await context.assay.control.evidence.inclusionProof({ eventId: events[2]?.eventId });
      expect(byId).toEqual(await context.assay.control.evidence.inclusionProof({ seq: 3 }));
    },
  ),
  scenario("getInclusionProof", 404, "returns 404 for an event that is not in the log", async (context) => {
    await appendAll(context, types(2));
    const { evidence } = context.assay.control;
    await expectRejected(evidence.inclusionProof({ seq: 3 }), noEventAt(3, 2));
    const other = await (await context.otherWorkspace()).assay.control.events.create({ type: "t" });
    const { eventId } = other;
    await expectRejected(evidence.inclusionProof({ eventId }), notFound("event", eventId));
  }),
  scenario("getInclusionProof", 400, "refuses sizes beyond the log or before the event", async (context) => {
    await appendAll(context, types(3));
    const { evidence } = context.assay.control;
    await expectRejected(evidence.inclusionProof({ seq: 1, size: 4 }), sizeBeyondLog("size", 4, 3));
    await expectRejected(evidence.inclusionProof({ seq: 3, size: 2 }), sizeBefore("size", 2, 3));
    const get = (query: string) => context.request("GET", `/api/evidence/proof/inclusion${query}`);
    expect(await get("")).toMatchObject({ status: 400, body: { errors: [{ path: "query/seq" }] } });
    expect((await get("?seq=1&eventId=evt_1")).status).toBe(400);
    expect((await get("?seq=0")).status).toBe(400);
    for (const seq of ["01", "00", "-01", "-0"])
      expectFaults(await get(`?seq=${seq}`), [
        "query/seq",
        "invalid_type",
        `seq is ${seq}; it must be an integer.`,
      ]);
  }),
  engineScenario("getConsistencyProof", 200, "proves that the log is append-only", async (context) => {
    const { evidence } = context.assay.control;
    const options = await trust(context);
    const checkpoints = new Map<number, string>();
    for (let size = 1; size <= 6; size += 1) {
      await appendAll(context, ["t"]);
      checkpoints.set(size, (await evidence.checkpoint()).checkpoint);
    }
    for (const [first, trusted] of checkpoints) {
      const proof = await evidence.consistencyProof({ first });
      expect(await verifyConsistency(proof, { ...options, trusted })).toMatchObject({ valid: true });
    }
    expect(await evidence.consistencyProof({ first: 2, second: 4 })).toMatchObject({ first: 2, second: 4 });
  }),
  scenario(
    "getConsistencyProof",
    400,
    "refuses sizes beyond the log, in the wrong order, or missing",
    async (context) => {
      await appendAll(context, types(3));
      const { evidence } = context.assay.control;
      await expectRejected(evidence.consistencyProof({ first: 4 }), sizeBeyondLog("first", 4, 3));
      await expectRejected(evidence.consistencyProof({ first: 1, second: 4 }), sizeBeyondLog("second", 4, 3));
      await expectRejected(evidence.consistencyProof({ first: 3, second: 2 }), sizeBefore("second", 2, 3));
      const answer = await context.request("GET", "/api/evidence/proof/consistency");
      expectFaults(answer, ["query/first", "required", "first is required: it must be an integer."]);
    },
  ),
  engineScenario("exportEvidence", 200, "returns a file that can be verified offline", async (context) => {
    const { events } = context.assay.control;
    const options = await trust(context);
    expect(await verifyExport(await exported(context), options)).toMatchObject({ valid: true, events: 0 });
    for (const [index, type] of types(12).entries())
      await events.create({ type, data: { index, text: "ü\n" } });
    const text = await exported(context);
    expect(await verifyExport(text, options)).toMatchObject({ valid: true, events: 12, erased: 0 });
    const lines = text.trimEnd().split("\n");
    expect(JSON.parse(lines[4] ?? "")).toEqual((await events.list({ order: "asc" })).events[4]);
    const response = await context.assay.control.evidence.export();
    expect(response.headers.get("content-type")).toMatch(/^application\/x-ndjson/);
    expect(await response.text()).toBe(text);
  }),
  scenario(
    "exportEvidence",
    200,
    "stays valid with signatures by other keys, but not with a wrong signature by its own key",
    async (context) => {
      await appendAll(context, types(3));
      const options = await trust(context);
      const text = await exported(context);
      const cosigned = text.replace(/\\n"\}\n$/, '\\n— witness.example/w1 AAAAAAAA\\n"}\n');
      expect(await verifyExport(cosigned, options)).toMatchObject({ valid: true, otherSignatures: 1 });
      const forged = text.replace(/(?<= [\w+/=]{20})[\w+/]{4}(?=[\w+/=]*\\n"\}\n$)/, "AAAA");
      expect(await verifyExport(forged, options)).toMatchObject({ valid: false, code: "signature_invalid" });
    },
  ),
  engineScenario(
    "eraseEvents",
    200,
    "erases the data, appends an event that records the erasure, and keeps all proofs valid",
    async (context) => {
      const { events, evidence } = context.assay.control;
      for (const name of ["ann", "bob", "cyd"]) await events.create({ type: "t", data: { name } });
      const before = await exported(context);
      const proof = await evidence.inclusionProof({ seq: 2 });
      const [, bob] = (await events.list({ order: "asc" })).events;
      const erasure = await evidence.erase({ events: [bob?.eventId ?? ""], reason: "On his request" });
      expect(erasure).toEqual({ ok: true, eventId: anId("evt"), seq: 4, erased: 1 });
      const after = await events.get(bob?.eventId ?? "");
      expect(after).toEqual({ ...bob, data: null, salt: null });
      const erasureEvent = await events.get(erasure.eventId ?? "");
      expect(erasureEvent).toMatchObject({
        type: "evidence_erased",
        origin: "server",
        data: { seqs: [2], reason: "On his request", apiKey: anId("key") },
      });
      const options = await trust(context);
      expect(await verifyInclusion(proof, { ...options, event: after })).toMatchObject({ valid: true });
      const text = await exported(context);
      // Search for the name with quotes, because random salts and signatures can contain its three letters.
      expect(text).not.toContain('"bob"');
      expect(await verifyExport(text, { ...options, earlier: before })).toMatchObject({
        valid: true,
        erased: 1,
      });
    },
  ),
  engineScenario(
    "eraseEvents",
    200,
    "erases once: a repeated request erases nothing, and a repeated key returns the same response",
    async (context) => {
      const { events, evidence } = context.assay.control;
      const { eventId } = await events.create({ type: "t", data: { a: 1 } });
      const body = { events: [eventId, eventId], reason: "r" };
      const send = () =>
        context.request("POST", "/api/evidence/erase", { body, headers: { "idempotency-key": "k1" } });
      const first = expectBody(await send(), 200);
      expect(first).toMatchObject({ seq: 2, erased: 1 });
      expect(expectBody(await send(), 200)).toEqual(first);
      expect(await evidence.erase(body)).toEqual({ ok: true, eventId: null, seq: null, erased: 0 });
      expect((await events.list()).head.seq).toBe(2);
    },
  ),
  scenario("eraseEvents", 422, "refuses an unknown event without erasing any", async (context) => {
    const { events, evidence } = context.assay.control;
    const { eventId } = await events.create({ type: "t", data: { a: 1 } });
    const call = evidence.erase({ events: [eventId, "evt_x"], reason: "r" });
    await expectRejected(call, eventNotInLog("evt_x", 1));
    expect((await events.get(eventId)).data).toEqual({ a: 1 });
    expect((await events.list()).head.seq).toBe(1);
  }),
  scenario("eraseEvents", 409, "refuses to erase the event that records an erasure", async (context) => {
    const { events, evidence } = context.assay.control;
    const { eventId } = await events.create({ type: "evidence_erased", data: { seqs: [1] } });
    // This event of a caller only looks like an erasure. It is ordinary data, so it can be erased.
    const erasure = await evidence.erase({ events: [eventId], reason: "r" });
    expect(erasure).toMatchObject({ erased: 1 });
    const erasureEvent = erasure.eventId ?? "";
    await expectRejected(evidence.erase({ events: [erasureEvent], reason: "r" }), erasureStays(erasureEvent));
  }),
  scenario("eraseEvents", 403, "requires an admin key of the workspace", async (context) => {
    const { eventId } = await context.assay.control.events.create({ type: "t" });
    const developer = await context.newKey({ preset: "developer" });
    const body = { events: [eventId], reason: "r" };
    const answer = await context.request("POST", "/api/evidence/erase", { key: developer, body });
    expectRefusal(answer, insufficientScope("settings:write"));
  }),
  scenario("getSigningKeys", 200, "returns the signing keys without an API key", async (context) => {
    const { kid } = await context.assay.control.evidence.checkpoint();
    const body = expectBody(await context.request("GET", "/.well-known/jwks.json", { key: null }), 200);
    expect(body["keys"]).toContainEqual({
      kty: "OKP",
      crv: "Ed25519",
      x: expect.stringMatching(/^[\w-]{43}$/),
      kid,
      use: "sig",
      alg: "EdDSA",
      status: "active",
    });
    expect(JSON.stringify(body)).not.toContain('"d"');
  }),
  ...(["getCheckpoint", "exportEvidence"] as const).map((operationId) =>
    scenario(operationId, 403, "requires the scope to read evidence", async (context) => {
      const agent = await context.newKey({ preset: "gateway" });
      const path = operationId === "getCheckpoint" ? "checkpoint" : "export";
      const answer = await context.request("GET", `/api/evidence/${path}`, { key: agent });
      expectRefusal(answer, insufficientScope("evidence:read"));
    }),
  ),
  scenario("getSigningKeys", 405, "refuses writes", async ({ request }) => {
    const answer = await request("POST", "/.well-known/jwks.json", { body: {} });
    expectRefusal(answer, methodNotAllowed("POST", ["GET", "HEAD"]));
  }),
];
