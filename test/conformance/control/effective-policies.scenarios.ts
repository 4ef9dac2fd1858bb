import { expect } from "vitest";
import { scenario } from "../harness/scenario.ts";
import type { Context } from "../harness/context.ts";
import { baselineIds } from "../harness/arrange-policies.ts";

const text = "permit(principal, action, resource);";
const mode = "enforce";
const baseline = baselineIds.map((policyId) => ({
  policyId,
  origin: "baseline",
  version: 1,
  resolved: true,
  inForce: true,
  mode,
  status: "active",
}));

const attached = (
  policyId: string,
  version: number | null,
  state: { mode: string; status: string } | null,
) => ({
  policyId,
  origin: "attached",
  version,
  resolved: state !== null,
  inForce: version !== null,
  mode: state?.mode ?? null,
  status: state?.status ?? null,
});
const active = { mode, status: "active" };

/** Registers `bot` with attached policies. @returns its effective policies. */
async function effectiveOf({ assay }: Pick<Context, "assay">, policyIds: string[]) {
  await assay.control.agents.create({ id: "bot" });
  await assay.control.agents.setPolicies("bot", { policyIds });
  return assay.control.agents.effectivePolicies("bot");
}

export const effectivePolicyScenarios = [
  scenario(
    "getEffectivePolicies",
    200,
    "resolves an attached policy to its version in force",
    async (context) => {
      const { policies } = context.assay.control;
      await policies.create({ id: "allow-read", text, mode });
      expect(await effectiveOf(context, ["allow-read"])).toEqual({
        agentId: "bot",
        policies: [...baseline, attached("allow-read", 1, active)],
      });
      await policies.replace("allow-read", { text, mode: "shadow" });
      expect((await context.assay.control.agents.effectivePolicies("bot")).policies.at(-1)).toEqual(
        attached("allow-read", 2, { mode: "shadow", status: "active" }),
      );
      await policies.replace("allow-read", { text, mode, status: "draft" });
      expect((await context.assay.control.agents.effectivePolicies("bot")).policies.at(-1)).toEqual(
        attached("allow-read", 2, { mode: "shadow", status: "active" }),
      );
    },
  ),
  scenario(
    "getEffectivePolicies",
    200,
    "resolves a draft and a retired policy to no version",
    async (context) => {
      const { policies } = context.assay.control;
      await policies.create({ id: "drafted", text, mode, status: "draft" });
      await policies.create({ id: "retired", text, mode });
      await policies.replace("retired", { text, mode, status: "retired" });
      expect((await effectiveOf(context, ["retired", "drafted"])).policies).toEqual([
        ...baseline,
        attached("retired", null, { mode, status: "retired" }),
        attached("drafted", null, { mode, status: "draft" }),
      ]);
    },
  ),
  scenario("getEffectivePolicies", 200, "does not resolve another workspace's policy", async (context) => {
    const elsewhere = (await context.otherWorkspace()).assay;
    await elsewhere.control.policies.create({ id: "allow-read", text, mode });
    await context.assay.control.policies.create({ id: "own", text, mode });
    expect((await effectiveOf(context, ["unknown", "own", "allow-read"])).policies).toEqual([
      ...baseline,
      attached("unknown", null, null),
      attached("own", 1, active),
      attached("allow-read", null, null),
    ]);
  }),
];
