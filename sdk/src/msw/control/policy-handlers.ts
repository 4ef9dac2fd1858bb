import type { Policy } from "@assay/contract/control/policies/policy-responses";
import { checkedPolicy } from "@assay/contract/control/policies/policy-contents";
import { outlinePolicy } from "@assay/contract/control/cedar/policy-outline";
import { noSuchPolicy, noSuchPolicyVersion } from "@assay/contract/control/policies/policy-refusals";
import { decidePolicy, type PolicyCommand, policyIdOf } from "@assay/contract/control/policies/policy-rules";
import {
  baselineOutcomeOf,
  baselineOutcomes,
  baselineVersionOf,
  policyToWire,
  policyVersionPages,
  summaryOf,
} from "@assay/contract/control/policies/policy-wire";
import {
  draftPolicy,
  testReportToWire,
  validationToWire,
} from "@assay/contract/control/policies/policy-trials";
import { appendServerEvent } from "../evidence/evidence-log.ts";
import type { ControlCall, ControlHandlers } from "./control-tables.ts";
import { ruleContext } from "../platform/state/rule-context.ts";
import type { PolicyRow } from "./control-tables.ts";

const storedVersion = (
  { versions, liveVersion }: PolicyRow,
  version = versions.length,
): Policy | undefined => {
  const found = versions[version - 1];
  return found && structuredClone(policyToWire(found, liveVersion));
};

/** Stores a version of a policy. */
function storePolicyVersion(call: ControlCall, command: PolicyCommand): Policy {
  const { policies } = call.caller.workspace;
  const id = policyIdOf(command);
  const row = policies.get(id) ?? { versions: [], liveVersion: null };
  const state = {
    latest: row.versions.at(-1),
    liveVersion: row.liveVersion,
    earlier: command.type === "rollback" ? row.versions[command.version - 1] : undefined,
    policyCount: policies.size,
  };
  const { record, changes, evidence } = decidePolicy(state, command, ruleContext(call));
  if (!record) throw new Error("A policy of the mock was decided without a version.");
  const { baseline: _baseline, liveVersion, ...version } = record;
  if (changes.length > 0) policies.set(id, { versions: [...row.versions, version], liveVersion });
  for (const event of evidence) appendServerEvent(call, event);
  return structuredClone(record);
}

const storeChecked = (
  call: ControlCall,
  type: "create" | "replace",
  { warnings, ...command }: ReturnType<typeof checkedPolicy>,
) =>
  call.commit(() => {
    const stored = storePolicyVersion(call, { type, ...command });
    return { status: 200 as const, body: { ...stored, warnings } };
  });

function policyRowOf({ caller }: ControlCall, id: string): PolicyRow {
  const row = caller.workspace.policies.get(id);
  if (!row) throw noSuchPolicy(id);
  return row;
}

/** A version of a policy or the baseline; the latest by default. */
function policyOf(call: ControlCall, id: string, version?: number): Policy {
  const found = baselineVersionOf(id, version) ?? storedVersion(policyRowOf(call, id), version);
  if (!found) throw noSuchPolicy(id, version);
  return structuredClone(found);
}

/** A mock does not run Cedar: it validates the form of a text, and uses arranged results. */
export const policyHandlers: ControlHandlers<"policies"> = {
  create: ({ body: { id, ...input } }, call) =>
    storeChecked(call, "create", checkedPolicy(id, input, outlinePolicy)),
  list: (_input, { caller }) => {
    const own = [...caller.workspace.policies.values()].flatMap((row) => storedVersion(row) ?? []);
    const sorted = own.sort((a, b) => (a.id < b.id ? -1 : 1));
    return { status: 200, body: [...baselineOutcomes, ...sorted].map(summaryOf) };
  },
  validate: ({ body: { text, outcome } }, { commit }) => {
    const body = validationToWire(outlinePolicy(text), outcome);
    return commit(() => ({ status: 200, body }));
  },
  simulate: ({ body }, call) => {
    const { policyId, agentId, last = 100 } = body;
    draftPolicy(body, policyId === undefined ? undefined : policyOf(call, policyId), outlinePolicy);
    const decisions = call.caller.workspace.evidence.events.filter(
      ({ type, origin, data }) =>
        type === "policy_decision" &&
        origin === "server" &&
        (agentId === undefined || data?.["agentId"] === agentId),
    );
    const plain = { replayed: Math.min(decisions.length, last), changed: [], notReplayed: [] };
    return call.commit(() => ({
      status: 200,
      body: { ...plain, ...structuredClone(call.tables.simulation) },
    }));
  },
  get: ({ params, query }, call) => ({ status: 200, body: policyOf(call, params.id, query.version) }),
  replace: ({ params: { id }, body }, call) =>
    storeChecked(call, "replace", checkedPolicy(id, body, outlinePolicy)),
  versions: ({ params: { id }, query }, call) => {
    const pages = policyVersionPages(id, query);
    const baseline = baselineOutcomeOf(id);
    if (baseline) return { status: 200, body: { versions: [structuredClone(baseline)], nextCursor: null } };
    const [before = Infinity] = (pages.after ?? []).map(Number);
    const older = policyRowOf(call, id).versions.filter(({ version }) => version < before);
    const { page, nextCursor } = pages.cut(older.toReversed(), ({ version }) => [version]);
    return {
      status: 200,
      body: { versions: page.map(({ version }) => policyOf(call, id, version)), nextCursor },
    };
  },
  rollback: ({ params: { id }, body: { version } }, call) =>
    call.commit(() => ({
      status: 200 as const,
      body: storePolicyVersion(call, { type: "rollback", id, version }),
    })),
  test: ({ params: { id }, body: { version, tests } }, call) => {
    const latest = policyOf(call, id);
    const tested =
      version === undefined || version === latest.version ? latest : namedVersion(call, id, version);
    const arranged = call.tables.policyTests.get(id);
    const results = (tests ?? tested.tests).map(({ name, expect }) => {
      const actual = arranged?.get(name) ?? expect;
      return { name, passed: actual === expect, expected: expect, actual, messages: [] };
    });
    return call.commit(() => ({ status: 200, body: testReportToWire(tested, results) }));
  },
};

function namedVersion(call: ControlCall, id: string, version: number): Policy {
  const found = baselineOutcomeOf(id) ? undefined : storedVersion(policyRowOf(call, id), version);
  if (!found) throw noSuchPolicyVersion(id, version);
  return found;
}
