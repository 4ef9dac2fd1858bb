// Batches in which some requests are not valid.
import { expect } from "vitest";
import { call, decisionsIn, newBot, path } from "../harness/arrange-authorize.ts";
import type { Context } from "../harness/context.ts";
import { anId, expectBody } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

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

const evaluation = `"subject":{"type":"agent","id":"triage-bot"},"action":{"name":"tools/call"},"resource":{"type":"tool","id":"chart.read"}`;
const deepArgs = `${'{"a":'.repeat(70)}1${"}".repeat(70)}`;

/** Arguments with a value that cannot be stored, as JSON text, and the path of this value in its item. */
const unstorableArgs: [args: string, path: string][] = [
  ['{"n":9007199254740993}', "/args/n"],
  ['{"n":1e400}', "/args/n"],
  [String.raw`{"s":"\u0000"}`, "/args/s"],
  [String.raw`{"s":["\ud800"]}`, "/args/s/0"],
  [String.raw`{"\ud800":1}`, "/args"],
  [deepArgs, ""],
];

export const authorizeBatchScenarios = [
  engineScenario(
    "authorizeBatch",
    200,
    "denies a request with a value that cannot be stored, and decides the others",
    async (context) => {
      await newBot(context);
      const good = JSON.stringify(call());
      const bad = unstorableArgs.map(
        ([args]) => `{"agentId":"triage-bot","tool":"chart.read","args":${args}}`,
      );
      const body = `{"requests":[${[good, ...bad, "1e400", good].join()}]}`;
      const answer = expectBody(await context.request("POST", `${path}/batch`, { body }), 200);
      // This cast is safe: the mock and the server validate each response against the contract.
      const decisions = answer["decisions"] as Item[];
      const denied = [...unstorableArgs.map(([, at]) => at), ""].map((at, index) => [
        false,
        "request_invalid",
        { path: `/requests/${index + 1}${at}`, code: "not_storable" },
      ]);
      const allowed = [true, "permitted", undefined];
      expect(
        decisions.map(({ decision, reasons, error }) => [decision, reasons[0]?.code, error?.errors[0]]),
      ).toMatchObject([allowed, ...denied, allowed]);
      expect(await decisionsIn(context)).toHaveLength(2);
    },
  ),
  engineScenario(
    "authzenEvaluations",
    200,
    "denies an item that is not an object or cannot be stored, and decides the others",
    async (context) => {
      await newBot(context);
      const bad = [...unstorableArgs.map(([args]) => `{"args":${args}}`), "5", "null", "[]", '"a"', "1e400"];
      const body = `{${evaluation},"evaluations":[${["{}", ...bad, "{}"].join()}]}`;
      const { evaluations } = expectBody(
        await context.request("POST", "/access/v1/evaluations", { body }),
        200,
      );
      expect(evaluations).toEqual([
        { decision: true },
        ...bad.map(() => ({ decision: false })),
        { decision: true },
      ]);
      expect(await decisionsIn(context)).toHaveLength(2);
    },
  ),
  scenario(
    "authorizeBatch",
    400,
    "refuses a batch with a repeated member, or with a value outside of the requests that cannot be stored",
    async (context) => {
      const good = JSON.stringify(call());
      const bad = `{"args":{"n":1e400}}`;
      for (const body of [
        `{"requests":[${bad},{"agentId":"triage-bot","tool":"chart.read","args":{"a":1,"a":1}}]}`,
        `{"requests":[${bad}],"requests":[${good}]}`,
        `{"requests":[${good}],"further":1e400}`,
        `{"requests":1e400}`,
        "1e400",
      ]) {
        const { status, body: refusal } = await context.request("POST", `${path}/batch`, { body });
        expect([status, Object(refusal).decisions], body).toEqual([400, undefined]);
      }
      expect(await decisionsIn(context)).toEqual([]);
    },
  ),
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
