import { Assay, type Authorization } from "@assay/sdk";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startTestServer, type TestServer } from "../support/server.ts";
import { postgresUrl } from "../support/test-postgres.ts";

const havePostgres = (await postgresUrl()) !== null;
const engines = ["embedded", ...(havePostgres ? ["postgres"] : [])] as const;
const call = { agentId: "bot", tool: "chart.write", args: { patient: "p-1" } };

/** Creates a client for a separate workspace in which `bot` may write charts. */
async function newClient(server: TestServer): Promise<{ assay: Assay; key: string }> {
  const key = await server.newWorkspace();
  const assay = new Assay({ apiKey: key, baseUrl: server.url, maxRetries: 0 });
  await assay.control.agents.create({ id: "bot", tools: ["chart.write"] });
  return { assay, key };
}

async function attach({ control }: Assay, text: string, outcome?: "deny" | "ask"): Promise<void> {
  await control.policies.create({ id: "own", text, ...(outcome && { outcome }) });
  await control.agents.setPolicies("bot", { policyIds: ["own"] });
}

const codesOf = ({ outcome, decision, reasons }: Authorization) => [
  outcome,
  decision,
  ...reasons.map(({ code }) => code),
];

describe.each(engines)("a decision on %s", (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(engine === "postgres" ? "postgres" : "embedded");
  });
  afterAll(() => server.close());

  test("denies if a policy ends with an error", async () => {
    const { assay } = await newClient(server);
    await attach(assay, "forbid (principal, action, resource) when { context.args.missing };", "deny");
    expect(codesOf(await assay.control.authorize(call))).toEqual(["deny", false, "policy_error"]);
  });

  test("denies if the policies take too long", async () => {
    const { assay } = await newClient(server);
    const looksFor = (length: number) =>
      `permit (principal, action, resource) when { context.args.note like "*${"a".repeat(length)}b" };`;
    await attach(assay, looksFor(1));
    let codes: unknown[] = [];
    // The evaluation time grows with the square of the text's length, so on any machine one of these lengths
    // is too slow.
    for (const length of [2000, 4000, 8000, 16_000, 28_000]) {
      await assay.control.policies.replace("own", { text: looksFor(length) });
      codes = codesOf(await assay.control.authorize({ ...call, args: { note: "a".repeat(2 * length) } }));
      if (codes.includes("policy_slow")) break;
    }
    expect(codes).toEqual(["deny", false, "policy_slow"]);
  });

  test("denies if the input of the policies is nested too deeply", async () => {
    const { assay } = await newClient(server);
    await attach(assay, "permit (principal, action, resource) when { context.args has deep };");
    const deep: unknown = JSON.parse(`${'{"a":'.repeat(50)}1${"}".repeat(50)}`);
    const decided = await assay.control.authorize({ ...call, args: { deep } });
    expect(codesOf(decided)).toEqual(["deny", false, "policy_too_large"]);
  });

  test("denies if the engine itself fails", async () => {
    const { assay } = await newClient(server);
    const broken = vi.spyOn(server.deps.policies.engine, "decide").mockImplementation(() => {
      throw new Error("out of memory");
    });
    try {
      expect(codesOf(await assay.control.authorize(call))).toEqual(["deny", false, "policy_error"]);
      expect(broken).toHaveBeenCalled();
    } finally {
      broken.mockRestore();
    }
    expect((await assay.control.authorize(call)).outcome).toBe("allow");
  });

  test("is refused with 503 if its event cannot be written, and then changes no usage and no approval", async () => {
    const { assay } = await newClient(server);
    await assay.control.settings.put({
      toolRisk: { "chart.write": "high" },
      rateCeiling: { calls: 1, windowSeconds: 60 },
    });
    const { knex } = server.deps.database;
    await knex.raw(
      `create function refuse_decision() returns trigger language plpgsql as
        $$ begin raise exception 'refused' using errcode = 'restrict_violation'; end $$`,
    );
    await knex.raw(
      `create trigger refuse_decisions before insert on events for each row
        when (new.type = 'policy_decision') execute function refuse_decision()`,
    );
    try {
      await expect(assay.control.authorize(call)).rejects.toMatchObject({ status: 503 });
      const requests = Array.from({ length: 3 }, () => call);
      await expect(assay.control.authorizeBatch({ requests })).rejects.toMatchObject({ status: 503 });
    } finally {
      await knex.raw("drop trigger refuse_decisions on events");
      await knex.raw("drop function refuse_decision");
    }
    expect((await assay.control.approvals.list()).approvals).toEqual([]);
    expect((await assay.control.events.list({ type: "policy_decision" })).events).toEqual([]);
    expect((await assay.control.authorize(call)).outcome).toBe("ask");
  });

  test("is refused with 503 if its input cannot be read", async () => {
    const { assay } = await newClient(server);
    const { knex } = server.deps.database;
    await knex.raw("alter table agents rename to agents_away");
    try {
      await expect(assay.control.authorize(call)).rejects.toMatchObject({ status: 503 });
    } finally {
      await knex.raw("alter table agents_away rename to agents");
    }
    expect((await assay.control.authorize(call)).outcome).toBe("allow");
  });

  test("denies every call after the logged suspension of the agent", async () => {
    const { assay } = await newClient(server);
    const calls: PromiseLike<Authorization>[] = [];
    let suspension: PromiseLike<unknown> | undefined;
    for (let index = 0; index < 60; index += 1) {
      calls.push(assay.control.authorize(call));
      if (index === 30) suspension = assay.control.agents.suspend("bot");
      if (index % 5 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    const decided = await Promise.all(calls);
    await suspension;
    const { events } = await assay.control.events.list({ type: "agent.suspended" });
    const suspendedAt = events[0]?.seq ?? 0;
    const late = decided.filter(({ evidence }) => evidence.seq > suspendedAt);
    expect(late.every(({ outcome }) => outcome === "deny")).toBe(true);
    expect(decided.filter(({ evidence }) => evidence.seq < suspendedAt).every((one) => one.decision)).toBe(
      true,
    );
  });

  test("requires approval again for an approved call if a policy ignores approvals, and warns with the reason", async () => {
    const { assay } = await newClient(server);
    await attach(assay, "forbid (principal, action, resource);", "ask");
    const { context } = await assay.control.authorize(call);
    const approvalId = context.approvalId ?? "";
    const { secret } = await assay.apiKeys.create({ name: "Approver", scopes: ["approvals:decide"] });
    const approver = new Assay({ apiKey: secret, baseUrl: server.url });
    await approver.control.approvals.decide(approvalId, { decision: "approve" });
    expect(await assay.control.authorize({ ...call, context: { approvalId } })).toMatchObject({
      outcome: "ask",
      warnings: [
        {
          code: "approval_without_effect",
          message: expect.stringContaining("without reading context.facts.approved"),
        },
      ],
    });
  });

  test("is one of a batch of 100, which are allowed and logged in one commit", async () => {
    const { assay } = await newClient(server);
    const { decisions } = await assay.control.authorizeBatch({
      requests: Array.from({ length: 100 }, () => call),
    });
    const seqs = decisions.map(({ evidence }) => evidence?.seq);
    expect(seqs).toEqual(Array.from({ length: 100 }, (_, index) => index + 2));
    const { rows } = await server.deps.database.knex.raw<{ rows: { commits: number }[] }>(
      `select count(distinct e.xmin::text)::int as commits from events e
        where workspace_id = (select workspace_id from events where data ->> 'decisionId' = ?) and seq > 1`,
      [decisions[0]?.decisionId ?? ""],
    );
    expect(rows).toEqual([{ commits: 1 }]);
  });

  test("that requires approval emits the approval event in the same commit", async () => {
    const { assay } = await newClient(server);
    await assay.control.settings.put({ toolRisk: { "chart.write": "high" } });
    const { context } = await assay.control.authorize(call);
    const row: unknown = await server.deps.database
      .knex("outbox")
      .where({ event: "approval.requested" })
      .whereRaw("data ->> 'id' = ?", [context.approvalId ?? ""])
      .first("data");
    expect(row).toMatchObject({
      data: { id: context.approvalId, status: "pending", args: { patient: "p-1" } },
    });
  });
});
