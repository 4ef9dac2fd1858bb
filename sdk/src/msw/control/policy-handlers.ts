import type { Policy, SimulatePolicyBody } from "@assay/contract/control/policies/policy-responses";
import { type CheckedText, checkedPolicy } from "@assay/contract/control/policies/policy-contents";
import { runPolicyCase } from "@assay/contract/control/cedar/engine/run-policy-case";
import {
  affectedDecisions,
  defaultSimulated,
  loggedDecision,
  simulateDecisions,
} from "@assay/contract/control/simulation/simulate-policy";
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
import { uncheckedText } from "@assay/contract/control/policies/unchecked-text";
import { matchesFilter } from "../evidence/event-handlers.ts";
import { appendServerEvent } from "../evidence/evidence-log.ts";
import type { EvidenceTables } from "../evidence/evidence-tables.ts";
import type { ControlCall, ControlHandlers, PolicyRow } from "./control-tables.ts";
import { notEvaluated, policyDecider } from "./evaluate-decision.ts";
import { loadPolicyTools, notLoaded, policyTools } from "./policy-tools.ts";

function storedVersion(row: PolicyRow | undefined, version?: number): Policy | undefined {
  const found = row?.versions[(version ?? row.versions.length) - 1];
  return row && found && structuredClone(policyToWire(found, row.liveVersion));
}

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
  const { record, changes, evidence } = decidePolicy(state, command, call.rules);
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
    return { ...stored, warnings };
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

/** The function that checks texts. Without the engine, texts are stored unchecked. */
async function checkOfTexts(): Promise<(text: string) => CheckedText> {
  const tools = await loadPolicyTools();
  return (text) => tools?.checker.check(text) ?? uncheckedText(text);
}

export const policyHandlers: ControlHandlers<"policies"> = {
  create: async ({ body: { id, ...input } }, call) =>
    storeChecked(call, "create", checkedPolicy(id, input, await checkOfTexts())),
  list: (_input, { caller }) => {
    const own = [...caller.workspace.policies.values()].flatMap((row) => storedVersion(row) ?? []);
    const sorted = own.sort((a, b) => (a.id < b.id ? -1 : 1));
    return [...baselineOutcomes, ...sorted].map(summaryOf);
  },
  validate: async ({ body: { text, outcome } }, { commit }) => {
    const tools = await loadPolicyTools();
    if (!tools)
      throw notLoaded("The text is not validated", "set the response with createMocks().validatePolicy");
    const body = validationToWire(tools.checker.check(text), outcome);
    return commit(() => body);
  },
  simulate: async ({ body }, call) => {
    const check = await checkOfTexts();
    const { policyId: id } = body;
    const draft = draftPolicy(body, id === undefined ? undefined : policyOf(call, id), check);
    const { workspace } = call.caller;
    const { decisions } = call.tables;
    if (!policyTools() && !decisions.has(draft.id)) throw notEvaluated(draft.id);
    const simulation = await simulateDecisions(affectedDecisions(draft, decisionsOf(workspace, body)), {
      engine: policyDecider(decisions),
      draft,
      versionOf: (named) => storedVersion(workspace.policies.get(named.id), named.version),
      stored: workspace.entities,
      pause: () => Promise.resolve(),
    });
    return call.commit(() => simulation);
  },
  get: ({ params, query }, call) => policyOf(call, params.id, query.version),
  replace: async ({ params: { id }, body }, call) =>
    storeChecked(call, "replace", checkedPolicy(id, body, await checkOfTexts())),
  versions: ({ params: { id }, query }, call) => {
    const pages = policyVersionPages(id, query);
    const baseline = baselineOutcomeOf(id);
    if (baseline) return { versions: [structuredClone(baseline)], nextCursor: null };
    const [before = Infinity] = (pages.after ?? []).map(Number);
    const older = policyRowOf(call, id).versions.filter(({ version }) => version < before);
    const { page, nextCursor } = pages.cut(older.toReversed(), ({ version }) => [version]);
    return { versions: page.map(({ version }) => policyOf(call, id, version)), nextCursor };
  },
  rollback: ({ params: { id }, body: { version } }, call) =>
    call.commit(() => storePolicyVersion(call, { type: "rollback", id, version })),
  test: async ({ params: { id }, body: { version, tests } }, call) => {
    const latest = policyOf(call, id);
    const tested =
      version === undefined || version === latest.version ? latest : namedVersion(call, id, version);
    await loadPolicyTools();
    const engine = policyDecider(call.tables.decisions);
    const results = (tests ?? tested.tests).map((one) => runPolicyCase(engine, tested, one));
    return call.commit(() => testReportToWire(tested, results));
  },
};

/** The latest decisions of the log, newest first. */
function decisionsOf({ evidence }: EvidenceTables, { agentId, last }: SimulatePolicyBody) {
  const matches = matchesFilter({ type: "policy_decision", origin: "server", agentId }, evidence);
  return evidence.events
    .filter(matches)
    .slice(-(last ?? defaultSimulated))
    .toReversed()
    .map(loggedDecision);
}

function namedVersion(call: ControlCall, id: string, version: number): Policy {
  const found = baselineOutcomeOf(id) ? undefined : storedVersion(policyRowOf(call, id), version);
  if (!found) throw noSuchPolicyVersion(id, version);
  return found;
}
