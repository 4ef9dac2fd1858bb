// Scenarios for operators that are nested or chained: the engine evaluates them with a limited stack.
import { expect } from "vitest";
import { call, newBot } from "../harness/arrange-authorize.ts";
import { scenario } from "../harness/scenario.ts";

const times = (count: number, of: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => of(i));

/** Conditions whose operators are nested to a depth, each in another way. All of them are false. */
const conditions: Record<string, (depth: number) => string> = {
  or: (depth) => `false${" || false".repeat(depth - 1)}`,
  and: (depth) => `true${" && true".repeat(depth - 2)} && false`,
  // The comparison and the two operands of the last sum are levels too.
  plus: (depth) => `0${" + 1".repeat(depth - 2)} == 0`,
  if: (depth) => `${"if false then true else ".repeat(depth - 1)}false`,
  // The variable is a level, and `has` another.
  members: (depth) => `context.args has a && context.args${".a".repeat(depth - 4)} has b`,
  comparisons: (depth) => times(depth - 3, (i) => `context.facts.riskRank == ${i + 10}`).join(" || "),
  sets: (depth) => times(depth - 2, () => `["a"].containsAll(["b"])`).join(" || "),
  // The engine joins the clauses by `&&`.
  when: (depth) => times(depth, () => "false").join(" } when { "),
  unless: (depth) => `${times(depth - 1, () => "false").join(" } unless { ")} } unless { true`,
  // The engine reads `has a.b` as two conditions.
  has: (depth) => `context.args has ${times(depth - 2, () => "a").join(".")}`,
};

const text = (condition: string) => `forbid (principal, action, resource) when { ${condition} };`;

export const policyDepthScenarios = [
  scenario(
    "createPolicy",
    400,
    "refuses operators that are nested too deeply to be evaluated",
    async (context) => {
      for (const [form, of] of Object.entries(conditions)) {
        const body = { id: `deep-${form}`, text: `permit (principal, action, resource);\n${text(of(65))}` };
        const response = await context.request("POST", "/api/policies", { body });
        expect([form, response.status, response.body]).toMatchObject([
          form,
          400,
          {
            errors: [
              {
                path: "/text",
                message:
                  "column 1: the operators of the statement are nested or chained 65 deep; the greatest depth is 64; use several statements, or a set with contains",
                line: 2,
                column: 1,
              },
            ],
          },
        ]);
      }
    },
  ),
  scenario("authorize", 200, "evaluates operators of the greatest depth", async (context) => {
    await newBot(context);
    const { control } = context.assay;
    for (const [form, of] of Object.entries(conditions)) {
      const id = `deepest-${form}`;
      await control.policies.create({ id, text: text(of(64)) });
      await control.agents.setPolicies("triage-bot", { policyIds: [id] });
      const { outcome, reasons } = await control.authorize(call());
      expect([form, outcome, reasons]).toMatchObject([form, "allow", [{ code: "permitted" }]]);
    }
  }),
];
