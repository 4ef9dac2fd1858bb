import { expect, test } from "vitest";
import { systemClock } from "../client/clock.ts";
import type { Transport } from "../client/transport/transport.ts";
import { type ApprovalChange, type ApprovalStreamOptions, followApprovals } from "./approval-stream.ts";

const message = (id: number | undefined, event: string, approval: object): string =>
  `${id === undefined ? "" : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(approval)}\n\n`;
const pending = { id: "apr_1", status: "pending", approvals: [] };
const given = { ...pending, approvals: [{}] };
const expired = { ...given, status: "expired" };

/** Follows the answers one after another, then a refusal. Delays end at once. */
async function follow(answers: readonly (() => Response)[], options?: ApprovalStreamOptions) {
  const left = [...answers];
  const [connections, delays]: [unknown[], number[]] = [[], []];
  const clock = {
    ...systemClock,
    random: () => 0.4,
    after: (delayMs: number, callback: () => void) => {
      delays.push(delayMs);
      callback();
      return () => {};
    },
  };
  const call = (route: unknown, { query }: { query: unknown }, { headers }: { headers: object }) => ({
    asResponse: async () => {
      connections.push([route, query, headers]);
      const answer = left.shift();
      if (answer) return answer();
      throw Object.assign(new Error("Refused."), { status: 403 });
    },
  });
  const changes: ApprovalChange[] = [];
  // Safe: the function uses only these members.
  const transport = { clock, call } as unknown as Transport;
  const following = async (): Promise<void> => {
    for await (const change of followApprovals(transport, options)) changes.push(change);
  };
  await expect(following()).rejects.toThrow("Refused.");
  return { changes, connections, delays };
}

const texts = (changes: readonly ApprovalChange[]): string[] =>
  changes.map(
    ({ event, approval, lastEventId }) => `${lastEventId ?? "–"} ${event} ${approval.approvals.length}`,
  );
const stream =
  (...messages: string[]) =>
  () =>
    new Response(messages.join(""));

test("a snapshot and the later changes contain each state once, and can be continued", async () => {
  const { changes, connections } = await follow(
    [
      stream(
        message(undefined, "approval.pending", pending),
        message(4, "approval.snapshot_end", {}),
        message(5, "approval.requested", pending),
        message(6, "approval.given", given),
      ),
      stream("id: 6\n\n", message(6, "approval.expired", expired), message(7, "approval.expired", expired)),
    ],
    { snapshot: true },
  );
  expect(texts(changes)).toEqual(["– approval.pending 0", "6 approval.given 1", "6 approval.expired 1"]);
  const route = ["GET", "/api/approvals/stream"];
  expect(connections).toEqual([
    [route, { snapshot: true }, {}],
    [route, { snapshot: true }, { "last-event-id": "6" }],
    [route, { snapshot: true }, { "last-event-id": "7" }],
  ]);
});

test("a snapshot that breaks before its end is requested again", async () => {
  const { changes, connections } = await follow(
    [
      stream(message(undefined, "approval.pending", pending)),
      stream(message(undefined, "approval.pending", pending), message(4, "approval.snapshot_end", {})),
    ],
    { snapshot: true },
  );
  expect(texts(changes)).toEqual(["– approval.pending 0"]);
  expect(connections.map((connection) => JSON.stringify(connection))).toEqual([
    expect.stringContaining("{}]"),
    expect.stringContaining("{}]"),
    expect.stringContaining('"last-event-id":"4"'),
  ]);
});

test("a withdrawal repeats an earlier state of its approval", async () => {
  const { changes } = await follow(
    [
      stream(
        message(1, "approval.requested", pending),
        message(2, "approval.given", given),
        message(3, "approval.withdrawn", pending),
        message(4, "approval.given", given),
      ),
    ],
    { lastEventId: 0 },
  );
  expect(texts(changes)).toEqual([
    "1 approval.requested 0",
    "2 approval.given 1",
    "3 approval.withdrawn 0",
    "4 approval.given 1",
  ]);
});

test("reconnects after 1 second, doubling to 30 seconds, minus jitter of up to a quarter", async () => {
  const failing = Array.from({ length: 7 }, () => () => {
    throw Object.assign(new Error("Unavailable."), { status: 503 });
  });
  const { delays } = await follow([stream("id: 1\n\n"), ...failing]);
  // 1 - 0.4 / 4 = 0.9 of 1, 2, 4, 8, 16, 30, 30 and 30 seconds.
  expect(delays).toEqual([900, 1800, 3600, 7200, 14_400, 27_000, 27_000, 27_000]);
});
