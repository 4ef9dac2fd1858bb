import { expect } from "vitest";
import { call, decisionsIn, newBot, outcomeOf } from "../harness/arrange-authorize.ts";
import type { Context } from "../harness/context.ts";
import { expectBody } from "../harness/expectations.ts";
import { scenario } from "../harness/scenario.ts";

interface Attached {
  id: string;
  text: string;
  outcome?: "deny" | "ask" | "transform";
  code?: string;
  mode?: "enforce" | "shadow";
}

/** Creates the agent of the calls, with these policies attached. */
async function attach(context: Context, ...policies: readonly Attached[]): Promise<void> {
  await newBot(context);
  for (const policy of policies) await context.assay.control.policies.create(policy);
  const policyIds = policies.map(({ id }) => id);
  await context.assay.control.agents.setPolicies("triage-bot", { policyIds });
}

const forbidIf = (condition: string): string =>
  `forbid (principal is agent, action, resource == tool::"chart.read") when { ${condition} };`;
const hasNote = (note: string): string => forbidIf(`context.args has note && context.args.note == "${note}"`);
const supports = { supports: ["transform"] };

const changes = `@transform("[{\\"op\\":\\"replace\\",\\"path\\":\\"/limit\\",\\"value\\":10},{\\"op\\":\\"remove\\",\\"path\\":\\"/ssn\\"},{\\"op\\":\\"add\\",\\"path\\":\\"/purpose\\",\\"value\\":\\"care\\"}]")
${forbidIf("context.args has ssn")}`;

export const policyDecisionScenarios = [
  scenario(
    "authorize",
    200,
    "returns the reasons of the statements that determined the outcome",
    async (context) => {
      await attach(context, {
        id: "notes",
        code: "note_not_allowed",
        text: `@message("Notes are private.")\n@remedy("Leave out the note.")\n@obligation("log")\n${hasNote("x")}`,
      });
      const { control } = context.assay;
      expect(outcomeOf(await control.authorize(call()))).toEqual(["allow", true, ["permitted"]]);
      expect(await control.authorize(call({ args: { note: "x" } }))).toMatchObject({
        outcome: "deny",
        reasons: [
          {
            policyId: "notes",
            version: 1,
            outcome: "deny",
            code: "note_not_allowed",
            message: "Notes are private.",
            remedy: "Leave out the note.",
          },
        ],
      });
      expect((await control.authorize(call({ args: { note: "y" } }))).outcome).toBe("allow");
    },
  ),
  scenario("authorize", 200, "applies deny over ask, and ask over transform", async (context) => {
    const note = (words: readonly string[]) => words.map((word) => hasNote(word)).join("\n");
    await attach(
      context,
      { id: "changing", outcome: "transform", text: changes.replace("has ssn", "has note") },
      { id: "approving", outcome: "ask", text: note(["ask", "deny"]) },
      { id: "denying", text: note(["deny"]) },
    );
    const answers: unknown[] = [];
    for (const word of ["plain", "ask", "deny"]) {
      const answer = await context.assay.control.authorize(call({ args: { note: word }, context: supports }));
      answers.push([answer.outcome, answer.decision, answer.reasons.map(({ policyId }) => policyId)]);
    }
    expect(answers).toEqual([
      ["transform", true, ["changing"]],
      ["ask", false, ["changing", "approving"]],
      ["deny", false, ["changing", "approving", "denying"]],
    ]);
  }),
  scenario(
    "authorize",
    200,
    "opens an approval with the risk of the tool, and permits its use",
    async (context) => {
      const text = "forbid (principal, action, resource) unless { context.facts.approved };";
      await attach(context, { id: "approval", outcome: "ask", text });
      const { control } = context.assay;
      await control.settings.put({ toolRisk: { "chart.write": "medium" } });
      for (const tool of ["chart.read", "chart.write"]) await control.authorize(call({ tool }));
      const { approvals } = await control.approvals.list();
      expect(approvals.map(({ risk }) => risk)).toEqual(["medium", "low"]);
      const [approval] = approvals;
      const approver = context.client(await context.newKey({ scopes: ["approvals:decide"] }));
      await approver.control.approvals.decide(approval?.id ?? "", { decision: "approve" });
      const use = call({ tool: "chart.write", context: { approvalId: approval?.id } });
      expect((await control.authorize(use)).outcome).toBe("allow");
      expect((await control.authorize(use)).outcome).toBe("ask");
    },
  ),
  scenario(
    "authorize",
    200,
    "returns the changes that a policy requires of the arguments",
    async (context) => {
      await attach(context, { id: "private", outcome: "transform", text: changes });
      const args = { ssn: "078-05-1120", limit: 500 };
      const changed = await context.assay.control.authorize(call({ args, context: supports }));
      expect(changed).toMatchObject({
        outcome: "transform",
        decision: true,
        reasons: [{ policyId: "private", outcome: "transform" }],
        transform: [
          { op: "replace", path: "/limit", value: 10 },
          { op: "remove", path: "/ssn" },
          { op: "add", path: "/purpose", value: "care" },
        ],
      });
      expect((await context.assay.control.authorize(call({ args }))).decision).toBe(false);
    },
  ),
  scenario("authorize", 200, "evaluates the policies again with changed arguments", async (context) => {
    const { control } = context.assay;
    const add = (value: string) => JSON.stringify(JSON.stringify([{ op: "add", path: "/note", value }]));
    const writes = (value: string) => `@transform(${add(value)}) ${forbidIf("context.args has draft")}`;
    const approvable = `${hasNote("large")} unless { context.facts.approved };`.replace(
      "; unless",
      " unless",
    );
    await attach(
      context,
      { id: "writer", outcome: "transform", text: writes("secret") },
      { id: "secrets", text: hasNote("secret") },
      { id: "sizes", outcome: "ask", text: approvable },
      { id: "chain", outcome: "transform", text: `@transform(${add("x")}) ${hasNote("chained")}` },
    );
    const decide = async () => {
      const { outcome, decision, reasons, transform, warnings } = await control.authorize(
        call({ args: { draft: true }, context: supports }),
      );
      const ids = reasons
        .map(({ policyId }) => policyId ?? "")
        .sort((one, other) => one.localeCompare(other));
      return { outcome, decision, ids, transform, warnings: warnings.map(({ code }) => code) };
    };
    const stricter = { decision: false, transform: null, warnings: ["changed_arguments"] };
    expect(await decide()).toEqual({ outcome: "deny", ids: ["secrets", "writer"], ...stricter });
    const change = (value: string) =>
      control.policies.replace("writer", { outcome: "transform", text: writes(value) });
    await change("large");
    expect(await decide()).toEqual({ outcome: "ask", ids: ["sizes", "writer"], ...stricter });
    await change("chained");
    expect(await decide()).toEqual({ outcome: "deny", ids: ["chain", "writer"], ...stricter });
    await change("plain");
    expect(await decide()).toMatchObject({
      outcome: "transform",
      decision: true,
      ids: ["writer"],
      warnings: [],
    });
  }),
  scenario("authorize", 200, "logs what a policy in shadow mode would decide", async (context) => {
    await attach(context, { id: "dark", mode: "shadow", text: hasNote("x") });
    const answer = await context.assay.control.authorize(call({ args: { note: "x" } }));
    expect(outcomeOf(answer)).toEqual(["allow", true, ["permitted"]]);
    const [event] = await decisionsIn(context);
    expect(event?.data).toMatchObject({ outcome: "allow", shadow: [{ policyId: "dark", outcome: "deny" }] });
  }),
  scenario("authorize", 200, "denies if a policy cannot be evaluated, and names it", async (context) => {
    await attach(context, { id: "unguarded", text: forbidIf("context.args.amount > 100") });
    const { control } = context.assay;
    const denied = await control.authorize(call());
    expect(outcomeOf(denied)).toEqual(["deny", false, ["policy_error"]]);
    expect(denied.reasons[0]).toMatchObject({
      policyId: "unguarded",
      message: expect.stringContaining("`amount`"),
    });
    expect((await control.authorize(call({ args: { amount: 1 } }))).outcome).toBe("allow");
    expect(outcomeOf(await control.authorize(call({ args: { amount: "1" } })))).toEqual([
      "deny",
      false,
      ["policy_error"],
    ]);
  }),
  scenario("authorizeBatch", 200, "decides each item by the attached policies", async (context) => {
    await attach(context, { id: "notes", text: hasNote("x") });
    const requests = ["y", "x", "y"].map((note) => call({ args: { note } }));
    const { decisions } = await context.assay.control.authorizeBatch({ requests });
    expect(decisions.map(({ outcome }) => outcome)).toEqual(["allow", "deny", "allow"]);
  }),
  scenario("authorize", 200, "decides for other subjects by all policies in force", async (context) => {
    const { control } = context.assay;
    await control.policies.create({
      id: "wards",
      text: `permit (principal is user, action == Action::"read", resource is record)
when { principal has ward && resource has ward && principal.ward == resource.ward };`,
    });
    await control.policies.create({
      id: "sealed",
      text: "forbid (principal, action, resource is record) when { resource has sealed && resource.sealed };",
    });
    await control.entities.put({
      entities: [
        { type: "record", id: "1", properties: { ward: 3 } },
        { type: "record", id: "2", properties: { ward: 3, sealed: true } },
        { type: "record", id: "3", properties: { ward: 4 } },
      ],
    });
    const outcomes: unknown[] = [];
    for (const id of ["1", "2", "3"]) {
      const subject = { type: "user", id: "ada", properties: { ward: 3 } };
      outcomes.push(
        outcomeOf(
          await control.authorize({ subject, action: { name: "read" }, resource: { type: "record", id } }),
        ),
      );
    }
    expect(outcomes).toEqual([
      ["allow", true, ["permitted"]],
      ["deny", false, ["policy_forbids"]],
      ["deny", false, ["no_matching_permit"]],
    ]);
  }),
  scenario("authzenSearchResource", 200, "finds what the policies permit", async (context) => {
    await attach(context, {
      id: "reads",
      text: 'forbid (principal, action, resource == tool::"chart.write");',
    });
    const body = {
      subject: { type: "agent", id: "triage-bot" },
      action: { name: "tools/call" },
      resource: { type: "tool" },
    };
    const answer = await context.request("POST", "/access/v1/search/resource", { body });
    expect(expectBody(answer, 200)).toEqual({ results: [{ type: "tool", id: "chart.read" }] });
  }),
  scenario(
    "createPolicy",
    200,
    "states that only the syntax of a text with other types is checked",
    async (context) => {
      const text = 'permit (principal == user::"ada", action, resource);';
      expect(await context.assay.control.policies.create({ id: "ada", text })).toMatchObject({
        validated: "syntax",
      });
    },
  ),
  scenario(
    "createPolicy",
    400,
    "refuses a fact that does not exist, and a wrong type",
    async ({ request }) => {
      for (const condition of ["context.facts.aproved", "context.facts.riskRank"]) {
        const body = { id: "typed", text: forbidIf(condition) };
        expect(await request("POST", "/api/policies", { body })).toMatchObject({
          status: 400,
          body: { errors: [{ path: "/text", code: "policy_text", line: 1 }] },
        });
      }
    },
  ),
  scenario("testPolicy", 200, "reports the test cases that fail, with the reasons", async (context) => {
    const { policies } = context.assay.control;
    const args = { ssn: "x" };
    const resource = { type: "tool", id: "chart.read" };
    await policies.create({
      id: "private",
      outcome: "transform",
      text: `@message("The number is private.")${changes}`,
      tests: [
        { name: "changes", request: { args, resource }, expect: "transform" },
        { name: "denies", request: { args, resource }, expect: "deny" },
        { name: "applies to all", request: { args }, expect: "transform" },
      ],
    });
    expect(await policies.test("private")).toMatchObject({
      passed: 1,
      failed: 2,
      results: [
        { passed: true, expected: "transform", actual: "transform" },
        {
          passed: false,
          expected: "deny",
          actual: "transform",
          messages: ["The number is private."],
        },
        { passed: false, expected: "transform", actual: "none", messages: [] },
      ],
    });
  }),
];
