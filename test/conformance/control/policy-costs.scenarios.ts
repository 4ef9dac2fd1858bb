// Scenarios for the budget of policies: they are bounded before they run.
import { expect } from "vitest";
import { call, newBot } from "../harness/arrange-authorize.ts";
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
              /^The policies would cost 55,8\d\d,\d{3} steps; at most 10,000,000 are allowed\.$/,
            ),
            remedy: 'Shorten context.args.note, or the pattern that policy "notes" matches it with.',
          },
        ],
      });
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
];
