import { insufficientScope, malformedJson } from "@assay/contract/platform/refusals";
import { limits } from "@assay/contract/platform/limits";
import { expect } from "vitest";
import { notObjects, path, sealed, verdictOn } from "../harness/arrange-records.ts";
import { expectBody, expectFaults, expectRefusal } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

export const recordVerificationScenarios = [
  scenario(
    "verifyRecord",
    200,
    "accepts a record as the body, or in the member record or envelope, with any permitted key",
    async (context) => {
      const record = await sealed(context);
      const key = await context.newKey({ preset: "gateway" });
      for (const body of [record, { record }, { envelope: record }, JSON.stringify({ record }, null, 3)]) {
        expect(await verdictOn(context, body)).toMatchObject({ valid: true, code: "ok" });
        const answer = await context.request("POST", `${path}/verify`, { key, body });
        expect(expectBody(answer, 200)["valid"]).toBe(true);
      }
      const other = await context.otherWorkspace();
      expect(await other.assay.control.records.verify(record)).toMatchObject({ valid: true });
    },
  ),
  engineScenario("verifyRecord", 200, "states what the log shows about a valid record", async (context) => {
    const { assay, otherWorkspace } = context;
    const record = await sealed(context);
    const decisionId = String(record.payload["decisionId"]);
    const detailOf = async (one: object) => {
      const verdict = await verdictOn(context, one);
      expect(verdict).toMatchObject({ valid: true, code: "ok" });
      const checks = verdict["checks"] as { name: string; detail: string }[];
      return checks.find(({ name }) => name === "evidence")?.detail;
    };
    expect(await detailOf(record)).toBe(
      `The log of the workspace contains decision "${decisionId}" with the same contents.`,
    );
    // Another workspace signs an assertion about this decision, which its own log does not contain.
    const other = await (await otherWorkspace()).assay.control.records.sign({ decisionId, outcome: "allow" });
    expect(other.provenance).toBe("asserted");
    expect(await detailOf(other)).toBe(
      `Decision "${decisionId}" is not in the log of the workspace, so the record only shows what the caller stated.`,
    );
    expect(await detailOf(await assay.control.records.sign({ a: 1 }))).toBe(
      "The payload names no logged decision, so the record only shows what the caller stated.",
    );
  }),
  scenario("verifyRecord", 200, "returns a code for each alteration", async (context) => {
    const record = await sealed(context);
    const { payload, inclusion, signatures } = record;
    const asserted = await context.assay.control.records.sign({ a: 1 });
    const [signature] = signatures;
    const flipped = `${signature?.sig.startsWith("A") ? "B" : "A"}${signature?.sig.slice(1)}`;
    const { inclusion: _inclusion, ...bare } = record;
    const cases = [
      [{ ...record, payload: { ...payload, outcome: "deny" } }, "payload_digest_mismatch"],
      [{ ...record, issuedAt: record.issuedAt + 1 }, "signature_invalid"],
      [{ ...record, issuer: "https://other.example" }, "signature_invalid"],
      [{ ...record, signatures: [{ ...signature, sig: flipped }] }, "signature_invalid"],
      [{ ...record, signatures: asserted.signatures }, "signature_invalid"],
      [{ ...record, signatures: [{ ...signature, kid: "A".repeat(43) }] }, "kid_unknown"],
      [{ ...record, kind: "service.verification_record.envelope.v2" }, "kind_unsupported"],
      [{ ...record, kind: undefined }, "malformed_record"],
      [{ ...record, note: "x" }, "malformed_record"],
      [{ ...record, signatures: [] }, "malformed_record"],
      [{ ...record, signatures: [signature, signature] }, "malformed_record"],
      [{ ...record, signatures: [{ ...signature, alg: "HS256" }] }, "malformed_record"],
      [{ ...record, signatures: [{ ...signature, sig: `${signature?.sig}==` }] }, "malformed_record"],
      [{ ...record, payloadType: "application/json" }, "malformed_record"],
      [{ ...record, provenance: "asserted" }, "malformed_record"],
      [bare, "malformed_record"],
      [{ ...asserted, inclusion }, "malformed_record"],
      [{ ...asserted, provenance: "recorded", inclusion }, "malformed_record"],
      [{ ...record, inclusion: { ...inclusion, hashes: ["0".repeat(64)] } }, "inclusion_invalid"],
      [{ ...record, inclusion: { ...inclusion, seq: 1, index: 0 } }, "inclusion_invalid"],
      [
        { ...record, inclusion: { ...inclusion, event: { ...inclusion?.event, session: null } } },
        "inclusion_invalid",
      ],
      [
        JSON.stringify(record).replace("{", '{"kind":"service.verification_record.envelope.v1",'),
        "duplicate_key",
      ],
    ] as const;
    for (const [altered, code] of cases) {
      const verdict = await verdictOn(context, altered);
      expect({ code: verdict["code"], valid: verdict["valid"] }).toEqual({ code, valid: false });
    }
  }),
  scenario("verifyRecord", 200, "returns a verdict for input that is not a record", async (context) => {
    const nothing = ["{}", "{", "[", "x", '{"record":null}', '{"record":7}', "{'a':1}", "[".repeat(70)];
    for (const body of [...nothing, new Uint8Array([0x7b, 0xff, 0x7d])]) {
      const verdict = await verdictOn(context, body);
      expect(verdict).toMatchObject({ valid: false, code: "malformed_record", kid: null, provenance: null });
    }
    const large = `{"a":"${"x".repeat(limits.recordBytes)}"}`;
    expect(await verdictOn(context, large)).toMatchObject({ code: "malformed_record" });
  }),
  scenario("verifyRecord", 400, "refuses an empty body, and JSON other than an object", async (context) => {
    const verify = (body: string) => context.request("POST", `${path}/verify`, { body });
    for (const [body, kind] of notObjects)
      expectFaults(await verify(body), ["", "invalid_type", `The body is ${kind}; it must be an object.`]);
    for (const body of ["", "\n"])
      expectRefusal(await verify(body), malformedJson("The body is empty; it must be an object."));
  }),
  scenario("verifyRecord", 200, "compares values, whatever their spelling", async (context) => {
    const record = await context.assay.control.records.sign({ a: "a", n: 3, half: 0.5 });
    const text = JSON.stringify(record);
    const respelled = text.replace('"n":3', '"n":3.0e0').replace('"a":"a"', '"\\u0061":"\\u0061"');
    expect(respelled.length).toBe(text.length + 14);
    expect(await verdictOn(context, respelled)).toMatchObject({ valid: true, code: "ok" });
    const other = text.replace('"n":3', '"n":3.1');
    expect(await verdictOn(context, other)).toMatchObject({ valid: false, code: "payload_digest_mismatch" });
    for (const odd of ["9007199254740993", '"\\ud800"'])
      expect(await verdictOn(context, text.replace('"n":3', `"n":${odd}`))).toMatchObject({
        valid: false,
        code: "malformed_record",
      });
  }),
  scenario(
    "verifyRecord",
    200,
    "refuses numbers that are signed values only after rounding",
    async (context) => {
      const record = await context.assay.control.records.sign({ n: 100, tenth: 0.1, many: 1e21 });
      const text = JSON.stringify(record);
      for (const [found, written, valid] of [
        ['"n":100', '"n":100.00000000000000001', false],
        ['"n":100', '"n":99.999999999999999999', false],
        ['"n":100', '"n":1.0000000000000000001E2', false],
        ['"n":100', '"n":1.000E+2', true],
        ['"tenth":0.1', '"tenth":0.1000000000000000055511151231257827', false],
        ['"tenth":0.1', '"tenth":100e-3', true],
        ['"many":1e+21', '"many":1.00000000000000000001e21', false],
        ['"many":1e+21', '"many":1000E18', true],
      ] as const) {
        expect(text).toContain(found);
        const code = valid ? "ok" : "malformed_record";
        expect(await verdictOn(context, text.replace(found, written))).toMatchObject({ valid, code });
      }
    },
  ),
  scenario("verifyRecord", 403, "requires the scope to verify", async (context) => {
    const key = await context.newKey({ preset: "viewer" });
    const answer = await context.request("POST", `${path}/verify`, { key, body: {} });
    expectRefusal(answer, insufficientScope("records:verify"));
  }),
  scenario(
    "verifyRecord",
    200,
    "verifies the record again if an idempotency key is repeated",
    async (context) => {
      const record = await sealed(context);
      const headers = { "idempotency-key": "k1" };
      const send = (body: unknown) => context.request("POST", `${path}/verify`, { body, headers });
      expect(expectBody(await send(record), 200)["valid"]).toBe(true);
      expect(expectBody(await send({ ...record, issuedAt: 1 }), 200)["valid"]).toBe(false);
    },
  ),
];
