import { createHash } from "node:crypto";
import { insufficientScope } from "@assay/contract/platform/refusals";
import { harmlessFacts } from "@assay/contract/domain";
import type { Authorize } from "@assay/sdk";
import { expect } from "vitest";
import { call, decisionsIn, newBot, outcomeOf, path } from "../harness/arrange-authorize.ts";
import { anId, expectBody, expectFaults, expectRefusal } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

const aDigest: unknown = expect.stringMatching(/^[0-9a-f]{64}$/);
const canary = "ghp_abcdefghijklmnopqrstuvwxyz0123456789";

export const authorizeScenarios = [
  engineScenario("authorize", 200, "allows a declared tool, with all reasons", async (context) => {
    await newBot(context);
    const body = expectBody(await context.request("POST", path, { body: call({ session: "visit-1" }) }), 200);
    const evaluatedAt = Number(body["evaluatedAt"]);
    expect(body).toEqual({
      decision: true,
      outcome: "allow",
      decisionId: anId("dec"),
      replayOf: null,
      evaluatedAt,
      expiresAt: evaluatedAt + 300_000,
      reasons: [
        {
          policyId: "latch-1",
          version: 1,
          outcome: "allow",
          code: "permitted",
          message: "The tool is one of those that the agent declares.",
        },
      ],
      warnings: [],
      obligations: [],
      transform: null,
      policySet: {
        digest: aDigest,
        policies: [0, 1, 2, 3, 4, 5].map((index) => ({ id: `latch-${index}`, version: 1 })),
      },
      inputDigest: aDigest,
      evidence: { eventId: anId("evt"), seq: 2, leafHash: aDigest },
      context: { code: "permitted", message: "The tool is one of those that the agent declares." },
    });
    const [event] = await decisionsIn(context);
    expect(event).toMatchObject({ ...Object(body["evidence"]), session: "visit-1", origin: "server" });
    expect(event?.data).toMatchObject({
      decisionId: body["decisionId"],
      agentId: "triage-bot",
      outcome: "allow",
      decision: true,
      subject: { type: "agent", id: "triage-bot" },
      action: { name: "tools/call" },
      resource: { type: "tool", id: "chart.read" },
      said: { args: { patient: "p-1042" }, context: {} },
      redacted: [],
      facts: { ...harmlessFacts, now: expect.objectContaining({ epochMs: evaluatedAt }) as unknown },
      inputDigest: body["inputDigest"],
    });
  }),
  scenario("authorize", 200, "accepts an AuthZEN evaluation and ignores unknown members", async (context) => {
    await newBot(context);
    const short = await context.assay.control.authorize(call());
    const evaluation = {
      subject: { type: "agent", id: "triage-bot", nickname: "T" },
      action: { name: "tools/call" },
      resource: { type: "tool", id: "chart.read" },
      context: { args: { patient: "p-1042" } },
      surprise: true,
    };
    const body = expectBody(await context.request("POST", path, { body: evaluation }), 200);
    expect([body["outcome"], body["inputDigest"]]).toEqual(["allow", short.inputDigest]);
  }),
  scenario("authorize", 200, "denies every violation of the baseline", async (context) => {
    const { assay } = context;
    await newBot(context);
    await assay.control.agents.create({ id: "waiting", tools: ["*"], status: "pending" });
    const decide = async (further: Partial<Authorize>) =>
      outcomeOf(await assay.control.authorize(call(further)));
    expect(await decide({ agentId: "nobody" })).toEqual([
      "deny",
      false,
      ["agent_not_active", "tool_not_allowed"],
    ]);
    expect(await decide({ agentId: "waiting" })).toEqual(["deny", false, ["agent_not_active"]]);
    expect(await decide({ tool: "chart.delete" })).toEqual(["deny", false, ["tool_not_allowed"]]);
    expect(await decide({ args: { url: "http://169.254.169.254/latest" } })).toEqual([
      "deny",
      false,
      ["egress_outside_boundary"],
    ]);
    expect(await decide({ args: { note: `token ${canary}` } })).toEqual(["deny", false, ["secret_material"]]);
    expect(await decide({ args: { note: "sk-canary-4b1f9c7Qx2" } })).toEqual([
      "deny",
      false,
      ["secret_material"],
    ]);
    for (const egress of [["10.0.0.1"], "10.0.0.1", { host: "10.0.0.1" }, [2_130_706_433], [true]])
      expect(await decide({ context: { egress } })).toEqual(["deny", false, ["egress_outside_boundary"]]);
    await assay.control.agents.suspend("triage-bot");
    expect(await decide({})).toEqual(["deny", false, ["agent_not_active"]]);
    await assay.control.agents.activate("triage-bot");
    expect(await decide({})).toEqual(["allow", true, ["permitted"]]);
    await assay.control.agents.delete("triage-bot");
    expect(await decide({})).toEqual(["deny", false, ["agent_not_active", "tool_not_allowed"]]);
  }),
  engineScenario("authorize", 200, "logs stored entities as digests", async (context) => {
    const { control } = context.assay;
    await newBot(context);
    const properties = { sensitive: true, owner: "ada" };
    await control.entities.put({ entities: [{ type: "record", id: "chart-118", properties }] });
    const request = { subject: { type: "agent", id: "triage-bot" }, action: { name: "read" } };
    for (const id of ["chart-118", "chart-119"])
      await control.authorize({ ...request, resource: { type: "record", id } });
    const digest = createHash("sha256").update('{"owner":"ada","sensitive":true}').digest("hex");
    const stored = (await decisionsIn(context)).map(({ data }) => data?.["stored"]);
    expect(stored).toEqual([{ resource: digest }, undefined]);
  }),
  scenario("authorize", 200, "logs no secret, at any position of the request", async (context) => {
    await newBot(context);
    const own = "sk-canary-4b1f9c7Qx2";
    const answer = await context.assay.control.authorize({
      subject: { type: "agent", id: "triage-bot", properties: { a: canary } },
      action: { name: canary, properties: { b: own } },
      resource: { type: "tool", id: `x ${canary}`, properties: { password: "hunter2hunter2" } },
      context: { note: own, args: { list: [canary], [canary]: 1 } },
      session: canary,
    });
    expect(answer.outcome).toBe("deny");
    const events = JSON.stringify(await decisionsIn(context));
    for (const secret of [canary, own, "hunter2hunter2"]) expect(events).not.toContain(secret);
    const [event] = await decisionsIn(context);
    expect(event?.data?.["redacted"]).toContainEqual({ type: "github_token", path: "/args/list/0" });
  }),
  scenario("authorize", 200, "denies an agent with an unknown policy", async (context) => {
    const { assay } = context;
    await newBot(context);
    await assay.control.agents.setPolicies("triage-bot", { policyIds: ["gone"] });
    const denied = await assay.control.authorize(call());
    expect(outcomeOf(denied)).toEqual(["deny", false, ["policy_unresolved"]]);
    const [event] = await decisionsIn(context);
    expect(event?.data?.["policySet"]).toMatchObject({ unresolved: ["gone"] });
  }),
  scenario("authorize", 200, "does not count towards the rate limit", async (context) => {
    await newBot(context);
    const { headers } = await context.request("POST", path, { body: call() });
    expect(headers.get("ratelimit-remaining") ?? headers.get("x-ratelimit-remaining")).toBeNull();
  }),
  scenario("authorize", 400, "refuses unknown forms and invalid bodies", async (context) => {
    const refused = (body: unknown) => context.request("POST", path, { body });
    const needs = (name: string) => `${name} is required: send it, or agentId and tool.`;
    expectFaults(
      await refused({}),
      ["/subject", "required", needs("subject")],
      ["/action", "required", needs("action")],
      ["/resource", "required", needs("resource")],
    );
    expect((await refused({ agentId: "a" })).status).toBe(400);
    expect((await refused({ ...call(), subject: { type: "agent", id: "a" } })).status).toBe(400);
    for (const body of [
      call({ context: { cost: -1 } }),
      call({ context: { cost: "free" } }),
      call({ context: { supports: "transform" } }),
      call({ context: { approvalId: 7 } }),
      { ...call(), context: [] },
      { ...call(), args: "all" },
      { ...call(), agentId: "a".repeat(257) },
      { ...call(), args: JSON.parse('{"__proto__": {"a": 1}}') as unknown },
    ])
      expect((await refused(body)).status, JSON.stringify(body)).toBe(400);
    expect(
      (await refused(`{"agentId":"a","tool":"b","args":${'{"a":'.repeat(65)}1${"}".repeat(65)}}`)).status,
    ).toBe(400);
    expect(await decisionsIn(context)).toEqual([]);
  }),
  scenario("authorize", 200, "denies a request that is too large to evaluate", async (context) => {
    await newBot(context);
    const args = { text: "x".repeat(65_536) };
    const large = await context.assay.control.authorize(call({ args, context: {} }));
    expect(outcomeOf(large)).toEqual(["deny", false, ["policy_too_large"]]);
    const bytes = JSON.stringify([null, null, null, args, {}]).length;
    expect(large.reasons[0]?.message).toBe(
      `Arguments, context and properties have ${bytes} bytes; they must have at most 65536.`,
    );
    const [event] = await decisionsIn(context);
    expect(event?.data?.["said"]).toBeNull();
  }),
  scenario("authorize", 403, "requires the scope to authorize", async (context) => {
    const key = await context.newKey({ preset: "viewer" });
    expectRefusal(await context.request("POST", path, { body: call(), key }), insufficientScope("authorize"));
  }),
  scenario("authorizeBatch", 200, "decides each request separately, in order", async (context) => {
    const { assay } = context;
    await newBot(context);
    const { decisions } = await assay.control.authorizeBatch({
      requests: [call(), call({ tool: "chart.delete" }), call({ agentId: "nobody" }), call()],
    });
    expect(decisions.map(({ outcome }) => outcome)).toEqual(["allow", "deny", "deny", "allow"]);
    const seqs = decisions.map(({ evidence }) => evidence?.seq);
    expect(seqs).toEqual([2, 3, 4, 5]);
    expect((await decisionsIn(context)).map(({ seq }) => seq)).toEqual(seqs);
  }),
  scenario("authorizeBatch", 400, "refuses an envelope without 1 to 100 requests", async (context) => {
    const refused = (body: unknown) => context.request("POST", `${path}/batch`, { body });
    expectFaults(await refused({ requests: [] }), [
      "/requests",
      "too_small",
      "requests is []; it must have at least 1 item.",
    ]);
    for (const body of [{}, { requests: {} }, { requests: Array.from({ length: 101 }, () => call()) }, "{"])
      expect((await refused(body)).status).toBe(400);
    expect(await decisionsIn(context)).toEqual([]);
  }),
];
