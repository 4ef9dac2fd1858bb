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
import { EvidenceHarness, told } from "../log/evidence-harness.fixture.ts";
import { appendInTransaction } from "../log/append/append-in-transaction.ts";

const change = { agentId: "bot", by: "key_1" };
const agent = {
  name: "Bot",
  source: "builtin" as const,
  baseUrl: "",
  categories: [],
  tools: [],
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

/** All that decisions rest on and that somebody can change. */
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

test("whatever decisions rest on changes with an event that they look for", () => {
  expect(changes.map(({ type }) => type)).toHaveLength(16);
  for (const { type } of changes) expect(isControlChange({ type, origin: "server" }), type).toBe(true);
});

test("decisions, approvals, and what callers tell are no changes", () => {
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

  const append = (type: string) => harness.evidence.writer.append(harness.workspaceId, () => told(type));

  test("refuses what tells of a change: decisions beside it would not see it", async () => {
    const { writer } = harness.evidence;
    const tell = (origin: "server" | "caller") =>
      writer.append(harness.workspaceId, async () => ({ ...told("policy.updated"), origin }));
    const outcomes = await Promise.allSettled([append("a"), tell("server"), tell("caller"), append("b")]);
    expect(outcomes).toMatchObject([
      { status: "fulfilled" },
      {
        reason: {
          message:
            "policy.updated tells of a change: it needs a transaction of its own (appendInTransaction).",
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
