import { unauthenticated } from "@assay/contract/platform/refusals";
import { scopePresetNames, scopePresets } from "@assay/contract/platform/scopes";
import { expect } from "vitest";
import { newProject } from "../harness/arrange.ts";
import { newBot } from "../harness/arrange-authorize.ts";
import { actingReviewer, createReviewSetup, newTask } from "../harness/arrange-reviews.ts";
import { expectBody, expectRefusal } from "../harness/expectations.ts";
import { scenario } from "../harness/scenario.ts";

export const callerScenarios = [
  scenario("getCaller", 200, "returns the key, its workspace, and nothing else", async (context) => {
    const { assay, client, request } = context;
    const key = await assay.apiKeys.create({
      name: "Dashboards",
      scopes: ["scores:read"],
      expires_at: "2100-01-02T03:04:05Z",
    });
    const body = expectBody(await request("GET", "/v1/me", { key: key.secret }), 200);
    expect(body).toEqual({
      object: "caller",
      via: "key",
      key: {
        id: key.id,
        name: "Dashboards",
        scopes: ["scores:read"],
        preset: null,
        expires_at: "2100-01-02T03:04:05.000Z",
      },
      workspace: { id: expect.stringMatching(/./), name: expect.stringMatching(/./) },
      reviewer: null,
      agent: null,
      projects: null,
      session: null,
    });
    expect(await client(key.secret).me()).toEqual(body);
  }),
  scenario("getCaller", 200, "names the preset with exactly the scopes of the key", async (context) => {
    const { assay, client } = context;
    await newBot(context);
    for (const preset of scopePresetNames) {
      const agent = preset === "agent" ? { agent: "triage-bot" } : {};
      const { secret } = await assay.apiKeys.create({ name: preset, preset, ...agent });
      const { key } = await client(secret).me();
      expect([key.preset, key.scopes]).toEqual([preset, scopePresets[preset]]);
      const further = preset === "admin" ? [] : (["metrics:read"] as const);
      const reordered = [...scopePresets[preset].toReversed(), ...further];
      const other = await assay.apiKeys.create({ name: preset, scopes: reordered });
      const expected = further.length === 0 ? "admin" : null;
      expect((await client(other.secret).me()).key.preset).toBe(expected);
    }
  }),
  scenario("getCaller", 200, "returns the workspace by the id in signed records", async (context) => {
    const { assay } = context;
    await newBot(context);
    const decision = await assay.control.authorize({ agentId: "triage-bot", tool: "chart.read" });
    const record = await assay.control.records.sign({ decisionId: decision.decisionId });
    const { workspace } = await assay.me();
    expect(JSON.stringify(record)).toContain(`"workspaceId":${JSON.stringify(workspace.id)}`);
  }),
  scenario("getCaller", 200, "returns the reviewer with the pending samples", async (context) => {
    const setup = await createReviewSetup(context);
    const nurse = await actingReviewer(context);
    const before = await nurse.assay.me();
    expect(before.reviewer).toEqual(nurse.reviewer);
    const task = await newTask(context, setup);
    await nurse.assay.reviews.tasks.claim(task.id);
    const { reviewer, agent } = await nurse.assay.me();
    expect([reviewer?.pending_count, agent]).toEqual([task.samples.length, null]);
    expect(reviewer).toEqual(await context.assay.reviews.reviewers.get(nurse.id));
  }),
  scenario("getCaller", 200, "returns the agent of a bound key with its tools", async (context) => {
    const { assay, client, newKey } = context;
    await assay.control.agents.create({ id: "triage-bot", tools: ["chart.read", "chart.w*"] });
    const bound = client(await newKey({ preset: "agent", agent: "triage-bot" }));
    expect((await bound.me()).agent).toEqual({ id: "triage-bot", tools: ["chart.read", "chart.w*"] });
  }),
  scenario("getCaller", 200, "returns the projects of a restricted key", async (context) => {
    const { client, newKey } = context;
    const { id, name } = await newProject(context);
    await newProject(context, "Another line");
    const restricted = client(await newKey({ preset: "lead", projects: [id] }));
    expect((await restricted.me()).projects).toEqual([{ id, name }]);
  }),
  scenario("getCaller", 401, "refuses requests without a working key", async (context) => {
    const { assay, request } = context;
    const key = await assay.apiKeys.create({ name: "Brief", preset: "viewer" });
    await assay.apiKeys.revoke(key.id);
    const answer = await request("GET", "/v1/me", { key: key.secret });
    expectRefusal(answer, unauthenticated("unknown"));
  }),
];
