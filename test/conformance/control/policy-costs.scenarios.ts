// Scenarios for the budget of policies: they are bounded before they run.
import { expect } from "vitest";
import * as z from "zod";
import { call, newBot } from "../harness/arrange-authorize.ts";
import { casesTooCostly } from "@assay/contract/control/cedar/engine/run-policy-case";
import { expectBody, expectRefusal } from "../harness/expectations.ts";
import { scenario } from "../harness/scenario.ts";

const matching = (letters: number) =>
  `forbid (principal, action, resource) when { context.args has note && context.args.note like "*${"a".repeat(letters)}b" };`;

export const policyCostScenarios = [
  scenario(
    "createPolicy",
    400,
    "refuses a text that would be too slow for usual values",
    async ({ request }) => {
      const text = Array.from({ length: 60 }, () => matching(899)).join("\n");
      const { status, body } = await request("POST", "/api/policies", { body: { id: "slow", text } });
      expect([status, body]).toMatchObject([
        400,
        {
          errors: [
            {
              path: "/text",
              code: "policy_too_costly",
              message:
                "column 88: the policy would cost 55,412,340 steps for values of 1,024 characters; at most 10,000,000 are allowed; use fewer or shorter patterns of like",
              line: 1,
              column: 88,
            },
          ],
        },
      ]);
    },
  ),
  scenario(
    "authorize",
    200,
    "denies a call whose values would make the policies too slow",
    async (context) => {
      await newBot(context);
      const { policies, agents } = context.assay.control;
      const { warnings } = await policies.create({ id: "notes", text: matching(899) });
      expect(warnings).toEqual(
        expect.arrayContaining([expect.objectContaining({ code: "slow_with_long_text", line: 1 })]),
      );
      await agents.setPolicies("triage-bot", { policyIds: ["notes"] });
      const decide = (letters: number) =>
        context.assay.control.authorize(call({ args: { note: "x".repeat(letters) } }));
      expect((await decide(1000)).outcome).toBe("allow");
      expect(await decide(62_000)).toMatchObject({
        outcome: "deny",
        reasons: [
          {
            policyId: null,
            code: "policy_slow",
            message: expect.stringMatching(
              /^The policies would cost 56,4\d\d,\d{3} steps; at most 10,000,000 are allowed\.$/,
            ),
            remedy: 'Shorten context.args.note, or the pattern with which policy "notes" matches it.',
          },
        ],
      });
    },
  ),
  scenario(
    "setAgentPolicies",
    400,
    "refuses policies that would be too slow together for usual values",
    async (context) => {
      await newBot(context);
      const { control } = context.assay;
      // Each policy alone costs less than the budget: 1,025 × 5,002 steps and the nodes.
      for (const id of ["first", "second"]) await control.policies.create({ id, text: matching(5000) });
      const attach = (policyIds: string[]) =>
        context.request("PUT", "/api/agents/triage-bot/policies", { body: { policyIds } });
      expect((await attach(["first"])).status).toBe(200);
      const { status, body } = await attach(["first", "second"]);
      expect([status, body]).toMatchObject([
        400,
        { errors: [{ path: "/policyIds", code: "policy_too_costly" }] },
      ]);
      const agent = await control.agents.get("triage-bot");
      expect(agent.policyIds).toEqual(["first"]);
    },
  ),
  scenario(
    "authorize",
    200,
    "denies a call with more values than can be passed to the policies",
    async (context) => {
      await newBot(context);
      const { policies, agents } = context.assay.control;
      const text = `forbid (principal, action, resource) unless { context.numbers.args has amount && context.numbers.args.amount.lessThanOrEqual(decimal("100.0")) };`;
      await policies.create({ id: "cap", text });
      await agents.setPolicies("triage-bot", { policyIds: ["cap"] });
      const decide = (amount: unknown) => context.assay.control.authorize(call({ args: { amount } }));
      expect((await decide(100)).outcome).toBe("allow");
      // The policy cannot compare a list, but 500 numbers are few enough to be passed to it.
      const list = (count: number) => Array.from({ length: count }, () => 1);
      expect((await decide(list(500))).reasons.map(({ code }) => code)).toEqual(["policy_error"]);
      expect(await decide(list(30_000))).toMatchObject({
        outcome: "deny",
        reasons: [
          {
            policyId: null,
            code: "policy_slow",
            message: expect.stringMatching(
              /^The policies would cost \d{3},\d{3},\d{3} steps; at most 10,000,000/,
            ),
            remedy: 'Send fewer values in context.numbers.args.amount, which policy "cap" reads.',
          },
        ],
      });
    },
  ),
  scenario("authorizeBatch", 200, "denies the items beyond the budget of a request", async (context) => {
    await newBot(context);
    const { control } = context.assay;
    await control.policies.create({ id: "notes", text: matching(899) });
    await control.agents.setPolicies("triage-bot", { policyIds: ["notes"] });
    // Each item costs (9,980 + 1) × 901 steps and the nodes.
    const requests = Array.from({ length: 14 }, () => call({ args: { note: "x".repeat(9980) } }));
    const { decisions } = await control.authorizeBatch({ requests });
    expect(decisions.map(({ reasons }) => reasons[0]?.code)).toEqual([
      ...Array.from({ length: 11 }, () => "permitted"),
      ...Array.from({ length: 3 }, () => "policy_slow"),
    ]);
    expect(decisions[11]?.reasons[0]?.message).toContain("100,000,000 steps");
    expect(decisions.every(({ evidence }) => evidence !== null)).toBe(true);
  }),
  scenario(
    "authzenSearchResource",
    200,
    "ends a page with a token where the budget of a request ends",
    async ({ assay, request }) => {
      const { control } = assay;
      const names = Array.from({ length: 14 }, (_, index) => `note-${String(index).padStart(2, "0")}`);
      const properties = { note: "x".repeat(9980) };
      await control.entities.put({
        entities: [{ type: "user", id: "ann" }, ...names.map((id) => ({ type: "record", id, properties }))],
      });
      const forbid = matching(899).replaceAll("context.args", "resource");
      await control.policies.create({
        id: "notes",
        text: `permit (principal, action, resource);\n${forbid}`,
      });
      const search = async (page?: object) => {
        const subject = { type: "user", id: "ann" };
        const criteria = { subject, action: { name: "read" }, resource: { type: "record" } };
        const body = { ...criteria, ...(page && { page }) };
        return z
          .object({
            results: z.array(z.object({ id: z.string() })),
            page: z.object({ next_token: z.string() }).optional(),
          })
          .parse(expectBody(await request("POST", "/access/v1/search/resource", { body }), 200));
      };
      const first = await search();
      expect(first.results.map(({ id }) => id)).toEqual(names.slice(0, 11));
      const second = await search({ token: first.page?.next_token });
      expect(second).toMatchObject({ page: { next_token: "" } });
      expect(second.results.map(({ id }) => id)).toEqual(names.slice(11));
    },
  ),
  scenario(
    "authzenSearchResource",
    200,
    "ends a page with a token where its hosts exceed the budget",
    async ({ assay, request }) => {
      const names = Array.from({ length: 400 }, (_, index) => `note-${String(index).padStart(3, "0")}`);
      await assay.control.entities.put({
        entities: [{ type: "user", id: "ann" }, ...names.map((id) => ({ type: "record", id }))],
      });
      await assay.control.policies.create({ id: "all", text: "permit (principal, action, resource);" });
      const url = Array.from({ length: 101 }, (_, index) => `http://h${index}.example/`).join(" ");
      const search = async (token?: string) => {
        const action = { name: "read", properties: { url } };
        const body = { subject: { type: "user", id: "ann" }, action, resource: { type: "record" } };
        const page = token === undefined ? {} : { page: { token } };
        return z
          .object({
            results: z.array(z.object({ id: z.string() })),
            page: z.object({ next_token: z.string() }),
          })
          .parse(
            expectBody(
              await request("POST", "/access/v1/search/resource", { body: { ...body, ...page } }),
              200,
            ),
          );
      };
      const first = await search();
      expect(first.results.length).toBeLessThan(names.length);
      const second = await search(first.page.next_token);
      expect(second.page.next_token).toBe("");
      expect([...first.results, ...second.results].map(({ id }) => id)).toEqual(names);
    },
  ),
  scenario(
    "authorizeBatch",
    200,
    "denies the items whose search for hosts exceeds the budget",
    async (context) => {
      await newBot(context);
      // Each item has 3,000 URLs with 90 encoded hosts, which cost more than 4,000,000 steps.
      const item = () =>
        call({
          args: {
            text: Array.from({ length: 3000 }, (_, at) => `http://é${at % 90}.bc`).join(" "),
          },
        });
      const requests = Array.from({ length: 28 }, item);
      const { decisions } = await context.assay.control.authorizeBatch({ requests });
      const codes = decisions.map(({ reasons }) => reasons[0]?.code);
      expect(codes.filter((code) => code === "permitted").length).toBeGreaterThan(4);
      expect(codes.at(-1)).toBe("policy_slow");
      expect(decisions.at(-1)?.reasons[0]?.message).toContain("100,000,000 steps");
      // An item alone costs less than the budget.
      expect((await context.assay.control.authorize(item())).outcome).toBe("allow");
    },
  ),
  scenario(
    "testPolicy",
    400,
    "refuses test cases that cost too much together",
    async ({ assay, request }) => {
      await assay.control.policies.create({ id: "notes", text: matching(899) });
      const one = (index: number) => ({
        name: `case ${index}`,
        request: { args: { note: "x".repeat(9980) } },
        expect: "none" as const,
      });
      const tests = Array.from({ length: 6 }, (_, index) => one(index));
      const report = await assay.control.policies.test("notes", { tests });
      expect(report.results.every(({ passed }) => passed)).toBe(true);
      // 12 cases of 9,980 characters have more than 64 KiB, so shorter notes and a longer pattern are used.
      await assay.control.policies.create({ id: "long", text: matching(9000) });
      const short = Array.from({ length: 60 }, (_, index) => ({
        ...one(index),
        request: { args: { note: "x".repeat(900) } },
      }));
      expectRefusal(
        await request("POST", "/api/policies/long/test", { body: { tests: short } }),
        casesTooCostly(12),
      );
    },
  ),
  scenario("authorize", 200, "skips policies in shadow mode that would be too slow", async (context) => {
    await newBot(context);
    const { policies, agents } = context.assay.control;
    await policies.create({ id: "tried", text: matching(899), mode: "shadow" });
    await agents.setPolicies("triage-bot", { policyIds: ["tried"] });
    const answer = await context.assay.control.authorize(call({ args: { note: "x".repeat(62_000) } }));
    expect([answer.outcome, answer.warnings.map(({ code }) => code)]).toEqual([
      "allow",
      ["shadow_policy_error"],
    ]);
  }),
  scenario("authorizeBatch", 200, "gives policies in shadow mode a budget of their own", async (context) => {
    await newBot(context);
    const { control } = context.assay;
    await control.policies.create({ id: "tried", text: matching(899), mode: "shadow" });
    await control.agents.setPolicies("triage-bot", { policyIds: ["tried"] });
    const requests = Array.from({ length: 14 }, () => call({ args: { note: "x".repeat(9980) } }));
    const { decisions } = await control.authorizeBatch({ requests });
    expect(decisions.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 14 }, () => "allow"));
    // Each item costs (9,980 + 1) × 901 steps and the nodes; all items may cost 20,000,000.
    const warnings = decisions.map((one) => ("warnings" in one ? one.warnings : []).map(({ code }) => code));
    expect(warnings).toEqual([[], [], ...Array.from({ length: 12 }, () => ["shadow_policy_error"])]);
  }),
  scenario(
    "authorize",
    200,
    "skips policies in shadow mode if a call has too many values that they cannot represent",
    async (context) => {
      await newBot(context);
      const { policies, agents } = context.assay.control;
      const names = Array.from({ length: 101 }, (_, index) => `m${index}`);
      const text = names.map(
        (name) => `forbid (principal, action, resource) when { context.args.list.${name} == 1 };`,
      );
      await policies.create({ id: "tried", text: text.join("\n"), mode: "shadow" });
      await agents.setPolicies("triage-bot", { policyIds: ["tried"] });
      const decide = async (nulls: number) => {
        const list = Object.fromEntries(names.map((name, index) => [name, index < nulls ? null : 2]));
        const { outcome, warnings } = await context.assay.control.authorize(call({ args: { list } }));
        return [outcome, warnings.map(({ message }) => message)];
      };
      expect(await decide(50)).toEqual(["allow", [expect.stringContaining("/args/list/m0 is null")]]);
      // 101 values × 101 statements are more than 10,000 comparisons.
      expect(await decide(101)).toEqual(["allow", [expect.stringContaining("101 values")]]);
    },
  ),
];
