import { beyondHead, tooManyStreams } from "@assay/contract/evidence/log/evidence-refusals";
import { insufficientScope } from "@assay/contract/platform/refusals";
import { type ApprovalChange, Assay } from "@assay/sdk";
import { expect } from "vitest";
import { arrangeApproval, risky } from "../harness/arrange-approvals.ts";
import type { Context } from "../harness/context.ts";
import { expectRefusal } from "../harness/expectations.ts";
import { openStream } from "../harness/open-stream.ts";
import { engineScenario, scenario, type Scenario } from "../harness/scenario.ts";

const path = "/api/approvals/stream";

/** Reads the fields of a message of the stream. */
function fieldsOf(message: string | undefined) {
  const [, id, event, data = "null"] =
    /^(?:id: (\d+)\n)?event: ([\w.]+)\ndata: (.*)$/.exec(message ?? "") ?? [];
  return { id: id === undefined ? undefined : Number(id), event, data: JSON.parse(data) as unknown };
}

/** Returns the events and patients of a stream of approvals. */
const patientsOf = (changes: readonly ApprovalChange[]): unknown[][] =>
  changes.map(({ event, approval }) => [event, approval.args?.["patient"]]);

/** Returns the first changes of a stream. */
async function firstOf(changes: AsyncIterable<ApprovalChange>, count: number): Promise<ApprovalChange[]> {
  const found: ApprovalChange[] = [];
  for await (const change of changes) if (found.push(change) === count) break;
  return found;
}

const ask = async ({ assay }: Context, patient: string): Promise<string> =>
  (await assay.control.authorize(risky({ args: { patient } }))).context.approvalId ?? "";

const cutCount = 10;
const askCount = 50;

/** Returns a fetch function whose first streams end in the middle of their second kilobyte. */
function cuttingFetch(send: typeof fetch): typeof fetch {
  let cuts = 0;
  return async (input, init) => {
    const response = await send(input, init);
    if (!response.headers.get("content-type")?.startsWith("text/event-stream") || cuts === cutCount)
      return response;
    cuts += 1;
    let left = 1500;
    const cut = new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        controller.enqueue(piece.subarray(0, left));
        left -= piece.length;
        if (left <= 0) controller.terminate();
      },
    });
    return new Response(response.body?.pipeThrough(cut), response);
  };
}

/** Runs on every target with `npm run test:full`, because each cut delays the client by a second. */
const cutStream: Scenario = {
  ...scenario(
    "streamApprovals",
    200,
    "loses and repeats nothing although it is cut ten times",
    async (context) => {
      const { approver } = await arrangeApproval(context);
      const baseUrl = context.target.baseUrl;
      const watching = new Assay({ apiKey: context.key, baseUrl, fetch: cuttingFetch(context.fetch) });
      const followed = firstOf(watching.control.approvals.stream({ snapshot: true }), 1 + 2 * askCount);
      const expected = ["approval.pending p-1042"];
      for (let index = 0; index < askCount; index += 1) {
        const id = await ask(context, `p-${index}`);
        await approver.decide(id, { decision: index % 2 === 0 ? "approve" : "reject" });
        const final = index % 2 === 0 ? "approved" : "rejected";
        expected.push(`approval.requested p-${index}`, `approval.${final} p-${index}`);
      }
      expect(patientsOf(await followed).map((change) => change.join(" "))).toEqual(expected);
    },
  ),
  tier: "full",
};

export const approvalStreamScenarios = [
  engineScenario("streamApprovals", 200, "sends each change with the approval after it", async (context) => {
    const { assay, approver, id, again } = await arrangeApproval(context);
    const before = (await assay.control.events.list({ limit: 1 })).head.seq;
    const stream = await openStream(context, path);
    expect(stream.response.headers.get("content-type")).toMatch(/^text\/event-stream/);
    expect(await stream.next()).toBe(`id: ${before}`);
    await approver.decide(id, { decision: "approve" });
    expect(fieldsOf(await stream.next())).toEqual({
      id: before + 1,
      event: "approval.approved",
      data: await approver.get(id),
    });
    await again();
    const used = fieldsOf(await stream.next());
    expect(used).toMatchObject({ event: "approval.used", data: { status: "used" } });
    expect(used.data).toEqual(await approver.get(id));
    const requested = await ask(context, "p-2");
    expect(fieldsOf(await stream.next())).toMatchObject({
      event: "approval.requested",
      data: await approver.get(requested),
    });
    stream.stop();
  }),
  engineScenario(
    "streamApprovals",
    200,
    "sends the pending approvals, oldest first, and then each later change",
    async (context) => {
      const { assay, approver, id } = await arrangeApproval(context);
      const others = [await ask(context, "p-2"), await ask(context, "p-3")];
      await approver.decide(others[0] ?? "", { decision: "approve" });
      const { seq } = (await assay.control.events.list({ limit: 1 })).head;
      const stream = await openStream(context, `${path}?snapshot=true`);
      for (const pending of [id, others[1] ?? ""])
        expect(fieldsOf(await stream.next())).toEqual({
          id: undefined,
          event: "approval.pending",
          data: await approver.get(pending),
        });
      expect(fieldsOf(await stream.next())).toEqual({ id: seq, event: "approval.snapshot_end", data: {} });
      await approver.decide(id, { decision: "reject" });
      expect(fieldsOf(await stream.next())).toMatchObject({ event: "approval.rejected", data: { id } });
      stream.stop();
      // A client that repeats its request after the end of the snapshot receives only what it missed.
      const resumed = await openStream(context, `${path}?snapshot=true`, { lastId: seq });
      expect(await resumed.next()).toBe(`id: ${seq}`);
      expect(fieldsOf(await resumed.next())).toMatchObject({ event: "approval.rejected", data: { id } });
      resumed.stop();
    },
  ),
  engineScenario("streamApprovals", 200, "sends expiries, which the client returns once", async (context) => {
    const { assay } = await arrangeApproval(context, { approvals: { requiredApprovals: 2 } });
    const followed = firstOf(assay.control.approvals.stream({ snapshot: true, lastEventId: 0 }), 3);
    const raw = await openStream(context, path);
    const position = await raw.next();
    context.target.advance(900_000);
    const expired = fieldsOf(await raw.next());
    expect(expired).toMatchObject({ event: "approval.expired", data: { status: "expired" } });
    expect(`id: ${expired.id ?? 0}` >= (position ?? "")).toBe(true);
    raw.stop();
    await context.target.settled();
    await ask(context, "p-2");
    expect(patientsOf(await followed)).toEqual([
      ["approval.requested", "p-1042"],
      ["approval.expired", "p-1042"],
      ["approval.requested", "p-2"],
    ]);
  }),
  scenario("streamApprovals", 200, "returns each withdrawal of an approver", async (context) => {
    const { approver, assay, id } = await arrangeApproval(context, { approvals: { requiredApprovals: 2 } });
    for (let round = 0; round < 2; round += 1) {
      await approver.decide(id, { decision: "approve" });
      await approver.withdraw(id);
    }
    const changes = await firstOf(assay.control.approvals.stream({ lastEventId: 0 }), 5);
    expect(changes.map(({ event, approval }) => `${event} ${approval.approvals.length}`)).toEqual([
      "approval.requested 0",
      "approval.given 1",
      "approval.withdrawn 0",
      "approval.given 1",
      "approval.withdrawn 0",
    ]);
  }),
  engineScenario(
    "streamApprovals",
    200,
    "sends a key that is bound to an agent only the approvals of this agent",
    async (context) => {
      const { assay } = await arrangeApproval(context);
      await assay.control.agents.create({ id: "other-bot", tools: ["chart.write"] });
      const scopes = ["authorize" as const, "approvals:read" as const];
      const bound = context.client(await context.newKey({ scopes, agent: "other-bot" }));
      const followed = firstOf(bound.control.approvals.stream({ snapshot: true }), 2);
      const replayed = firstOf(bound.control.approvals.stream({ lastEventId: 0 }), 2);
      await bound.control.authorize({ tool: "chart.write", args: { patient: "p-7" } });
      await ask(context, "p-8");
      await bound.control.authorize({ tool: "chart.write", args: { patient: "p-9" } });
      const own = [
        ["approval.requested", "p-7"],
        ["approval.requested", "p-9"],
      ];
      expect(patientsOf(await replayed)).toEqual(own);
      expect((await followed).map(({ approval }) => approval.args)).toEqual([
        { patient: "p-7" },
        { patient: "p-9" },
      ]);
    },
  ),
  scenario("streamApprovals", 403, "requires the scope to read approvals", async (context) => {
    const key = await context.newKey({ scopes: ["events:read"] });
    expectRefusal(await context.request("GET", path, { key }), insufficientScope("approvals:read"));
  }),
  scenario("streamApprovals", 429, "shares the limit of streams with the evidence feed", async (context) => {
    const streams = [];
    for (let count = 0; count < 10; count += 1)
      streams.push(await openStream(context, count % 2 === 0 ? path : "/api/events/stream"));
    expectRefusal(await context.request("GET", path), tooManyStreams(10));
    for (const stream of streams) stream.stop();
  }),
  scenario(
    "streamApprovals",
    400,
    "refuses positions that are invalid or not in the log",
    async (context) => {
      const send = (lastId: string) => context.request("GET", path, { headers: { "last-event-id": lastId } });
      expectRefusal(await send("1"), beyondHead("1", 0));
      expect(await send("01")).toMatchObject({
        status: 400,
        body: { errors: [{ path: "header/last-event-id" }] },
      });
      expect(await context.request("GET", `${path}?snapshot=1`)).toMatchObject({
        status: 400,
        body: { errors: [{ path: "query/snapshot" }] },
      });
    },
  ),
  cutStream,
];
