import { expect } from "vitest";
import { chartExports, exportsText } from "../harness/arrange-policies.ts";
import { scenario } from "../harness/scenario.ts";

/** Enum values of the control plane that other scenarios do not use. */
export const controlValueScenarios = [
  scenario("createAgent", 200, "returns each source as sent", async ({ assay }) => {
    for (const source of ["builtin", "url", "github", "fork"] as const) {
      const agent = await assay.control.agents.create({ id: source, source });
      expect(agent.source).toBe(source);
    }
  }),
  scenario("putSettings", 200, "returns each tool risk as sent", async ({ assay }) => {
    const toolRisk = { "chart.read": "low", "chart.write": "medium", "chart.export": "high" } as const;
    expect((await assay.control.settings.put({ toolRisk })).toolRisk).toEqual(toolRisk);
  }),
  scenario("listPolicies", 200, "returns mode, status, outcome and severity as sent", async ({ assay }) => {
    const sent = [
      { id: "a", mode: "shadow", status: "active", outcome: "deny", severity: "low" },
      { id: "b", mode: "enforce", status: "draft", outcome: "ask", severity: "medium" },
      { id: "c", mode: "enforce", status: "retired", outcome: "transform", severity: "critical" },
    ] as const;
    const text = `@transform("[{\\"op\\":\\"remove\\",\\"path\\":\\"/ssn\\"}]")\n${exportsText}`;
    for (const policy of sent) await assay.control.policies.create({ ...policy, text });
    const listed = await assay.control.policies.list();
    expect(listed.filter(({ baseline }) => !baseline)).toMatchObject(sent);
  }),
  scenario("createPolicy", 200, "stores the facts and the expectation of a test case", async ({ assay }) => {
    const facts = { risk: "low" as const };
    const tests = [
      { name: "permits", request: { facts }, expect: "allow" as const },
      { name: "changes arguments", request: { facts }, expect: "transform" as const },
    ];
    const created = await assay.control.policies.create({ ...chartExports, mode: "shadow", tests });
    expect(created).toMatchObject({ mode: "shadow", tests });
  }),
];
