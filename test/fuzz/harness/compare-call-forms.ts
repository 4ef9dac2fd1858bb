// Sends the same call in each form of a request, and compares the decisions.
import type { Assay, AuthorizeBatch } from "@assay/sdk";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newBot, path } from "../../conformance/harness/arrange-authorize.ts";
import { type Context, createContext } from "../../conformance/harness/context.ts";
import { mockTarget } from "../../conformance/harness/mock-target.ts";
import { serverTarget } from "../../conformance/harness/server-target.ts";
import type { Target } from "../../conformance/harness/target.ts";

type Members = Record<string, unknown>;

/** A call: the agent, the tool, and all other members. */
interface Call {
  agentId: string;
  tool: string;
  further: Members;
}

/** Calls per workspace. */
const perWorkspace = 250;

const value = fc.constantFrom<unknown>(
  "a",
  5,
  0.5,
  -0,
  1e21,
  null,
  true,
  [],
  [1, null],
  {},
  { amount: 5 },
  "http://169.254.169.254/",
  "https://example.org/",
  "sk-canary-4b1f9c7Qx2",
  "\u{1F48A}",
);
const args = fc.dictionary(fc.constantFrom("patient", "amount", "url", "constructor"), value, { maxKeys: 3 });
/** Returns the same members in reverse order. */
const reordered = (members: Members): Members => Object.fromEntries(Object.entries(members).toReversed());

/**
 * Generates calls with arguments in `args`, in `context.args`, in both (equal or different), in neither, or
 * with a value that is not an object.
 */
const placed = fc.oneof(
  fc.constant<Members>({}),
  args.map((one) => ({ args: one })),
  args.map((one) => ({ context: { args: one } })),
  args.map((one) => ({ args: one, context: { args: reordered(one) } })),
  fc.tuple(args, args).map(([one, other]) => ({ args: one, context: { args: other } })),
  fc.tuple(args, value).map(([one, other]) => ({ args: one, context: { args: other } })),
  value.map((one) => ({ args: one })),
);
const furtherContext = fc.dictionary(
  fc.constantFrom("egress", "risk", "cost", "supports", "facts", "numbers", "onBehalfOf", "ward"),
  fc.oneof(value, fc.constantFrom<unknown>(["example.org"], "low", ["transform"])),
  { maxKeys: 2 },
);

const anyCall: fc.Arbitrary<Call> = fc.record({
  agentId: fc.constantFrom("triage-bot", "triage-bot", "triage-bot", "nobody"),
  tool: fc.constantFrom("chart.read", "chart.read", "chart.write", "chart.delete"),
  further: fc.tuple(placed, furtherContext).map(([where, other]: [Members, Members]): Members => ({
    ...where,
    context: { ...other, ...Object(where["context"]) },
  })),
});

const longForm = ({ agentId, tool, further }: Call): Members => ({
  subject: { type: "agent", id: agentId },
  action: { name: "tools/call" },
  resource: { type: "tool", id: tool },
  ...further,
});
const shortForm = ({ agentId, tool, further }: Call): Members => ({ agentId, tool, ...further });

/** The result of a call: "refused", or the decision. */
type Result = { decisionId: string; decision: unknown } | "refused";

/** Sends a call in one of the forms, and returns the result. */
type CallForm = (context: Context, call: Call) => Promise<Result>;

const native =
  (form: (call: Call) => Members): CallForm =>
  async ({ request }, call) => {
    const { status, body } = await request("POST", path, { body: form(call) });
    const { decisionId, decision } = Object(body);
    expect([200, 400]).toContain(status);
    return status === 200 ? { decisionId, decision } : "refused";
  };

const inBatch: CallForm = async ({ assay }, call) => {
  // This cast is safe: the server validates each request of a batch separately, and refuses values that are
  // not requests.
  const body = { requests: [shortForm(call)] } as AuthorizeBatch;
  const [one] = (await assay.control.authorizeBatch(body)).decisions;
  return one?.decisionId ? { decisionId: one.decisionId, decision: one.decision } : "refused";
};

const authzen: CallForm = async ({ request }, call) => {
  const { status, body, headers } = await request("POST", "/access/v1/evaluation", { body: longForm(call) });
  const decisionId = headers.get("x-decision-id");
  expect([200, 400]).toContain(status);
  return decisionId === null ? "refused" : { decisionId, decision: Object(body).decision };
};

const authzenBatch: CallForm = async ({ request }, call) => {
  const body = { evaluations: [longForm(call)] };
  const answer = await request("POST", "/access/v1/evaluations", { body });
  expect(answer.status).toBe(200);
  const { decision } = Object(answer.body).evaluations[0];
  const decisionId = answer.headers.get("x-decision-id") ?? "";
  if (decisionId === "") expect(decision).toBe(false);
  return decisionId === "" ? "refused" : { decisionId, decision };
};

const forms: Record<string, CallForm> = {
  "short form": native(shortForm),
  "long form": native(longForm),
  "batch item": inBatch,
  "AuthZEN evaluation": authzen,
  "AuthZEN evaluations": authzenBatch,
};

/** The parts of a logged decision that must not depend on the form. */
function comparable(data: Members | null | undefined, decision: unknown) {
  if (!data) throw new Error("A decision was not logged.");
  const { outcome, inputDigest, reasons } = data;
  // This cast is safe: the data of a decision contains a list of reasons.
  return { decision, outcome, inputDigest, codes: (reasons as { code: string }[]).map(({ code }) => code) };
}

/** A policy that reads arguments, some of which the engine cannot represent. */
const cap = {
  id: "cap",
  text: `forbid (principal is agent, action, resource == tool::"chart.read")
when { context.args has amount && context.args.amount > 4 };`,
};

async function arrange(target: Target): Promise<Context> {
  const context = await createContext(target);
  await newBot(context);
  const { agents, policies, settings } = context.assay.control;
  await settings.put({ toolRisk: { "chart.write": "high" } });
  await policies.create(cap);
  await agents.setPolicies("triage-bot", { policyIds: [cap.id] });
  return context;
}

async function logged({ assay }: { assay: Assay }): Promise<Map<unknown, Members | null>> {
  const data = new Map<unknown, Members | null>();
  for (let cursor: string | undefined, first = true; first || cursor; first = false) {
    const filter = { type: "policy_decision", origin: "server", limit: 500 } as const;
    const page = await assay.control.events.list({ ...filter, ...(cursor && { cursor }) });
    for (const event of page.events) data.set(event.data?.["decisionId"], event.data);
    cursor = page.nextCursor ?? undefined;
  }
  return data;
}

/** Sends calls in each form, and compares outcome, digest and codes. */
async function compareCalls(target: Target, calls: readonly Call[]): Promise<void> {
  const context = await arrange(target);
  const results: { call: Call; all: Result[] }[] = [];
  for (const call of calls) {
    const all: Result[] = [];
    for (const send of Object.values(forms)) all.push(await send(context, call));
    results.push({ call, all });
  }
  const data = await logged(context);
  for (const { call, all } of results) {
    const [first, ...others] = all.map((result) =>
      result === "refused" ? result : comparable(data.get(result.decisionId), result.decision),
    );
    for (const [index, other] of others.entries())
      expect({ call, form: Object.keys(forms)[index + 1], result: other }).toEqual({
        call,
        form: Object.keys(forms)[index + 1],
        result: first,
      });
  }
  // If all calls were refused or all were decided, the comparison would prove little.
  const kinds = new Set(results.map(({ all }) => (all[0] === "refused" ? "refused" : "decided")));
  expect([...kinds].sort()).toEqual(["decided", "refused"]);
}

/** Declares the test, which sends `count` calls in each form to each target. */
export function compareCallForms({
  count,
  seed,
  timeoutMs,
}: {
  count: number;
  seed: number;
  timeoutMs: number;
}) {
  describe.each([
    ["the mock", mockTarget],
    ["the server", () => serverTarget("embedded")],
  ])("%s", (_name, start) => {
    let target: Target;
    beforeAll(async () => {
      target = await start();
    });
    afterAll(() => target.close());

    test(
      `returns the same decision for each form of a call (${count} calls, seed ${seed})`,
      async () => {
        for (let done = 0; done < count; done += perWorkspace) {
          const numRuns = Math.min(perWorkspace, count - done);
          await compareCalls(target, fc.sample(anyCall, { numRuns, seed: seed + done }));
        }
      },
      timeoutMs,
    );
  });
}
