// Scenarios for the warnings that the validation of a policy's text reports in addition to errors.
import { expect } from "vitest";
import { expectFaults } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";
import { optionalCap, requiredCap } from "./policy-values.scenarios.ts";

const codesOf = (warnings: readonly { code: string }[]): string[] => warnings.map(({ code }) => code);

export const policyWarningScenarios = [
  engineScenario(
    "createPolicy",
    400,
    "refuses misspelt values and groups of facts in force, with suggestions",
    async ({ request, assay }) => {
      await assay.control.agents.create({ id: "triage-bot", tools: ["chart.read"], groups: ["interns"] });
      const text = 'forbid (principal, action, resource)\nwhen { context.facts.risk == "hihg" };';
      const fault = 'context.facts.risk never has the value "hihg"; its values are low, medium, high';
      const message = `${fault}; did you mean "high"? A policy in force must not compare it with this value: correct the value, or send unknownNames "allow"`;
      // `when { context.facts.risk == "` has 30 characters.
      const place = { code: "unknown_fact_value", line: 2, column: 31, suggestion: "high" };
      const answer = await request("POST", "/api/policies", { body: { id: "p", text } });
      expect([answer.status, answer.body]).toMatchObject([
        400,
        { errors: [{ path: "/text", message: `column 31: ${message}`, ...place }] },
      ]);
      const { policies } = assay.control;
      const warning = { ...place, message: `${fault}; did you mean "high"?` };
      const shadow = await policies.create({ id: "p", text, mode: "shadow" });
      expect(shadow.warnings).toMatchObject([warning]);
      expect((await policies.get("p")).unknownNames).toEqual([
        { code: "unknown_fact_value", name: "hihg", line: 2, column: 31 },
      ]);
      // `when { context.facts.agentGroups.contains("` has 43 characters.
      const group = text.replace('risk == "hihg"', 'agentGroups.contains("interms")');
      expect(await policies.validate({ text: group })).toMatchObject({
        valid: false,
        errors: [{ code: "unknown_group", suggestion: "interns", line: 2, column: 44 }],
      });
      const number = text.replace('risk == "hihg"', "now.hour == 24");
      expect(await policies.validate({ text: number })).toMatchObject({
        valid: true,
        warnings: [
          {
            code: "unknown_fact_value",
            message: 'context.facts.now.hour never has the value "24"; its values are 0 to 23',
          },
        ],
      });
      for (const known of ['risk == "high"', 'agentGroups.contains("interns")', "now.hour == 23"])
        expect(await policies.validate({ text: text.replace('risk == "hihg"', known) })).toMatchObject({
          valid: true,
          warnings: [],
        });
    },
  ),
  scenario(
    "validatePolicy",
    200,
    "refuses texts that are too large to check, and limits types",
    async ({ assay }) => {
      const { policies } = assay.control;
      const list = (count: number) =>
        Array.from({ length: count }, (_, index) => `Action::"a${index}"`).join(", ");
      const naming = (count: number) => `permit (principal, action in [${list(count)}], resource);`;
      const validate = (text: string) => policies.validate({ text, unknownNames: "allow" });
      expect(await validate(naming(50))).toMatchObject({ valid: true, validated: "strict" });
      expect(await validate(naming(2000))).toMatchObject({ valid: true, validated: "syntax" });
      const statements = Array.from({ length: 1001 }, () => "permit (principal, action, resource);").join(
        "\n",
      );
      const elements = `permit (principal, action, resource) when { [${"1, ".repeat(5000)}1].contains(1) };`;
      for (const [text, what] of [
        [statements, "1,000 statements"],
        [elements, "5,000 commas"],
      ] as const)
        expect(await validate(text)).toMatchObject({
          valid: false,
          errors: [{ code: "policy_too_costly", message: expect.stringContaining(what) }],
        });
    },
  ),
  scenario("validatePolicy", 200, "warns of values that a text does not consider", async ({ assay }) => {
    const scope = 'forbid (principal is agent, action, resource == tool::"pay")';
    const { policies, settings } = assay.control;
    await settings.put({ toolRisk: { pay: "low" } });
    const codes = async (text: string) =>
      (await policies.validate({ text })).warnings.map(({ code }) => code);
    expect(await codes(optionalCap)).toEqual([]);
    expect(await codes(requiredCap)).toEqual([]);
    expect(await codes(optionalCap.replace('@absent("allow")', ""))).toEqual(["absent_passes"]);
    expect(await codes(`${scope} unless { context.args.ratio.lessThan(decimal("0.5")) };`)).toEqual([
      "fractions_only",
    ]);
    const whole = `${scope}\nunless { context.args.amount <= 100 };`;
    const warning = {
      code: "whole_numbers_only",
      message:
        "context.args.amount is used as a whole number, but a call with a fraction is denied; use context.numbers.args.amount and decimal",
      // `unless { ` has 9 characters, and the path has 19.
      line: 2,
      column: 10,
      endLine: 2,
      endColumn: 29,
      suggestion: 'context.numbers.args.amount.lessThanOrEqual(decimal("100.0"))',
    };
    expect((await policies.validate({ text: whole })).warnings).toEqual([warning]);
    expect((await policies.create({ id: "cap", text: whole })).warnings).toEqual([warning]);
    expect((await policies.replace("cap", { text: whole, mode: "shadow" })).warnings).toEqual([warning]);
    expect(await policies.get("cap")).not.toHaveProperty("warnings");
  }),
  scenario(
    "createPolicy",
    200,
    "returns the warnings about the outcome with the policy",
    async ({ assay }) => {
      const text = 'forbid (principal, action, resource) unless { context.purpose == "care" };';
      const stored = await assay.control.policies.create({ id: "endless", text, outcome: "ask" });
      expect(stored.validated).toBe("syntax");
      expect(stored.warnings).toMatchObject([{ code: "approval_ignored", line: null, suggestion: null }]);
    },
  ),
  scenario("createPolicy", 200, "warns of each test case that fails", async ({ assay }) => {
    const { policies } = assay.control;
    const text = 'forbid (principal is agent, action, resource == tool::"pay");';
    const pay = { resource: { type: "tool", id: "pay" } };
    const right = { name: "denies pay", request: pay, expect: "deny" as const };
    const wrong = { name: "denies all", expect: "deny" as const };
    const finding = {
      code: "test_failed",
      message: 'the test case "denies all" expects deny, but the outcome is none',
      line: null,
      column: null,
      endLine: null,
      endColumn: null,
      suggestion: null,
    };
    const stored = await policies.create({ id: "pay", text, tests: [right, wrong] });
    // The policy is in force, because only the text decides whether it is stored.
    expect(stored).toMatchObject({ status: "active", mode: "enforce" });
    expect(stored.warnings[0]).toEqual(finding);
    expect(codesOf(stored.warnings)).toEqual(["test_failed", "unknown_tool"]);
    const named = { text, unknownNames: "allow" as const };
    expect(codesOf((await policies.replace("pay", { ...named, tests: [right] })).warnings)).toEqual([
      "unknown_tool",
    ]);
    const changed = await policies.replace("pay", {
      ...named,
      outcome: "ask",
      status: "draft",
      tests: [right],
    });
    expect(changed.warnings[0]).toMatchObject({
      code: "test_failed",
      message: 'the test case "denies pay" expects deny, but the outcome is ask',
    });
    expect((await policies.rollback("pay", { version: 1 })).warnings[0]).toEqual(finding);
    const { failed } = await policies.test("pay");
    expect(failed).toBe(1);
  }),
  scenario("createPolicy", 400, "refuses the codes of the engine and the baseline", async ({ request }) => {
    const codes =
      "agent_not_active, approval_rejected, approval_required, budget_exceeded, egress_outside_boundary, no_matching_permit, not_representable, permitted, policy_error, policy_slow, policy_too_large, policy_unresolved, request_invalid, secret_material, tool_not_allowed";
    for (const code of codes.split(", ")) {
      const body = { id: "p", text: "forbid (principal, action, resource);", code };
      expectFaults(await request("POST", "/api/policies", { body }), [
        "/code",
        "invalid_value",
        `code is "${code}"; it must not be a code of the engine or the baseline: ${codes}.`,
      ]);
    }
  }),
  scenario(
    "createPolicy",
    400,
    "refuses an unknown value of an annotation in every mode and status",
    async ({ assay, request }) => {
      const text = `forbid (principal, action, resource);\n@nulls("absnt") forbid (principal, action, resource);`;
      const error = {
        code: "unknown_annotation_value",
        message: '@nulls is "absnt"; it must be "absent"',
        line: 2,
        column: 8,
        suggestion: "absent",
      };
      for (const state of [{}, { mode: "shadow" }, { status: "draft" }, { unknownNames: "allow" }] as const) {
        const body = { id: "p", text, ...state };
        const answer = await request("POST", "/api/policies", { body });
        expect(answer.status).toBe(400);
        expect(answer.body).toMatchObject({
          errors: [{ ...error, path: "/text", message: expect.stringContaining(error.message) }],
        });
        const checked = await assay.control.policies.validate({ text, ...state });
        expect(checked).toMatchObject({ valid: false, errors: [{ ...error, endLine: 2, endColumn: 15 }] });
      }
      expect((await request("GET", "/api/policies/p")).status).toBe(404);
    },
  ),
  scenario("createPolicy", 200, "warns of a misspelt name of an annotation", async ({ assay }) => {
    const text = '@id("cap") @mesage("Too large.") forbid (principal, action, resource);';
    const warning = { code: "unknown_annotation", suggestion: "message", line: 1, column: 13 };
    const { warnings } = await assay.control.policies.create({ id: "p", text });
    expect(warnings).toMatchObject([warning]);
    expect(await assay.control.policies.validate({ text })).toMatchObject({ valid: true, warnings });
  }),
];
