import { expect, test } from "vitest";
import { approvalEvent } from "../../control-evidence.ts";
import { opened } from "../approval.fixture.ts";
import { approvalContents, approvalToWire } from "../approval-wire.ts";
import { approvalEvents, approvalIn, expiryMessage, pendingMessage } from "./approval-stream.ts";

const publicUrl = "https://assay.example.org";
const { data } = approvalEvent("approval.requested", approvalContents(opened(), 1000), "key_requester");

test("the approval in an event is the approval in a response", () => {
  expect(approvalIn({ data }, publicUrl)).toEqual(approvalToWire(opened(), 1000, publicUrl));
  expect(approvalIn({ data }, undefined)).toMatchObject({ consoleUrl: null });
});

test("an erased event has no approval", () => {
  expect(approvalIn({ data: null }, publicUrl)).toBeUndefined();
});

test("an event of an earlier version has the defaults of the members that it lacks", () => {
  const later = new Set(["context", "risk", "requiredApprovals", "approvals"]);
  const earlier = Object.fromEntries(Object.entries(data).filter(([name]) => !later.has(name)));
  expect(approvalIn({ data: earlier }, undefined)).toMatchObject({
    context: null,
    risk: null,
    requiredApprovals: 1,
    approvals: [],
  });
});

test("a key that is bound to an agent selects only events of this agent", () => {
  expect(approvalEvents(null)).not.toHaveProperty("agentId");
  expect(approvalEvents("triage-bot")).toMatchObject({ agentId: "triage-bot", origin: "server" });
});

test("only messages of a snapshot have no position", () => {
  const approval = approvalToWire(opened(), 1000, undefined);
  const text = JSON.stringify(approval);
  expect(pendingMessage(approval)).toBe(`event: approval.pending\ndata: ${text}\n\n`);
  expect(expiryMessage(7, approval)).toBe(`id: 7\nevent: approval.expired\ndata: ${text}\n\n`);
});
