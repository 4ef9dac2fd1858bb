// Follows approvals over connections that are cut ten times, and measures delays. Revokes the key of a stream through the other
// process.
import { connect, createServer, type Server, type Socket } from "node:net";
import { Assay, type ApprovalChange } from "@assay/sdk";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { postgresUrl } from "../support/test-postgres.ts";
import { type ServerPair, startServerPair } from "./harness/server-pair.ts";

const rounds = 10;
const callsOfRound = 5;
// These limits are requirements of the stream. A client connects again after at most 1 second.
const maxDeliveryMs = 1000;
const maxExpiryMs = 2000;
const maxRevokedMs = 5000;

/** Forwards connections to a server, and can end all of them as a broken network does. */
class Cable {
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  cuts = 0;

  constructor(target: URL) {
    this.#server = createServer((near) => {
      const far = connect(Number(target.port), target.hostname);
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(from);
        from.on("error", () => to.destroy());
        from.on("close", () => (to.destroy(), this.#sockets.delete(from)));
        from.pipe(to);
      }
    });
  }

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  }

  /** Resets all connections. Counts only if there were some. */
  cut(): void {
    if (this.#sockets.size > 0) this.cuts += 1;
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }
}

/**
 * The changes that a client has received up to the first expiry, each with its time. Later, approvals that were approved but
 * not used expire too.
 */
function received(changes: AsyncIterable<ApprovalChange>) {
  const seen: (ApprovalChange & { at: number })[] = [];
  const ended = (async () => {
    for await (const change of changes) {
      seen.push({ ...change, at: Date.now() });
      if (change.event === "approval.expired") break;
    }
  })();
  const events = (id: string): string[] =>
    seen.filter(({ approval }) => approval.id === id).map(({ event }) => event);
  return { seen, ended, events };
}

describe.skipIf((await postgresUrl()) === null)("a stream of approvals over two processes", () => {
  let pair: ServerPair;
  beforeAll(async () => {
    pair = await startServerPair();
    const { control } = new Assay({ apiKey: pair.apiKey, baseUrl: pair.urls[0] });
    await control.agents.create({ id: "bot", tools: ["pay"] });
    await control.settings.put({ toolRisk: { pay: "high" }, approvals: { expirySeconds: 60 } });
  });
  afterAll(() => pair.stop());

  /** Returns the client of the agent with one process, and the client of an approver with the other. */
  async function people(name: string) {
    const {
      apiKey,
      urls: [url, otherUrl],
    } = pair;
    const { control, apiKeys } = new Assay({ apiKey, baseUrl: url });
    const { id, secret } = await apiKeys.create({ name, preset: "approver" });
    // Equal calls would share one approval.
    let calls = 0;
    const ask = async (): Promise<string> => {
      calls += 1;
      const args = { invoice: `${name} ${calls}` };
      return (await control.authorize({ agentId: "bot", tool: "pay", args })).context.approvalId ?? "";
    };
    const approver = new Assay({ apiKey: secret, baseUrl: otherUrl }).control.approvals;
    return {
      ask,
      approver,
      secret,
      revoke: () => new Assay({ apiKey, baseUrl: otherUrl }).apiKeys.revoke(id),
    };
  }

  test("has each change once and in time, although its connection is cut ten times", async () => {
    const { ask, approver, secret } = await people("cut");
    const cable = new Cable(new URL(pair.urls[0]));
    const client = new Assay({ apiKey: secret, baseUrl: await cable.open() });
    const stream = received(client.control.approvals.stream({ snapshot: true }));
    const requestedAt = new Map<string, number>();
    const timedAsk = async (): Promise<string> => {
      const at = Date.now();
      const id = await ask();
      requestedAt.set(id, at);
      return id;
    };
    const expiring = await timedAsk();
    await expect.poll(() => stream.events(expiring).length).toBe(1);
    const finals: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const ids: string[] = [];
      while (ids.length < callsOfRound - 1) ids.push(await timedAsk());
      await expect.poll(() => ids.every((id) => stream.events(id).length === 1)).toBe(true);
      cable.cut();
      // While the client waits before it connects again, four approvals become final, and the last one is requested.
      for (const id of ids) await approver.decide(id, { decision: round % 2 === 0 ? "approve" : "reject" });
      const last = await timedAsk();
      await approver.decide(last, { decision: "reject" });
      finals.push(...ids, last);
      await expect.poll(() => [...ids, last].every((id) => stream.events(id).length === 2)).toBe(true);
    }
    expect(cable.cuts).toBe(rounds);
    await stream.ended;
    cable.close();

    expect(stream.events(expiring)).toEqual([expect.stringMatching(/requested|pending/), "approval.expired"]);
    for (const [index, id] of finals.entries()) {
      const isApproved =
        Math.floor(index / callsOfRound) % 2 === 0 && index % callsOfRound !== callsOfRound - 1;
      expect(stream.events(id)).toEqual([
        "approval.requested",
        `approval.${isApproved ? "approved" : "rejected"}`,
      ]);
    }
    expect(stream.seen).toHaveLength(2 * (finals.length + 1));
    const delays = stream.seen
      .filter(({ event, approval }) => event === "approval.requested" && approval.id !== expiring)
      .map(({ approval, at }) => at - (requestedAt.get(approval.id) ?? 0))
      .toSorted((a, b) => a - b);
    const expired = stream.seen.find(({ event }) => event === "approval.expired");
    const expiryMs = (expired?.at ?? 0) - (expired?.approval.expiresAt ?? 0);
    const p95 = delays[Math.ceil(delays.length * 0.95) - 1];
    expect(p95).toBeLessThanOrEqual(maxDeliveryMs);
    expect(expiryMs).toBeLessThanOrEqual(maxExpiryMs);
  });

  test("sends its last byte within 5 seconds after the other process has revoked its key", async () => {
    const { ask, secret, revoke } = await people("revoked");
    const response = await fetch(`${pair.urls[0]}/api/approvals/stream`, {
      headers: { authorization: `Bearer ${secret}` },
    });
    expect(response.status).toBe(200);
    const stream = { bytes: 0, lastByteAt: 0, hasEnded: false };
    const ended = (async () => {
      for await (const part of response.body ?? []) {
        stream.bytes += part.length;
        stream.lastByteAt = Date.now();
      }
      stream.hasEnded = true;
    })();
    await ask();
    await expect.poll(() => stream.bytes).toBeGreaterThan(500);
    await revoke();
    const revokedAt = Date.now();
    // A client that is still served would receive each of these approvals.
    while (!stream.hasEnded) await ask();
    await ended;
    expect(stream.lastByteAt - revokedAt).toBeLessThanOrEqual(maxRevokedMs);
    const refused = await fetch(`${pair.urls[0]}/v1/me`, { headers: { authorization: `Bearer ${secret}` } });
    expect(refused.status).toBe(401);
  });
});
