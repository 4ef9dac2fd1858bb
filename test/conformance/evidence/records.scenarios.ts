import {
  decisionContradicted,
  nothingToSeal,
  sealedTooDeep,
  unsealable,
} from "@assay/contract/evidence/records/record-refusals";
import {
  idempotencyConflict,
  insufficientScope,
  malformedJson,
  payloadTooLarge,
  projectRestricted,
} from "@assay/contract/platform/refusals";
import { limits } from "@assay/contract/platform/limits";
import { canonicalize } from "@assay/contract/wire";
import { expect } from "vitest";
import { decided, notObjects, path, sign, verdictOn } from "../harness/arrange-records.ts";
import { call, newBot } from "../harness/arrange-authorize.ts";
import { anId, expectBody, expectFaults, expectRefusal, expectRejected } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

const aDigest: unknown = expect.stringMatching(/^[0-9a-f]{64}$/);

export const recordScenarios = [
  engineScenario("signRecord", 200, "seals the logged decision, with its proof", async (context) => {
    const { records, evidence, events } = context.assay.control;
    const decision = await decided(context);
    const record = await records.sign({ decisionId: decision.decisionId });
    const event = await events.get(decision.evidence.eventId);
    const { kid, origin } = await evidence.checkpoint();
    expect(record).toEqual({
      kind: "service.verification_record.envelope.v1",
      id: anId("rec"),
      // The issuer is the server's public URL or, without one, the id of the installation. The mock has a
      // URL.
      issuer: expect.stringMatching(
        new RegExp(
          String.raw`^(?:${context.target.baseUrl}|urn:assay:instance:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$`,
        ),
      ),
      workspaceId: origin.replace("assay/log/", ""),
      issuedAt: expect.any(Number),
      provenance: "recorded",
      payloadType: "application/vnd.assay.policy-decision+json",
      payload: event.data,
      payloadDigest: aDigest,
      canonicalization: "RFC8785",
      signatures: [{ alg: "Ed25519", kid, sig: expect.stringMatching(/^[\w-]{86}$/) }],
      inclusion: {
        event: {
          eventId: event.eventId,
          ts: event.ts,
          receivedAt: event.receivedAt,
          session: "visit-118",
          type: "policy_decision",
          origin: "server",
          salt: event.salt,
          dataCommit: event.dataCommit,
        },
        ...(await evidence.inclusionProof({ seq: event.seq, size: record.inclusion?.treeSize })),
        checkpoint: record.inclusion?.checkpoint,
      },
    });
    expect(await verdictOn(context, record)).toMatchObject({
      valid: true,
      code: "ok",
      kid,
      issuedAt: record.issuedAt,
      provenance: "recorded",
    });
  }),
  scenario(
    "signRecord",
    200,
    "proves a decision in the largest checkpoint that covers it, not in a later state of the log",
    async (context) => {
      const { records, evidence } = context.assay.control;
      const decision = await decided(context);
      const { size } = await evidence.checkpoint();
      await context.assay.control.authorize(call());
      const record = await records.sign({ decisionId: decision.decisionId });
      expect(record.inclusion?.treeSize).toBe(size);
    },
  ),
  scenario(
    "signRecord",
    200,
    "accepts the whole response of authorize, as the body or in the member decision",
    async (context) => {
      const decision = await decided(context);
      for (const body of [decision, { decision }, { decision: { decisionId: decision.decisionId } }]) {
        const record = await context.assay.control.records.sign(body);
        expect(record).toMatchObject({
          provenance: "recorded",
          payload: { decisionId: decision.decisionId },
        });
        // The log does not contain the warnings, so the record does not cover them.
        expect(Object.keys(record.payload)).not.toContain("warnings");
      }
    },
  ),
  scenario("signRecord", 200, "seals an ask and a deny unchanged", async (context) => {
    const { control } = context.assay;
    await newBot(context);
    const denied = await control.authorize(call({ tool: "chart.delete" }));
    await control.settings.put({ toolRisk: { "chart.write": "high" } });
    const pending = await control.authorize(call({ tool: "chart.write" }));
    for (const decision of [denied, pending]) {
      const record = await control.records.sign({ decision });
      expect(record).toMatchObject({
        provenance: "recorded",
        payload: { outcome: decision.outcome, decision: false },
      });
      expect(await verdictOn(context, record)).toMatchObject({ valid: true });
    }
  }),
  scenario("signRecord", 200, "marks content that is not in the log as asserted", async (context) => {
    const { control } = context.assay;
    await newBot(context);
    // A caller's own event is never a decision by the server, regardless of its contents.
    const forged = { decisionId: "dec_01jd0vcf5he7hb3m4k9s2t6w8x", outcome: "allow" };
    await control.events.create({ type: "policy_decision", data: forged });
    const bodies = [
      { verdict: "approved", by: "Dr Moreau", note: "ü \u2028 \ud83d\ude00" },
      { decisionId: "dec_01jd0vcf5he7hb3m4k9s2t6w8x" },
      { decisionId: 7, decision: { a: 1 } },
      forged,
    ];
    for (const body of bodies) {
      const record = await control.records.sign(body);
      expect(record).toMatchObject({
        provenance: "asserted",
        payloadType: "application/json",
        payload: body,
      });
      expect(record).not.toHaveProperty("inclusion");
      expect(await verdictOn(context, record)).toMatchObject({ valid: true, provenance: "asserted" });
    }
    expect((await control.records.sign({ decision: { a: 1 } })).payload).toEqual({ a: 1 });
  }),
  scenario(
    "signRecord",
    200,
    "returns asserted for an erased decision, and for a decision of another workspace",
    async (context) => {
      const other = await context.otherWorkspace();
      const { decisionId, evidence } = await decided({ ...context, ...other });
      const foreign = await context.assay.control.records.sign({ decisionId });
      expect(foreign).toMatchObject({ provenance: "asserted", payload: { decisionId } });
      const mine = other.assay.control;
      const before = await mine.records.sign({ decisionId });
      await mine.evidence.erase({ events: [evidence.eventId], reason: "r" });
      expect(await mine.records.sign({ decisionId })).toMatchObject({ provenance: "asserted" });
      // The log still contains the leaf, and the record that was sealed earlier contains the leaf's position.
      expect(await verdictOn(context, before)).toMatchObject({ valid: true, provenance: "recorded" });
    },
  ),
  engineScenario("signRecord", 200, "returns the same record for its idempotency key", async (context) => {
    const { decisionId } = await decided(context);
    const send = (body: object) =>
      context.request("POST", `${path}/sign`, { body, headers: { "idempotency-key": "k1" } });
    const first = await send({ decisionId });
    const again = await send({ decisionId });
    expect(again.body).toEqual(expectBody(first, 200));
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expectRefusal(await send({ decisionId, outcome: "allow" }), idempotencyConflict("k1"));
  }),
  scenario("signRecord", 409, "refuses a body that differs from the log", async (context) => {
    const { decisionId, ...decision } = await decided(context);
    // The log stores the reasons in canonical form.
    const reasons: unknown = JSON.parse(canonicalize(decision.reasons));
    const cases = [
      [{ outcome: "deny" }, "/outcome", "deny", "allow"],
      [{ decision: false }, "/decision", false, true],
      [{ reasons: [] }, "/reasons", [], reasons],
      [{ subject: { type: "agent", id: "other" } }, "/subject/id", "other", "triage-bot"],
      [{ evidence: { ...decision.evidence, seq: 1 } }, "/evidence/seq", 1, decision.evidence.seq],
      [{ context: { code: "other" } }, "/context/code", "other", "permitted"],
      [{ context: 1 }, "/context", 1, { code: "permitted", message: decision.context.message }],
      [{ context: { remedy: "x" } }, "/context/remedy", "x", undefined],
      [{ expiresAt: 1 }, "/expiresAt", 1, decision.expiresAt],
      // The server does not seal content that the log lacks, because readers would believe it was logged.
      [{ note: "seen by Dr Moreau" }, "/note", "seen by Dr Moreau", undefined],
      [{ constructor: 1 }, "/constructor", 1, undefined],
    ] as const;
    for (const [claims, at, claimed, held] of cases) {
      const refusal = decisionContradicted(decisionId, { path: at, claimed, held });
      expectRefusal(await sign(context, { decisionId, ...claims }), refusal);
      expectRefusal(await sign(context, { decision: { decisionId, ...claims } }), refusal);
    }
  }),
  scenario("signRecord", 400, "refuses input that two parsers could read differently", async (context) => {
    const fault = (at: string, message: string, code = "not_canonicalizable" as const) =>
      unsealable({ code, path: at, message });
    const outside = "an integer must be from -9007199254740991 to 9007199254740991, or be sent as a string.";
    const cases = [
      [
        '{"a":1,"a":1}',
        unsealable({
          code: "duplicate_key",
          path: "/a",
          message: "a is repeated; each member must be unique.",
        }),
      ],
      [
        '{"a":{"b":1,"\\u0062":2}}',
        unsealable({
          code: "duplicate_key",
          path: "/a/b",
          message: "b is repeated; each member must be unique.",
        }),
      ],
      ['{"a":"\\ud800"}', fault("/a", "a contains half of a surrogate pair, which cannot be stored.")],
      ['{"a":9007199254740992}', fault("/a", `a is 9007199254740992; ${outside}`)],
      ['{"a":-1e20}', fault("/a", `a is -100000000000000000000; ${outside}`)],
      [
        '{"a":[0,-0.0,1e2,100.00000000000000001]}',
        fault(
          "/a/3",
          "a[3] is 100.00000000000000001; it must be 100, as a double represents it, or be sent as a string.",
        ),
      ],
      ['{"a":"\\u0000"}', fault("/a", "a contains U+0000, which cannot be stored.")],
      [
        '{"a":[{"__proto__":{}}]}',
        fault("/a/0/__proto__", "A member is named __proto__; it must have another name."),
      ],
      ['{"a":"\\u0062"}', fault("", 'The text has the escape \\u0062; it must have "b" instead.')],
    ] as const;
    for (const [body, refusal] of cases) expectRefusal(await sign(context, body), refusal);
    // The bodies contain escapes that some programs write, and a backslash that is not an escape.
    for (const body of ['{"a":"\\u00e4\\u003c\\u000a\\ud83d\\ude00"}', '{"a":"\\\\u0062"}', '{"a":1e300}'])
      expectBody(await sign(context, body), 200);
  }),
  scenario(
    "signRecord",
    400,
    "refuses empty or deeply nested input, and anything but an object",
    async (context) => {
      for (const body of ["{}", '{"decision":{}}']) expectRefusal(await sign(context, body), nothingToSeal());
      for (const [body, kind] of notObjects)
        expectFaults(await sign(context, body), [
          "",
          "invalid_type",
          `The body is ${kind}; it must be an object.`,
        ]);
      for (const body of ["", " \n"])
        expectRefusal(await sign(context, body), malformedJson("The body is empty; it must be an object."));
      const message =
        'Not valid JSON at line 1, column 2: found "x" where a key in double quotes or "}" was expected.';
      expectRefusal(await sign(context, "{x"), malformedJson(message));
      const deep = (levels: number) => `{"a":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}`;
      expectRefusal(await sign(context, deep(61)), sealedTooDeep(61));
      const deepest = expectBody(await sign(context, deep(60)), 200);
      expect(await verdictOn(context, { record: deepest })).toMatchObject({ valid: true });
    },
  ),
  scenario("signRecord", 413, "refuses more than 1 MiB", async (context) => {
    const of = (bytes: number) => `{"a":"${"x".repeat(bytes - 8)}"}`;
    expectRefusal(
      await sign(context, of(limits.recordPayloadBytes + 1)),
      payloadTooLarge(limits.recordPayloadBytes),
    );
    const largest = expectBody(await sign(context, of(limits.recordPayloadBytes)), 200);
    expect(await verdictOn(context, largest)).toMatchObject({ valid: true });
  }),
  scenario("signRecord", 403, "requires a workspace key with the scope to sign", async (context) => {
    const send = (key: string) => context.request("POST", `${path}/sign`, { key, body: { a: 1 } });
    expectRefusal(await send(await context.newKey({ preset: "gateway" })), insufficientScope("records:sign"));
    const { id } = await context.assay.projects.create({ name: "P" });
    expectRefusal(await send(await context.newKey({ preset: "admin", projects: [id] })), projectRestricted());
  }),
  scenario("signRecord", 400, "refuses an idempotency key that is too long", async (context) => {
    const headers = { "idempotency-key": "k".repeat(256) };
    const answer = await context.request("POST", `${path}/sign`, { body: "{x", headers });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: "header/idempotency-key" }] } });
    await expectRejected(context.assay.control.records.sign({}), nothingToSeal());
  }),
];
