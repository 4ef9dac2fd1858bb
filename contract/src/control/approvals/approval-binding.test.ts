import { createHash } from "node:crypto";
import { describe, expect, it, test } from "vitest";
import { askDecision, contextAt } from "../decisions/evaluated-request.fixture.ts";
import { defaultSettings } from "../settings/settings.ts";
import { opening } from "./approval.fixture.ts";
import { bindingDifferences, bindingOf, bindsCall, type BoundCall } from "./approval-binding.ts";
import { decideApprovalUse } from "./approval-use-rules.ts";

const call = {
  ...askDecision.call,
  args: { amount: 150, list: [1, 2], "a/b": 1 },
  context: { cost: 1, egress: ["a.example"], approvalId: "apr_0" },
  session: "s-1",
};
const state = (properties: Record<string, unknown> | null, ...groups: string[]) => ({
  properties,
  ancestors: groups.map((id) => ({ type: "agent_group", id })),
  isUnloaded: false,
  unloaded: [],
});
const bound = {
  ...askDecision,
  call,
  storedOf: { subject: state(null), resource: state({ limit: 1 }), chain: [] },
};
const settingsOf = (bindSession: boolean) => ({
  ...defaultSettings,
  approvals: { ...defaultSettings.approvals, bindSession },
});
const openedFor = (bindSession = false) =>
  decideApprovalUse(undefined, opening(settingsOf(bindSession), bound), contextAt(1000)).record;

const changed = (set: Partial<BoundCall["call"]>): BoundCall => ({ ...bound, call: { ...call, ...set } });
const withContext = (set: object): BoundCall => changed({ context: { ...call.context, ...set } });

describe("an approval", () => {
  it.each<[string, BoundCall, string[]]>([
    ["an argument", changed({ args: { ...call.args, amount: 151 } }), ["/args/amount"]],
    ["an array", changed({ args: { ...call.args, list: [1] } }), ["/args/list/1"]],
    ["a type", changed({ args: { ...call.args, list: "1,2" } }), ["/args/list"]],
    ["a name with a slash", changed({ args: { ...call.args, "a/b": 2 } }), ["/args/a~1b"]],
    ["the cost", withContext({ cost: 2 }), ["/context/cost"]],
    ["the egress", withContext({ egress: ["b.example"] }), ["/context/egress/0"]],
    ["a new member", withContext({ note: "x" }), ["/context/note"]],
    ["null instead of an absent member", withContext({ note: null }), ["/context/note"]],
    ["the subject", changed({ subject: { type: "agent", id: "other" } }), ["/subject/id"]],
    [
      "a sent property",
      changed({ resource: { ...call.resource, properties: { ward: 4 } } }),
      ["/resource/properties/ward"],
    ],
    [
      "an action property",
      changed({ action: { ...call.action, properties: { dry: true } } }),
      ["/action/properties/dry"],
    ],
    [
      "a stored property",
      { ...bound, storedOf: { ...bound.storedOf, resource: state({ limit: 2 }) } },
      ["/stored/resource"],
    ],
    [
      "an ancestor of a stored entity",
      { ...bound, storedOf: { ...bound.storedOf, resource: state({ limit: 1 }, "a") } },
      ["/stored/resource"],
    ],
    [
      "a group of the subject",
      { ...bound, storedOf: { ...bound.storedOf, subject: state(null, "a") } },
      ["/stored/subject"],
    ],
    ["the policies", { ...bound, policySet: { ...bound.policySet, digest: "b".repeat(64) } }, ["/policySet"]],
  ])("does not bind a call with another value of %s, and names its path", (_title, other, paths) => {
    expect(bindsCall(openedFor(), other)).toBe(false);
    expect(bindingDifferences(openedFor(), other, [])).toEqual(paths);
  });

  it("binds the same call with another approval id and in another session", () => {
    expect(bindsCall(openedFor(), bound)).toBe(true);
    expect(bindsCall(openedFor(), withContext({ approvalId: "apr_1" }))).toBe(true);
    expect(bindsCall(openedFor(), changed({ session: "s-2" }))).toBe(true);
  });

  it("binds only its session if the settings say so", () => {
    expect(bindsCall(openedFor(true), bound)).toBe(true);
    expect(bindsCall(openedFor(true), changed({ session: "s-2" }))).toBe(false);
    expect(bindingDifferences(openedFor(true), changed({ session: "s-2" }), [])).toEqual(["/session"]);
  });

  it("lists at most 10 differences, without values", () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`m${index}`, "private"]));
    const paths = bindingDifferences(openedFor(), changed({ args: many }), []);
    expect(paths).toHaveLength(10);
    expect(paths.join()).not.toContain("private");
  });

  it("does not bind a call that differs only in a secret, and names no path", () => {
    const secretCall = (secret: string): BoundCall => withContext({ note: secret });
    const [one, other] = ["agent-key-0123456789-one", "agent-key-0123456789-two"];
    const secrets = [one, other];
    const open = { ...opening(settingsOf(false), { ...bound, ...secretCall(one) }), secrets };
    const { record } = decideApprovalUse(undefined, open, contextAt(1000));
    expect(JSON.stringify(record)).not.toContain(one);
    expect(bindsCall(record, secretCall(one))).toBe(true);
    expect(bindsCall(record, secretCall(other))).toBe(false);
    expect(bindingDifferences(record, secretCall(other), secrets)).toEqual([]);
  });
});

test("the digest is the SHA-256 of the RFC 8785 form of version 2", () => {
  const { policySet } = askDecision;
  const text = `{"action":{"name":"tools/call"},"args":{"patient":"p-1"},"context":{},"onBehalfOf":null,"policySet":"${policySet.digest}","resource":{"id":"chart.write","type":"tool"},"stored":{},"subject":{"id":"${askDecision.call.subject.id}","type":"agent"},"v":2}`;
  const expected = createHash("sha256").update(text).digest("hex");
  expect(bindingOf(askDecision, false)).toBe(expected);
});
