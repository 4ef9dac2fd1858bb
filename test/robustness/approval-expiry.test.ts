import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { Assay } from "@assay/sdk";
import { startTestServer, type TestServer } from "../support/server.ts";
import { engines } from "../../server/src/platform/jobs/job-harness.fixture.ts";
import { startMaintenance } from "../../server/src/app/maintenance.ts";

describe.each(engines)("the periodic work on %s", (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(engine);
  });
  afterEach(() => void vi.useRealTimers());
  afterAll(() => server.close());

  test("stores the expiry of an approval within 60 seconds, once", async () => {
    const { control } = new Assay({ apiKey: await server.newWorkspace(), baseUrl: server.url });
    await control.agents.create({ id: "bot", tools: ["pay"] });
    await control.settings.put({ toolRisk: { pay: "high" }, approvals: { expirySeconds: 60 } });
    const { context } = await control.authorize({ agentId: "bot", tool: "pay" });
    const expiries = async () =>
      (await control.events.list({ type: "approval.expired" })).events.map(({ data }) => data);
    const passes = async (ms: number) => {
      vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
      const now = () => new Date(Date.now() + ms);
      const { stop } = startMaintenance({ ...server.deps, now });
      vi.advanceTimersByTime(60_000);
      await stop();
      vi.useRealTimers();
    };
    await passes(0);
    expect(await expiries()).toEqual([]);
    await passes(60_000);
    await passes(120_000);
    expect(await expiries()).toMatchObject([{ approvalId: context.approvalId, status: "expired", by: null }]);
  });
});
