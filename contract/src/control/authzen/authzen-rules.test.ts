import { describe, expect, it } from "vitest";
import { askDecision, granted } from "../decisions/evaluated-request.fixture.ts";
import { decisionToWire } from "../decisions/policy-decision.ts";
import { canonicalBytes } from "../../wire/json/canonical-json.ts";
import { batchOf, callsToDecide, evaluationsOf, setDecisionHeaders } from "./authzen-rules.ts";

const caller = { keyId: "key_1", keyAgent: null };
const none = { requestKey: undefined, replayOf: null };
const mark = { decisionId: "dec_1", evaluatedAt: 0, inputDigest: "0", approval: null, caller, ...none };
const place = { eventId: "evt_1", seq: 7, leafHash: "0" };
const allowed = decisionToWire(granted, mark, place);
const denied = decisionToWire(
  { ...askDecision, verdict: { ...askDecision.verdict, outcome: "deny" } },
  { ...mark, decisionId: "dec_2" },
  { ...place, seq: 8 },
);
const whole = { resource: { type: "record", id: "1" } };

function batch(semantic: "execute_all" | "deny_on_first_deny" | "permit_on_first_permit", items: object[]) {
  const body = {
    subject: { type: "user", id: "alice" },
    action: { name: "read" },
    resource: undefined,
    context: undefined,
    args: undefined,
    evaluations: [...items],
    options: { evaluations_semantic: semantic },
  };
  const made = batchOf(body, null);
  if (!made) throw new Error("The request is a single evaluation.");
  return made;
}
const decisionsOf = (...[of, answers]: Parameters<typeof evaluationsOf>) =>
  evaluationsOf(of, answers).map(({ decision }) => decision);

describe("a batch of evaluations", () => {
  it("decides every item, and denies one without a required member", () => {
    const all = batch("execute_all", [whole, {}, whole]);
    expect(callsToDecide(all)).toHaveLength(2);
    expect(decisionsOf(all, [allowed, denied])).toEqual([true, false, false]);
  });

  it("writes the canonical form of each default once", () => {
    const properties = { list: ["é"] };
    const chain = { type: "user", id: "u", properties, parents: undefined, onBehalfOf: undefined };
    const body = {
      subject: { type: "agent", id: "a", properties, onBehalfOf: chain },
      action: { name: "tools/call", properties },
      resource: { type: "tool", id: "t", properties },
      context: { egress: "é", args: { note: "é" } },
      args: undefined,
      options: undefined,
      evaluations: [{}, { resource: { type: "tool" } }],
    };
    for (const call of batchOf(body, null)?.calls ?? []) {
      const { subject, action, resource, args, context } = call ?? { subject: { onBehalfOf: undefined } };
      expect(subject.onBehalfOf).toBe(batchOf(body, null)?.calls[0]?.subject.onBehalfOf);
      // {"list":["é"]} has 14 characters, of which one has two bytes.
      const parts = [action?.properties, resource?.properties, args, context, subject.onBehalfOf];
      const sizes = parts.map((part) => part && canonicalBytes(part));
      expect(sizes).toEqual([15, 15, 13, 15, 53]);
    }
  });

  it("shares the defaults among the items that have no own values", () => {
    const body = {
      subject: { type: "agent", id: "a" },
      action: { name: "tools/call", properties: { to: ["x"] } },
      resource: { type: "tool", id: "t", properties: { to: ["x"] } },
      context: { egress: "x", args: { note: "x" } },
      args: undefined,
      options: undefined,
      evaluations: [{}, { resource: { type: "tool" } }, { args: { note: "own" } }],
    };
    const [first, second, third] = batchOf(body, null)?.calls ?? [];
    expect(second).toEqual(first);
    expect(first?.args).toEqual({ note: "x" });
    expect(second?.args).toBe(first?.args);
    expect(second?.context).toBe(first?.context);
    expect(second?.action.properties).toBe(first?.action.properties);
    expect(second?.resource.properties).toBe(first?.resource.properties);
    expect(third?.args).toEqual({ note: "own" });
    expect(third?.context).toEqual({ egress: "x" });
  });

  it("does not validate the values of its defaults again for each item", () => {
    let reads = 0;
    const counted = () => Object.defineProperty({}, "note", { enumerable: true, get: () => `${++reads}` });
    const further = { parents: undefined, onBehalfOf: undefined };
    const chain = { type: "user", id: "ada", properties: counted(), ...further };
    const body = {
      subject: { type: "user", id: "eve", properties: counted(), onBehalfOf: chain },
      action: { name: "read", properties: counted() },
      resource: { type: "record", id: "1", properties: counted() },
      context: counted(),
      args: counted(),
      options: undefined,
      evaluations: Array.from({ length: 50 }, (_, index) =>
        index % 2 ? {} : { resource: { type: "record" } },
      ),
    };
    const calls = batchOf(body, null)?.calls ?? [];
    expect(calls.filter((call) => call !== undefined)).toHaveLength(50);
    // Each of the six parts is read once for its canonical form, and once to freeze it.
    expect(reads).toBe(12);
    expect(calls[0]?.subject.properties).toBe(body.subject.properties);
    expect(calls[1]?.subject.onBehalfOf).toEqual({ type: "user", id: "ada", properties: chain.properties });
  });

  it("refuses an item that contradicts a property of a default", () => {
    const body = {
      subject: { type: "agent", id: "bot", properties: { ward: 1 } },
      action: { name: "read" },
      resource: undefined,
      context: undefined,
      args: undefined,
      options: undefined,
      evaluations: [1, 2].map((ward) => ({ resource: { type: "agent", id: "bot", properties: { ward } } })),
    };
    const [same, other] = batchOf(body, null)?.calls ?? [];
    expect(same?.resource.properties).toEqual({ ward: 1 });
    expect(other).toBeUndefined();
  });

  it("refuses an item whose own members do not fit to the chain of the default", () => {
    const body = {
      subject: {
        type: "user",
        onBehalfOf: {
          type: "user",
          id: "ada",
          properties: undefined,
          parents: undefined,
          onBehalfOf: undefined,
        },
      },
      action: { name: "read" },
      resource: { type: "record", id: "1" },
      context: undefined,
      args: undefined,
      options: undefined,
      evaluations: [{ subject: { id: "eve" } }, { subject: { id: "ada" } }],
    };
    const [fits, repeated] = batchOf(body, null)?.calls ?? [];
    expect(fits?.subject.onBehalfOf).toEqual({ type: "user", id: "ada" });
    expect(repeated).toBeUndefined();
  });

  it("ends after the first denied item, including one without a required member", () => {
    const first = batch("deny_on_first_deny", [whole, {}, whole]);
    expect(callsToDecide(first)).toHaveLength(1);
    expect(decisionsOf(first, [allowed])).toEqual([true, false]);
    expect(decisionsOf(first, [denied])).toEqual([false]);
  });

  it("ends after the first permitted item", () => {
    const first = batch("permit_on_first_permit", [{}, whole, whole]);
    expect(callsToDecide(first)).toHaveLength(2);
    expect(decisionsOf(first, [allowed])).toEqual([false, true]);
  });
});

it("returns decision ids, log positions and the longest delay in headers", () => {
  const decided = [
    { answer: allowed, retryAfterSeconds: 3 },
    { answer: denied, retryAfterSeconds: 9 },
  ];
  const headersOf = (some: typeof decided | { answer: typeof allowed; retryAfterSeconds: null }[]) => {
    const headers = new Map<string, string>();
    setDecisionHeaders({ setHeader: (name, value) => headers.set(name, value) }, some);
    return [...headers];
  };
  expect(headersOf(decided)).toEqual([
    ["X-Decision-Id", "dec_1, dec_2"],
    ["X-Evidence-Seq", "7, 8"],
    ["Retry-After", "9"],
  ]);
  expect(headersOf([{ answer: allowed, retryAfterSeconds: null }])).toHaveLength(2);
});
