import { Assay } from "@assay/sdk";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../support/server.ts";
import { engines } from "../../server/src/platform/jobs/job-harness.fixture.ts";

const limit = 200;

describe.each(engines)("records on %s", (engine) => {
  let server: TestServer;
  let apiKey: string;
  let control: Assay["control"];
  let workspaceId: string;
  beforeAll(async () => {
    server = await startTestServer(engine, { ASSAY_RATE_LIMIT: String(limit) });
  });
  beforeEach(async () => {
    apiKey = await server.newWorkspace();
    ({ control } = new Assay({ baseUrl: server.url, apiKey, maxRetries: 0 }));
    await control.agents.create({ id: "bot", tools: ["chart.read"] });
    workspaceId = (await control.evidence.checkpoint()).origin.replace("assay/log/", "");
  });
  afterAll(() => server.close());

  const decide = () => control.authorize({ agentId: "bot", tool: "chart.read", args: {} });
  const post = (path: string, body: string): Promise<Response> =>
    fetch(`${server.url}/api/verification-record/${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
      body,
    });

  /** Makes a change that a superuser can make, but the program's own database role cannot. */
  async function alter(change: string, seq: number): Promise<void> {
    const { knex } = server.deps.database;
    await knex.raw("alter table events_0 disable trigger events_append_only");
    await knex.raw(`update events_0 set ${change} where workspace_id = ? and seq = ?`, [workspaceId, seq]);
    await knex.raw("alter table events_0 enable always trigger events_append_only");
  }

  test("count as requests of the key, each once, for any input", async () => {
    const left = async (path: string, body: string): Promise<number> => {
      const answer = await post(path, body);
      return Number(/r=(\d+)/.exec(answer.headers.get("ratelimit") ?? "")?.[1]);
    };
    const first = await left("sign", '{"a":1}');
    expect(await left("verify", "{}")).toBe(first - 1);
    // The limit also counts bodies with duplicate members, bodies that are not JSON, and bodies that are too
    // long for the fast route.
    expect(await left("sign", '{"a":1,"a":2}')).toBe(first - 2);
    expect(await left("verify", "{x")).toBe(first - 3);
    expect(await left("sign", `{"a":"${"x".repeat(200_000)}"}`)).toBe(first - 4);
  });

  test("are refused when the rate limit of the key is reached", async () => {
    const answers = await Promise.all(Array.from({ length: limit + 20 }, () => post("verify", "{}")));
    const refused = answers.filter(({ status }) => status === 429);
    // A new minute may start between the requests, so more requests than the limit can succeed.
    for (const answer of refused) expect(answer.headers.get("retry-after")).toMatch(/^\d+$/);
    expect(answers.filter(({ status }) => status === 200).length).toBe(answers.length - refused.length);
    for (;;) if ((await post("sign", '{"a":1}')).status === 429) break;
  });

  test("are sealed and verified concurrently, each for its own workspace", async () => {
    const other = new Assay({ baseUrl: server.url, apiKey: await server.newWorkspace() }).control;
    await other.agents.create({ id: "bot", tools: ["chart.read"] });
    const mine = await Promise.all(Array.from({ length: 5 }, decide));
    const theirs = await other.authorize({ agentId: "bot", tool: "chart.read", args: {} });
    const ids = [...mine, theirs].map(({ decisionId }) => decisionId);
    const records = await Promise.all(
      ids.flatMap((decisionId) => [
        control.records.sign({ decisionId }),
        other.records.sign({ decisionId }),
        control.records.sign({ note: decisionId }),
      ]),
    );
    const known = (index: number, own: boolean): string => (index < 5 === own ? "recorded" : "asserted");
    expect(records.map(({ provenance }) => provenance)).toEqual(
      ids.flatMap((_, index) => [known(index, true), known(index, false), "asserted"]),
    );
    expect(records.map(({ payload }) => payload["decisionId"] ?? payload["note"])).toEqual(
      ids.flatMap((id) => [id, id, id]),
    );
    const verdicts = await Promise.all(records.map((record) => control.records.verify(record)));
    // A record about another workspace's decision is valid, because each record is verified with the log of
    // its own workspace.
    expect(verdicts.map(({ code }) => code)).toEqual(records.map(() => "ok"));
  });

  test("reflect a revoked key and an erased decision immediately", async () => {
    const decision = await decide();
    const record = await control.records.sign({ decisionId: decision.decisionId });
    const asserted = await control.records.sign({ a: 1 });
    const [kid] = record.signatures.map((signature) => signature.kid);
    await server.deps.evidence.keys.revoke(kid ?? "", "It was in a log file.");
    expect(await control.records.verify(asserted)).toMatchObject({ valid: false, code: "kid_revoked" });
    const next = await control.records.sign({ decisionId: decision.decisionId });
    expect(next.signatures[0]?.kid).not.toBe(kid);
    await control.evidence.erase({ events: [decision.evidence.eventId], reason: "r" });
    expect(await control.records.sign({ decisionId: decision.decisionId })).toMatchObject({
      provenance: "asserted",
    });
  });

  test("are not sealed for an event that was altered", async () => {
    const { decisionId, evidence } = await decide();
    await control.records.sign({ decisionId });
    const refused = {
      code: "evidence_conflict",
      message: /The log is damaged: event \d+ was altered/,
    };
    await alter(`data = replace(data::text, '"allow"', '"deny"')::json`, evidence.seq);
    await expect(control.records.sign({ decisionId })).rejects.toMatchObject({
      status: 409,
      code: refused.code,
      message: expect.stringMatching(refused.message),
    });
  });

  test("cannot be proven by an altered tree; the restored tree proves them again", async () => {
    const [, before, decision] = [await decide(), await decide(), await decide()];
    const { decisionId, evidence } = decision;
    // The first event registered the agent. The leaves of the third and fourth event are siblings in the
    // tree.
    expect([before.evidence.seq, evidence.seq]).toEqual([3, 4]);
    await alter("leaf_hash = sha256(leaf_hash)", before.evidence.seq);
    await expect(control.records.sign({ decisionId })).rejects.toMatchObject({ code: "evidence_conflict" });
    await alter(`leaf_hash = decode('${before.evidence.leafHash}', 'hex')`, before.evidence.seq);
    const record = await control.records.sign({ decisionId });
    expect(await control.records.verify(record)).toMatchObject({ valid: true });
  });
});
