import { describe, expect, it } from "vitest";
import { exampleDecisionPayload } from "../../evidence/records/example-record.ts";
import { effectiveBaselinePolicies } from "../cedar/policy-set.ts";
import { unknownNode } from "../hierarchy/entity-nodes.ts";
import { engine, permitAll, policy, request } from "../cedar/engine/policy-engine.fixture.ts";
import {
  affectedDecisions,
  loggedDecision,
  sentEntitiesOf,
  simulateDecisions,
  type SimulationState,
  versionsOf,
} from "./simulate-policy.ts";

const draft = policy("forbid (principal, action, resource);", { id: "draft" });
const { subject, action, resource, facts } = request();
const digest = "0".repeat(64);
const permits = { ...permitAll, digest };
const allowed = {
  ...exampleDecisionPayload,
  agentId: subject.id,
  subject,
  action: { name: action.name },
  resource,
  said: null,
  facts,
  outcome: "allow" as const,
  policySet: { digest, policies: [{ id: permits.id, version: permits.version, digest }], unresolved: [] },
};
const logged = (data: unknown) => loggedDecision({ eventId: "evt_1", seq: 1, data });

/**
 * Simulates the draft on one decision.
 *
 * @param stored the present version of the policy; null if there is none.
 */
const simulate = (data: unknown, stored: typeof permits | null = permits) =>
  simulateDecisions([logged(data)], {
    engine,
    draft,
    versionOf: () => stored ?? undefined,
    find: () => unknownNode,
  });

describe("a simulation", () => {
  it("replays a decision with the draft", async () => {
    expect(await simulate(allowed)).toMatchObject({ replayed: 1, changed: [{ from: "allow", to: "deny" }] });
  });

  it("does not replay an event without the present format", async () => {
    expect(await simulate({ outcome: "allow" })).toMatchObject({
      replayed: 0,
      notReplayed: [{ decisionId: null, code: "other_shape" }],
    });
  });

  it("does not replay a decision whose outcome differs without the draft", async () => {
    expect(await simulate({ ...allowed, outcome: "ask" })).toMatchObject({
      notReplayed: [
        {
          code: "not_reproduced",
          because: "If the decision is replayed without the draft, the outcome is allow instead of ask.",
        },
      ],
    });
  });

  it("does not replay a decision by a version that has other contents", async () => {
    for (const stored of [null, permitAll])
      expect(await simulate(allowed, stored)).toMatchObject({ notReplayed: [{ code: "policy_gone" }] });
  });
});

describe("the budget of a simulation", () => {
  const costly = (steps: number): SimulationState["engine"] => ({
    readsOf: () => undefined,
    decide: (...[set, question, findings, tooLarge, admits]) => {
      admits?.(steps);
      return engine.decide(set, question, findings, tooLarge);
    },
  });
  const simulateTwelve = (further: Partial<SimulationState>) =>
    simulateDecisions(
      Array.from({ length: 12 }, () => logged(allowed)),
      {
        engine,
        draft,
        versionOf: () => permits,
        find: () => unknownNode,
        ...further,
      },
    );

  it("includes the evaluations without and with the draft", async () => {
    // 2,000,000,000 steps suffice for 20 evaluations, so for 10 decisions.
    const { replayed, notReplayed } = await simulateTwelve({ engine: costly(100_000_000) });
    expect([replayed, notReplayed.map(({ code }) => code)]).toEqual([10, ["budget_spent", "budget_spent"]]);
  });

  it("is spent if one evaluation of a decision does not fit into it", async () => {
    // The 11th evaluation, of the sixth decision without the draft, fits; the 12th does not.
    const { replayed, notReplayed } = await simulateTwelve({ engine: costly(180_000_000) });
    expect([replayed, notReplayed.length]).toEqual([5, 7]);
  });

  it("also ends when the time is over", async () => {
    let calls = 0;
    const isTimeOver = () => (calls += 1) > 3;
    expect(await simulateTwelve({ isTimeOver })).toMatchObject({
      replayed: 3,
      notReplayed: Array.from({ length: 9 }, () => ({
        code: "budget_spent",
        because: expect.stringMatching(/^The simulation has reached its limit of 30 seconds\. /),
      })),
    });
  });
});

describe("the decisions that a draft may affect", () => {
  it("are the decisions by the policy, and the decisions without the present format", () => {
    const others = [logged(allowed), logged({})];
    expect(affectedDecisions(draft, others)).toEqual([others[1]]);
    expect(affectedDecisions({ ...draft, id: permits.id }, others)).toEqual(others);
    expect(affectedDecisions({ ...draft, id: "(draft)" }, others)).toEqual(others);
  });
});

it("loads each version once, without the baseline, and the entities of each request", () => {
  const [latch] = effectiveBaselinePolicies;
  const named = allowed.policySet.policies;
  const policies = [...named, ...named, { id: latch?.id ?? "", version: 1, digest }];
  const one = logged({
    ...allowed,
    policySet: { digest, policies, unresolved: [] },
    stored: { subject: digest },
  });
  expect(versionsOf([one, one])).toEqual([{ id: permits.id, version: permits.version }]);
  expect(sentEntitiesOf([one])).toMatchObject([{ subject: { type: subject.type, id: subject.id } }]);
});
