import {
  agentCreated,
  agentDeleted,
  agentKeyRotated,
  agentMoved,
  agentPoliciesSet,
  agentUpdated,
  entitiesChanged,
  policyStored,
  settingsUpdated,
  type ControlEvent,
} from "@assay/contract/control/control-evidence";
import { baselineOutcomes } from "@assay/contract/control/policies/policy-wire";
import { defaultSettings } from "@assay/contract/control/settings/settings";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inTransaction } from "../../platform/db/transaction.ts";
import { engines } from "../../platform/jobs/job-harness.fixture.ts";
import { isControlChange } from "./control-changes.ts";
import { EvidenceHarness, testEvent } from "../log/evidence-harness.fixture.ts";
import { appendInTransaction } from "../log/append/append-in-transaction.ts";

const change = { agentId: "bot", by: "key_1" };
const agent = {
  name: "Bot",
  source: "builtin" as const,
  baseUrl: "",
  categories: [],
  tools: [],
  groups: [],
  boundary: "default",
  env: {},
};
const moves = (["active", "suspended", "quarantined", "retired"] as const).map((to) =>
  agentMoved(change, { from: "pending", to, reason: null }),
);
const policies = baselineOutcomes
  .slice(0, 1)
  .flatMap((policy) => [
    policyStored(policy),
    policyStored({ ...policy, version: 2 }),
    policyStored({ ...policy, version: 3, status: "retired" }),
  ]);
const counts = { entityCount: 0, actionCount: 0 };

/** One event for each kind of control change. */
const changes: ControlEvent[] = [
  agentCreated(change, agent, "active"),
  agentUpdated(change, agent, ["tools"]),
  ...moves,
  agentPoliciesSet(change, []),
  agentKeyRotated(change),
  agentDeleted(change),
  ...policies,
  settingsUpdated("key_1", ["toolRisk"], defaultSettings),
  ...(["replaced", "merged", "deleted"] as const).map((how) => entitiesChanged("key_1", how, counts)),
];

test("every control change has an event type that decisions check", () => {
  expect(changes.map(({ type }) => type)).toHaveLength(16);
  for (const { type } of changes) expect(isControlChange({ type, origin: "server" }), type).toBe(true);
});

test("decisions, approvals and callers' events are not control changes", () => {
  for (const type of ["policy_decision", "approval.approved", "spend.settled", "evidence_erased", "agents"])
    expect(isControlChange({ type, origin: "server" }), type).toBe(false);
  expect(isControlChange({ type: "policy.updated", origin: "caller" })).toBe(false);
});

describe.each(engines)("the writer of decisions on %s", (engine) => {
  let harness: EvidenceHarness;
  beforeAll(async () => {
    harness = await EvidenceHarness.open(engine);
  });
  beforeEach(() => harness.newWorkspace());
  afterAll(() => harness.close());

  const append = (type: string) => harness.evidence.writer.append(harness.workspaceId, () => testEvent(type));

  test("rejects control changes, which other decisions of the batch would not see", async () => {
    const { writer } = harness.evidence;
    const appendChange = (origin: "server" | "caller") =>
      writer.append(harness.workspaceId, async () => ({ ...testEvent("policy.updated"), origin }));
    const outcomes = await Promise.allSettled([
      append("a"),
      appendChange("server"),
      appendChange("caller"),
      append("b"),
    ]);
    expect(outcomes).toMatchObject([
      { status: "fulfilled" },
      {
        reason: {
          message: "policy.updated is a control change: append it with appendInTransaction.",
        },
      },
      { status: "fulfilled" },
      { status: "fulfilled" },
    ]);
    const deps = { database: harness.database, now: () => new Date(0) };
    const { workspaceId } = harness;
    const event = { type: "policy.updated", data: {} };
    await inTransaction(harness.database, (tx) => appendInTransaction(tx, deps, { workspaceId, event }));
    expect((await harness.stored()).map(({ type }) => type)).toEqual(["a", event.type, "b", event.type]);
  });
});
