// What an administrator of policies does: writes a draft, checks and tests it, tries it on what was decided, lets it hold.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type PolicyDecisionData, policyDecisionData } from "@assay/contract";
import { harmlessFacts } from "@assay/contract/domain";
import { Assay } from "@assay/sdk";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { effectiveSet, type EffectiveSet } from "../../server/src/policy/index.ts";
import { requestOfCase } from "../../server/src/policy/run-policy-case.ts";
import { startAssay } from "../support/assay-process.ts";
import { startTestServer, type TestServer } from "../support/server.ts";

const folder = mkdtempSync(join(tmpdir(), "assay-policies-"));
let server: TestServer;
let workspaceId: string;
let assay: Assay;
let environment: Record<string, string>;

beforeAll(async () => {
  server = await startTestServer("embedded");
  const apiKey = await server.newWorkspace();
  environment = { ASSAY_BASE_URL: server.url, ASSAY_API_KEY: apiKey };
  assay = new Assay({ baseUrl: server.url, apiKey, maxRetries: 0 });
  await assay.control.policies.create({
    id: "known",
    text: "permit (principal, action, resource);",
  });
  const rows: { workspace_id: string }[] = await server.deps.database.knex("policies").select("workspace_id");
  workspaceId = rows[0]?.workspace_id ?? "";
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const catalog = () => server.deps.policies.catalog;
const policiesOf = async (ids: readonly string[]) =>
  catalog().ofAgent(server.deps.database.knex, workspaceId, ids);

let decided = 0;
/** Decides as an enforcement point would, and writes the decision into the log. */
async function decide(set: EffectiveSet, further: Partial<PolicyDecisionData> & { outcome?: never } = {}) {
  const base = requestOfCase({ name: "", expect: "none" });
  const facts = { ...harmlessFacts, ...further.facts, egressHosts: [], egressOutside: [], secretTypes: [] };
  const request = {
    ...base,
    ...further,
    facts,
    args: further.said?.args ?? {},
    context: further.said?.context ?? {},
  };
  const { outcome, reasons, shadow } = server.deps.policies.engine.decide(set, request);
  decided += 1;
  const data: PolicyDecisionData = {
    decisionId: `dec_${decided}`,
    agentId: base.subject.id,
    decision: outcome === "allow",
    subject: base.subject,
    action: { name: base.action.name },
    resource: base.resource,
    said: { args: {}, context: {}, subjectProperties: {}, actionProperties: {}, resourceProperties: {} },
    redacted: [],
    reasons: reasons.map((reason) => ({ ...reason })),
    shadow: shadow.map((reason) => ({ ...reason })),
    policySet: {
      digest: set.digest,
      policies: set.policies.map(({ id, version, digest }) => ({ id, version, digest })),
      unresolved: [...set.unresolved],
    },
    inputDigest: "0".repeat(64),
    evaluatedAt: 1,
    ...further,
    outcome,
    facts,
  };
  const plain: Record<string, unknown> = JSON.parse(JSON.stringify(policyDecisionData.parse(data)));
  const told = {
    type: "policy_decision",
    session: null,
    ts: 1,
    receivedAt: 1,
    origin: "server" as const,
    data: plain,
  };
  await server.deps.evidence.writer.append(workspaceId, () => told);
  return outcome;
}

const said = (args: Record<string, unknown>) => ({
  args,
  context: {},
  subjectProperties: {},
  actionProperties: {},
  resourceProperties: {},
});

describe("the catalog", () => {
  test("gives the baseline and the versions in force, in the order attached, fresh each time", async () => {
    const { policies } = assay.control;
    await policies.create({ id: "b", text: "forbid (principal, action, resource);" });
    await policies.create({ id: "a", text: "permit (principal, action, resource);", mode: "shadow" });
    const idsOf = ({ set }: { set: EffectiveSet }) =>
      set.policies.map(({ id, version }) => `${id}@${version}`);
    const baseline = ["latch-0@1", "latch-1@1", "latch-2@1", "latch-3@1", "latch-4@1", "latch-5@1"];
    expect(idsOf(await policiesOf(["b", "a"]))).toEqual([...baseline, "b@1", "a@1"]);
    await policies.replace("b", { text: 'forbid (principal, action, resource == tool::"x");' });
    expect(idsOf(await policiesOf(["b"]))).toEqual([...baseline, "b@2"]);
    const all = await catalog().ofWorkspace(server.deps.database.knex, workspaceId);
    expect(idsOf(all)).toEqual(["a@1", "b@2", "known@1"]);
  });

  test("denies what is attached and not there; what is not in force takes no part, and is told", async () => {
    const { policies } = assay.control;
    await policies.create({ id: "drafted", text: "forbid (principal, action, resource);", status: "draft" });
    const { set, warnings } = await policiesOf(["drafted", "gone"]);
    expect(set.unresolved).toEqual(["gone"]);
    expect(warnings).toMatchObject([{ policyId: "drafted", code: "policy_not_in_force" }]);
    expect(
      server.deps.policies.engine.decide(set, requestOfCase({ name: "", expect: "none" })),
    ).toMatchObject({
      outcome: "deny",
      reasons: [{ code: "policy_unresolved", policyId: "gone" }],
    });
    const elsewhere = new Assay({ baseUrl: server.url, apiKey: await server.newWorkspace() });
    await elsewhere.control.policies.create({ id: "foreign", text: "permit (principal, action, resource);" });
    expect((await policiesOf(["foreign"])).set.unresolved).toEqual(["foreign"]);
  });
});

const draft = `@message("Large orders wait for a human.")
forbid (principal is agent, action, resource)
when { context.args has amount && context.args.amount > 100 };
`;

describe("a simulation", () => {
  test("names what a draft would have changed, what it would not, and what cannot be known", async () => {
    const { set } = await policiesOf([]);
    expect(await decide(set, { said: said({ amount: 500 }) })).toBe("allow");
    expect(await decide(set, { said: said({ amount: 50 }) })).toBe("allow");
    expect(
      await decide(set, {
        facts: { ...harmlessFacts, agentActive: false, egressHosts: [], egressOutside: [], secretTypes: [] },
        said: said({ amount: 500 }),
      }),
    ).toBe("deny");
    await decide(set, {
      redacted: [{ type: "github_token", path: "/args/note" }],
      said: said({ note: "x" }),
    });
    await decide(set, { said: null });
    await decide(effectiveSet([], { baseline: true, unresolved: ["gone"] }));
    const simulation = await assay.control.policies.simulate({ text: draft, outcome: "ask" });
    expect(simulation).toMatchObject({
      replayed: 3,
      changed: [{ decisionId: "dec_1", from: "allow", to: "ask", because: "Large orders wait for a human." }],
      notReplayed: [
        { decisionId: "dec_6", code: "policy_gone" },
        { decisionId: "dec_5", code: "too_large" },
        {
          decisionId: "dec_4",
          code: "redacted",
          because: "/args/note was redacted, and the policies read it.",
        },
      ],
    });
    // A draft that reads facts alone needs nothing that was redacted.
    const plain = "forbid (principal is agent, action, resource) when { context.facts.riskRank > 0 };";
    expect(await assay.control.policies.simulate({ text: plain })).toMatchObject({
      replayed: 5,
      changed: [],
    });
    expect(await assay.control.policies.simulate({ text: draft, last: 2 })).toMatchObject({ replayed: 0 });
    expect(await assay.control.policies.simulate({ text: draft, agentId: "nobody" })).toMatchObject({
      replayed: 0,
      notReplayed: [],
    });
  });

  test("of a policy that took part passes over the decisions that it took no part in", async () => {
    await assay.control.policies.create({ id: "limits", text: draft, outcome: "ask" });
    const { set } = await policiesOf(["limits"]);
    expect(await decide(set, { said: said({ amount: 500 }) })).toBe("ask");
    const looser = draft.replace("100", "1000");
    expect(await assay.control.policies.simulate({ policyId: "limits", text: looser })).toMatchObject({
      replayed: 1,
      changed: [{ from: "ask", to: "allow" }],
      notReplayed: [],
    });
  });

  test("rests on what is stored of entities, as the decisions did, and says when that has changed", async () => {
    const elsewhere = new Assay({ baseUrl: server.url, apiKey: await server.newWorkspace() });
    const { control } = elsewhere;
    const record = (id: string, status: string) => ({ type: "record", id, properties: { status } });
    const [current, archived] = [record("1", "active"), record("2", "archived")];
    await control.policies.create({ id: "all", text: "permit (principal, action, resource);" });
    await control.entities.put({ entities: [current, archived] });
    const reading = (id: string) => ({
      subject: { type: "user", id: "ada", properties: { ward: 3 } },
      action: { name: "read" },
      resource: { type: "record", id },
    });
    for (const id of ["1", "2", "none"]) await control.authorize(reading(id));
    const text = `forbid (principal, action, resource)
when { resource has status && resource.status == "archived" && principal.ward == 3 };`;
    const because = 'Policy "(draft)" forbids this.';
    expect(await control.policies.simulate({ text })).toMatchObject({
      replayed: 3,
      changed: [{ seq: 4, from: "allow", to: "deny", because }],
      notReplayed: [],
    });
    await control.entities.patch({ entities: [record("1", "archived")] });
    await control.entities.delete("record", "2");
    const changed = (id: string) =>
      `What was stored of "record" "${id}" has changed since, and the policies read it.`;
    expect(await control.policies.simulate({ text })).toMatchObject({
      replayed: 1,
      changed: [],
      notReplayed: [
        { seq: 4, code: "entity_changed", because: changed("2") },
        { seq: 3, code: "entity_changed", because: changed("1") },
      ],
    });
    // What looks at no entity rests on none.
    const plain = 'forbid (principal, action == Action::"read", resource);';
    expect(await control.policies.simulate({ text: plain })).toMatchObject({ replayed: 3, notReplayed: [] });
  });

  test("says that erased decisions are gone", async () => {
    const { events } = await assay.control.events.list({ type: "policy_decision", limit: 1 });
    await assay.control.evidence.erase({ events: events.map(({ eventId }) => eventId), reason: "asked to" });
    const simulation = await assay.control.policies.simulate({ text: draft, last: 1 });
    expect(simulation).toMatchObject({ replayed: 0, notReplayed: [{ decisionId: null, code: "erased" }] });
  });
});

describe("assay policies", () => {
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  async function run(...args: string[]) {
    const started = startAssay(["policies", ...args], environment);
    return { code: await started.ended, stdout: started.stdout(), stderr: started.stderr() };
  }

  test("validate names the place as compilers do, and gates", async () => {
    const good = file("good.cedar", draft);
    const bad = file("bad.cedar", draft.replace("};", "}"));
    expect(await run("validate", good)).toMatchObject({
      code: 0,
      stdout: `${good}: holds (syntax alone was checked)\n`,
    });
    const { code, stdout } = await run("validate", good, bad);
    expect(code).toBe(1);
    expect(stdout).toContain(`${bad}:3:62: error: unexpected end of input`);
    // One that is refused as a whole hides nothing of the others.
    const empty = file("empty.cedar", "");
    const among = await run("validate", empty, bad);
    expect([among.code, among.stdout]).toEqual([1, expect.stringContaining(`${empty}: error: text is ""`)]);
    expect(among.stdout).toContain(`${bad}:3:62: error`);
  });

  test("runs the cases of policies, lists what is in force, and simulates as a gate", async () => {
    expect(await run("test", "latch-0", "latch-4")).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^latch-0 \(version 1\): \d+ of \d+ passed\nlatch-4/),
    });
    await assay.control.policies.create({
      id: "wrong",
      text: draft,
      tests: [{ name: "asks", request: { args: { amount: 101 } }, expect: "ask" }],
    });
    expect(await run("test", "wrong")).toMatchObject({
      code: 1,
      stdout:
        "wrong (version 1): 0 of 1 passed\n  asks: expected ask, came out as deny: Large orders wait for a human.\n",
    });
    expect((await run("list")).stdout).toMatch(/latch-4 +1 +1 +enforce +ask +approval_required/);
    const path = file("draft.cedar", draft);
    expect(await run("simulate", path, "--outcome", "ask", "--fail-on-change")).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("dec_1: allow → ask: Large orders"),
    });
    expect(await run("simulate", path, "--outcome", "maybe")).toMatchObject({ code: 2 });
  });
});
