import { createMockAssay } from "@assay/sdk/msw";
import { Assay, type SigningKeySet, type VerificationRecord } from "@assay/sdk";
import { verifyRecord } from "@assay/sdk/verify";
import * as fc from "fast-check";
import { setupServer } from "msw/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Mutation, mutationsOf } from "../support/record-mutations.ts";
import { rewritten } from "../support/record-rewriting.ts";
import { startTestServer, type TestServer } from "../support/server.ts";

const mock = createMockAssay({ baseUrl: "http://mock.assay.test", rateLimit: 1_000_000 });
const network = setupServer(...mock.handlers);
let server: TestServer;
beforeAll(async () => {
  network.listen({ onUnhandledRequest: "bypass" });
  server = await startTestServer("embedded", { ASSAY_RATE_LIMIT: "1000000" });
});
afterAll(async () => {
  network.close();
  await server.close();
});

interface Sealed {
  baseUrl: string;
  apiKey: string;
  keys: SigningKeySet;
  recorded: VerificationRecord;
  asserted: VerificationRecord;
  others: VerificationRecord[];
}

/** Seals records with all kinds of JSON values, from a log with some events. */
async function seal(baseUrl: string, apiKey: string): Promise<Sealed> {
  const { control } = new Assay({ baseUrl, apiKey });
  await control.agents.create({ id: "bot", tools: ["chart.read"] });
  const args = { patient: 'Zoë "x" \\ / \u2028 \ud83d\ude00\n', n: [0, -1.5, 1e-7, true, null], empty: {} };
  const decisions = [];
  for (let step = 0; step < 5; step += 1)
    decisions.push(await control.authorize({ agentId: "bot", tool: "chart.read", args: { ...args, step } }));
  const records = [];
  for (const { decisionId } of decisions) records.push(await control.records.sign({ decisionId }));
  const asserted = await control.records.sign({ verdict: "approved", args, list: [[1, 2], [3]] });
  const [, recorded, ...others] = records;
  if (!recorded) throw new Error("No record was sealed.");
  return {
    baseUrl,
    apiKey,
    keys: await control.evidence.keys(),
    recorded,
    asserted,
    others: [...others, asserted],
  };
}

async function online({ baseUrl, apiKey }: Sealed, text: string | Uint8Array) {
  const response = await fetch(`${baseUrl}/api/verification-record/verify`, {
    method: "POST",
    headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
    body: typeof text === "string" ? text : new Uint8Array(text),
  });
  // JSON other than an object is refused.
  if (response.status === 400) return { valid: false, code: "malformed_record" };
  expect(response.status).toBe(200);
  // The test server validates responses against the contract.
  return (await response.json()) as { valid: boolean; code: string };
}

const targets = [
  ["the server", async () => seal(server.url, await server.newWorkspace())],
  ["the mock", () => seal(mock.baseUrl, mock.apiKey)],
] as const;

describe.each(targets)("records of %s", (_name, arrange) => {
  let sealed: Sealed;
  beforeAll(async () => {
    sealed = await arrange();
  });

  /** Returns the verdict of the server and of offline verification, which must agree. */
  async function verdict(text: string | Uint8Array) {
    const [there, here] = await Promise.all([
      online(sealed, text),
      verifyRecord(text, { keys: sealed.keys }),
    ]);
    expect({ valid: there.valid, code: there.code }).toEqual({ valid: here.valid, code: here.code });
    return here;
  }

  test.each(["recorded", "asserted"] as const)("refuse 1,000 alterations of 1,000: %s", async (kind) => {
    const record = sealed[kind];
    const others = sealed.others.filter(({ id }) => id !== record.id);
    const altered = fc.sample(mutationsOf(record, others), { seed: 20_261_128, numRuns: 1000 });
    const taken: Mutation[] = [];
    for (const mutation of altered) {
      const { valid, code } = await verdict(mutation.text);
      if (valid || code === "ok") taken.push(mutation);
    }
    expect(taken).toEqual([]);
  });

  test.each(["recorded", "asserted"] as const)(
    "are refused at each stage of verification: %s",
    async (kind) => {
      const record = sealed[kind];
      const { payload, inclusion, signatures } = record;
      const altered: Record<string, object | string> = {
        malformed_record: "{",
        duplicate_key: JSON.stringify(record).replace("{", '{"id":"rec_1",'),
        payload_digest_mismatch: { ...record, payload: { ...payload, more: 1 } },
        signature_invalid: { ...record, issuedAt: record.issuedAt + 1 },
        kid_unknown: { ...record, signatures: signatures.map((one) => ({ ...one, kid: "A".repeat(43) })) },
        ...(inclusion && {
          inclusion_invalid: { ...record, inclusion: { ...inclusion, index: (inclusion.seq ?? 1) + 1 } },
        }),
      };
      for (const [code, one] of Object.entries(altered))
        expect(await verdict(typeof one === "string" ? one : JSON.stringify(one))).toMatchObject({
          valid: false,
          code,
        });
    },
  );

  test("stay valid in any order of members and with any white space", async () => {
    let state = 20_261_128;
    const random = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
    for (const record of [sealed.recorded, sealed.asserted]) {
      for (let run = 0; run < 100; run += 1) {
        const text = rewritten(record, random);
        expect(await verdict(text), text).toMatchObject({ valid: true, code: "ok" });
      }
    }
  });

  test("stay valid as other programs write them: with escapes for non-ASCII and HTML characters", async () => {
    for (const record of [sealed.recorded, sealed.asserted]) {
      const text = JSON.stringify(record).replaceAll(
        /[^ -~]|[<>&'+]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
      );
      expect(await verdict(text)).toMatchObject({ valid: true });
    }
  });
});
