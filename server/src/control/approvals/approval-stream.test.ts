import { beforeAll, describe, expect, test } from "vitest";
import { type FileServer, useServer } from "../../../../test/support/file-server.ts";
import { streamMessages } from "../../evidence/events/event-stream.ts";
import { engines } from "../../platform/jobs/job-harness.fixture.ts";
import { approvalStreamContents } from "./approval-stream.ts";

describe.each(engines)("a stream of approvals on %s", (engine) => {
  const server = useServer(engine);
  let client: Awaited<ReturnType<FileServer["newClient"]>>;
  beforeAll(async () => {
    client = await server.newClient();
    await client.control.agents.create({ id: "bot", tools: ["pay"] });
    await client.control.settings.put({ toolRisk: { pay: "high" } });
  });

  const request = async (amount: number): Promise<string> =>
    (await client.control.authorize({ agentId: "bot", tool: "pay", args: { amount } })).context.approvalId ??
    "";
  const loggedExpiries = async (): Promise<number> =>
    (await client.control.events.list({ type: "approval.expired" })).events.length;

  /** Opens a stream with a clock of its own, which the background work does not have. */
  async function open(after?: number) {
    const row: { workspace_id: string; id: string } = await server.deps.database
      .knex("api_keys")
      .orderBy("created_at", "desc")
      .first("workspace_id", "id");
    const caller = { workspaceId: row.workspace_id, apiKeyId: row.id, keyAgent: null };
    let [offset, isKeyValid] = [0, true];
    const deps = { ...server.deps, now: () => new Date(Date.now() + offset) };
    const stop = new AbortController();
    const call = { caller, signal: stop.signal, recheck: async () => isKeyValid };
    const contents = approvalStreamContents(deps, caller, { after, snapshot: false });
    const messages = streamMessages(deps, call, contents);
    return {
      next: async () => String((await messages.next()).value),
      hasEnded: async () => (await messages.next()).done,
      revoke: () => (isKeyValid = false),
      advance: (ms: number) => (offset += ms),
      close: async () => {
        stop.abort();
        await messages.return();
      },
    };
  }

  test("sends expiries before the log contains them, with the previous id", async () => {
    const first = await request(1);
    const stream = await open();
    const start = await stream.next();
    const second = await request(2);
    const requested = await stream.next();
    expect(requested).toContain(`"id":"${second}"`);
    stream.advance(900_000);
    const expired = [await stream.next(), await stream.next()];
    const [position] = requested.split("\n");
    expect(position).not.toBe(start.trim());
    for (const [index, id] of [first, second].entries()) {
      expect(expired[index]).toContain(`${position}\nevent: approval.expired\n`);
      expect(expired[index]).toContain(`"id":"${id}","status":"expired"`);
    }
    expect(await loggedExpiries()).toBe(0);
    // Each stream sends an expiry once.
    const third = await request(3);
    expect(await stream.next()).toContain(`"id":"${third}"`);
    await stream.close();
  });

  test("that continues sends the expiries that the log does not contain yet", async () => {
    const { seq } = (await client.control.events.list({ limit: 1 })).head;
    const stream = await open(seq);
    expect(await stream.next()).toBe(`id: ${seq}\n\n`);
    stream.advance(900_000);
    const ids = await Promise.all([1, 2, 3].map(request));
    const seen = new Set<string>();
    for (let count = 0; count < ids.length; count += 1) {
      const [, id = ""] = /event: approval.expired\n.*?"id":"(\w+)"/.exec(await stream.next()) ?? [];
      seen.add(id);
    }
    expect(seen).toEqual(new Set(ids));
    expect(await loggedExpiries()).toBe(0);
    await stream.close();
  });

  test("ends 4 seconds after the last check of its key, if the key is no longer valid", async () => {
    const stream = await open();
    await stream.next();
    stream.advance(4000);
    const id = await request(9);
    expect(await stream.next()).toContain(`"id":"${id}"`);
    stream.revoke();
    stream.advance(4000);
    expect(await stream.hasEnded()).toBe(true);
    await stream.close();
  });
});
