// Sends one request to two server processes many times concurrently: it takes effect once, with consistent
// state.
import { ApiError, Assay } from "@assay/sdk";
import { describe, expect, test } from "vitest";
import { useServerPair } from "../support/second-server.ts";
import { postgresUrl } from "../support/test-postgres.ts";

const havePostgres = (await postgresUrl()) !== null;
const times = 40;

describe.skipIf(!havePostgres)("two server processes on one database", () => {
  const servers = useServerPair();

  /** Creates a client for one of the servers. */
  const client = (apiKey: string, index: number): Assay =>
    new Assay({ apiKey, baseUrl: index % 2 ? servers.first.url : servers.second.url, maxRetries: 0 });

  /** Makes many concurrent calls. @returns the responses, and the statuses of the refusals. */
  async function storm<T>(apiKey: string, call: (assay: Assay, index: number) => PromiseLike<T>) {
    const ended = await Promise.allSettled(
      Array.from({ length: times }, async (_, index) => call(client(apiKey, index), index)),
    );
    return {
      answers: ended.flatMap((one) => (one.status === "fulfilled" ? [one.value] : [])),
      refused: ended.flatMap((one) =>
        one.status === "rejected" ? [one.reason instanceof ApiError ? one.reason.status : one.reason] : [],
      ),
    };
  }

  /** Returns how many of the secrets work, on either server. */
  async function working(secrets: readonly string[]): Promise<number> {
    const tried = await Promise.allSettled(
      secrets.flatMap((secret) => [0, 1].map(async (index) => client(secret, index).projects.list())),
    );
    return tried.filter(({ status }) => status === "fulfilled").length / 2;
  }

  test("execute one request per idempotency key, also with different bodies", async () => {
    const key = await servers.first.newWorkspace();
    const { answers, refused } = await storm(key, (assay, index) =>
      assay.projects.create({ name: `Once ${index % 3}` }, { idempotencyKey: "once" }),
    );
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(new Set(refused)).toEqual(new Set([409]));
    expect((await client(key, 0).projects.list()).data).toEqual([answers[0]]);
  });

  test("leave one valid secret of a key that is rotated without grace", async () => {
    const key = await servers.first.newWorkspace();
    const { id, secret } = await client(key, 0).apiKeys.create({ name: "Rotated", preset: "viewer" });
    const { answers } = await storm(key, (assay) => assay.apiKeys.rotate(id, { grace_seconds: 0 }));
    expect(answers).toHaveLength(times);
    const secrets = [secret, ...answers.map((one) => one.secret)];
    await expect.poll(() => working(secrets), { interval: 500 }).toBe(1);
  });

  test("leave no valid secret of a key that is revoked during rotation", async () => {
    const key = await servers.first.newWorkspace();
    const { id, secret } = await client(key, 0).apiKeys.create({ name: "Revoked", preset: "viewer" });
    const secrets = [secret];
    const { refused } = await storm(key, async ({ apiKeys }, index) => {
      if (index === times / 2) await apiKeys.revoke(id);
      else secrets.push((await apiKeys.rotate(id, {})).secret);
    });
    // A revoked key cannot be rotated.
    expect(refused.every((status) => status === 409)).toBe(true);
    await expect.poll(() => working(secrets), { interval: 500 }).toBe(0);
  });

  test("end in one rejection if an approval is approved and rejected concurrently", async () => {
    const key = await servers.first.newWorkspace();
    const { control, apiKeys } = client(key, 0);
    await control.agents.create({ id: "bot", tools: ["chart.write"] });
    await control.settings.put({ toolRisk: { "chart.write": "high" } });
    const call = { agentId: "bot", tool: "chart.write", args: {} };
    const requested = await storm(key, (assay) => assay.control.authorize(call));
    const [id = "", ...others] = new Set(requested.answers.map(({ context }) => context.approvalId));
    expect(others).toEqual([]);
    const { secret } = await apiKeys.create({ name: "Approver", scopes: ["approvals:decide"] });
    const { answers, refused } = await storm(secret, (assay, index) =>
      assay.control.approvals.decide(id, { decision: index % 2 ? "approve" : "reject" }),
    );
    // A rejection is final: an approval may precede it, but cannot follow it.
    expect((await control.approvals.get(id)).status).toBe("rejected");
    const statuses = answers.map((one) => one.status);
    expect(statuses).toContain("rejected");
    expect(new Set(refused)).toEqual(new Set([409]));
    const { events } = await control.events.list({ origin: "server", order: "asc" });
    const types = events.map(({ type }) => type).filter((type) => type.startsWith("approval."));
    const wasApproved = statuses.includes("approved");
    expect(types).toEqual([
      "approval.requested",
      ...(wasApproved ? ["approval.approved"] : []),
      "approval.rejected",
    ]);
  });
});
