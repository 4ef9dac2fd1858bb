// What the checks of a policy's text report besides its errors.
import { expect } from "vitest";
import { expectFaults } from "../harness/expectations.ts";
import { scenario } from "../harness/scenario.ts";
import { optionalCap, requiredCap } from "./policy-values.scenarios.ts";

export const policyWarningScenarios = [
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
        "context.args.amount is used as a whole number: a fraction denies; use context.numbers.args.amount and decimal",
      // `unless { ` has 9 characters, the path 19.
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
  scenario(
    "createPolicy",
    400,
    "refuses the code of values that policies cannot represent",
    async ({ request }) => {
      const body = { id: "p", text: "forbid (principal, action, resource);", code: "not_representable" };
      expectFaults(await request("POST", "/api/policies", { body }), [
        "/code",
        "invalid_value",
        'code is "not_representable"; it must not be a code that the engine reserves.',
      ]);
    },
  ),
];
