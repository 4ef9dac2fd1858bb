// Batches in which some requests are not valid.
import { expect } from "vitest";
import { call, decisionsIn, newBot, path } from "../harness/arrange-authorize.ts";
import type { Context } from "../harness/context.ts";
import { anId, expectBody } from "../harness/expectations.ts";
import { scenario } from "../harness/scenario.ts";

interface Item {
  decision: boolean;
  outcome: string;
  decisionId: string | null;
  reasons: { code: string }[];
  error?: { code: string; detail: string; errors: { path: string }[] };
}

async function batch(context: Context, requests: unknown[], headers: Record<string, string> = {}) {
  const answer = await context.request("POST", `${path}/batch`, { body: { requests }, headers });
  // This cast is safe: the mock and the server validate each response against the contract.
  return expectBody(answer, 200)["decisions"] as Item[];
}

export const authorizeBatchScenarios = [
  scenario(
    "authorizeBatch",
    200,
    "denies a request that is not valid, and decides the others",
    async (context) => {
      await newBot(context);
      const decisions = await batch(context, [call(), { ...call(), args: 5 }, call()]);
      expect(decisions.map(({ decision }) => decision)).toEqual([true, false, true]);
      expect(decisions[0]?.decisionId).toEqual(anId("dec"));
      const text = decisions[1]?.error?.detail ?? "";
      expect(decisions[1]).toEqual({
        decision: false,
        outcome: "deny",
        error: {
          code: "validation_failed",
          detail: text,
          errors: [expect.objectContaining({ path: "/requests/1/args", code: "invalid_type" })],
        },
        reasons: [{ policyId: null, version: null, outcome: "deny", code: "request_invalid", message: text }],
        decisionId: null,
        evidence: null,
      });
      expect(text).toBe("/requests/1/args: args is 5; it must be an object.");
      expect(await decisionsIn(context)).toHaveLength(2);
    },
  ),
  scenario("authorizeBatch", 200, "denies every kind of request that is not valid", async (context) => {
    await newBot(context);
    const wrong: [request: unknown, path: string][] = [
      [null, ""],
      [5, ""],
      [[], ""],
      [{}, "/subject"],
      [{ agentId: "triage-bot" }, "/tool"],
      [{ ...call(), context: { cost: -1 } }, "/context/cost"],
      [{ ...call(), context: { args: [] } }, "/context/args"],
      [{ ...call(), context: { args: {} } }, "/args"],
      [{ ...call(), arguments: {} }, "/arguments"],
    ];
    const decisions = await batch(
      context,
      wrong.map(([request]) => request),
    );
    const found = decisions.map(({ error, reasons }) => [reasons[0]?.code, error?.errors[0]?.path]);
    expect(found).toEqual(wrong.map(([, at], index) => ["request_invalid", `/requests/${index}${at}`]));
    expect(await decisionsIn(context)).toEqual([]);
  }),
  scenario("authorizeBatch", 200, "counts nothing for a request that is not valid", async (context) => {
    await newBot(context);
    await context.assay.control.settings.put({ rateCeiling: { calls: 3, windowSeconds: 60 } });
    const wrong = { ...call(), args: [] };
    const key = { "idempotency-key": "batch-1" };
    const outcomes = async (requests: unknown[]) =>
      (await batch(context, requests, key)).map(({ outcome, reasons }) => [outcome, reasons[0]?.code]);
    const [allow, refused] = [
      ["allow", "permitted"],
      ["deny", "request_invalid"],
    ];
    expect(await outcomes([wrong, call(), wrong, call()])).toEqual([refused, allow, refused, allow]);
    const { reasons } = await context.assay.control.authorize(call());
    expect(reasons.map(({ code }) => code)).toEqual(["permitted"]);
    expect((await context.assay.control.authorize(call())).outcome).toBe("deny");
  }),
];
