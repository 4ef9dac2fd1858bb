import type { Policy, SimulatePolicyBody } from "@assay/contract/control/policies/policy-responses";
import {
  canTest,
  type CheckedText,
  checkedPolicy,
  checkedRollback,
  type PolicyVersion,
} from "@assay/contract/control/policies/policy-contents";
import type { PolicyInput } from "@assay/contract/control/policies/policy-object";
import { unknownNamesToWire } from "@assay/contract/control/policies/names/unknown-names";
import {
  allWarnings,
  type TestedPolicy,
  testWarnings,
} from "@assay/contract/control/simulation/test-warnings";
import { runPolicyCases } from "@assay/contract/control/cedar/engine/run-policy-case";
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
import { cutSorted } from "@assay/contract/platform/paging/sorted-page";
import { withAnnotations } from "@assay/contract/control/cedar/text/policy-annotations";
import { uncheckedText } from "@assay/contract/control/policies/unchecked-text";
import { matchesFilter } from "../evidence/event-handlers.ts";
import { appendServerEvent } from "../evidence/evidence-log.ts";
import type { EvidenceTables } from "../evidence/evidence-tables.ts";
import { type ControlCall, type ControlHandlers, knownNamesOf, type PolicyRow } from "./control-tables.ts";
import { findNodeIn, notEvaluated, policyDecider } from "./evaluate-decision.ts";
import { loadPolicyTools, notLoaded } from "./policy-tools.ts";

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
  const { baseline: _baseline, liveVersion, ...version } = record;
  if (changes.length > 0) policies.set(id, { versions: [...row.versions, version], liveVersion });
  for (const event of evidence) appendServerEvent(call, event);
  return structuredClone(record);
}

/** Returns the warnings about the test cases of a policy. Outcomes that the test sets replace the engine's. */
async function warningsOf(policy: TestedPolicy, { tables: { decisions } }: ControlCall) {
  const tools = await loadPolicyTools();
  const engine = tools || decisions.has(policy.id) ? policyDecider(decisions) : undefined;
  return testWarnings(engine, policy, (run) => run());
}

/** Stores a checked text. */
async function storeText(
  call: ControlCall,
  type: "create" | "replace",
  { id, ...input }: PolicyInput & { id: string },
) {
  const checked = await checkedText(input.text);
  const tested = canTest(checked, input) ? await warningsOf({ id, ...input }, call) : [];
  return call.commit(() => {
    const known = knownNamesOf(call.caller.workspace);
    const { warnings, ...command } = checkedPolicy(id, input, { checked, known });
    return { ...storePolicyVersion(call, { type, ...command }), warnings: allWarnings(tested, warnings) };
  });
}

function policyRowOf({ caller }: ControlCall, id: string): PolicyRow {
  const row = caller.workspace.policies.get(id);
  if (!row) throw noSuchPolicy(id);
  return row;
}

/** Returns a version of a policy or of the baseline; default: the latest version. */
function policyOf(call: ControlCall, id: string, version?: number): Policy {
  const found = baselineVersionOf(id, version) ?? storedVersion(policyRowOf(call, id), version);
  if (!found) throw noSuchPolicy(id, version);
  return structuredClone(found);
}

/** Checks a policy text. Without the engine, only the text's annotations are checked. */
async function checkedText(text: string): Promise<CheckedText> {
  const tools = await loadPolicyTools();
  return tools?.checker.check(text) ?? withAnnotations(text, uncheckedText(text));
}

export const policyHandlers: ControlHandlers<"policies"> = {
  create: ({ body }, call) => storeText(call, "create", body),
  list: (_input, { caller }) => {
    const own = [...caller.workspace.policies.values()].flatMap((row) => storedVersion(row) ?? []);
    const sorted = own.sort((a, b) => (a.id < b.id ? -1 : 1));
    return [...baselineOutcomes, ...sorted].map(summaryOf);
  },
  validate: async ({ body }, { caller, commit }) => {
    const tools = await loadPolicyTools();
    if (!tools)
      throw notLoaded("The text is not validated", "set the response with createMocks().validatePolicy");
    const checked = tools.checker.check(body.text);
    return commit(() => validationToWire(checked, body, knownNamesOf(caller.workspace)));
  },
  simulate: async ({ body }, call) => {
    const tools = await loadPolicyTools();
    const { policyId: id } = body;
    const draft = draftPolicy(
      body,
      id === undefined ? undefined : policyOf(call, id),
      (text) => tools?.checker.check(text) ?? uncheckedText(text),
    );
    const { workspace } = call.caller;
    const { decisions } = call.tables;
    if (!tools && !decisions.has(draft.id)) throw notEvaluated(draft.id);
    const simulation = await simulateDecisions(affectedDecisions(draft, decisionsOf(workspace, body)), {
      engine: policyDecider(decisions),
      draft,
      versionOf: (named) => storedVersion(workspace.policies.get(named.id), named.version),
      find: findNodeIn(workspace),
    });
    return call.commit(() => simulation);
  },
  get: async ({ params, query }, call) => {
    const policy = policyOf(call, params.id, query.version);
    const { names } = await checkedText(policy.text);
    return { ...policy, unknownNames: unknownNamesToWire(names, knownNamesOf(call.caller.workspace)) };
  },
  replace: ({ params: { id }, body }, call) => storeText(call, "replace", { id, ...body }),
  versions: ({ params: { id }, query }, call) => {
    const pages = policyVersionPages(id, query);
    const baseline = baselineOutcomeOf(id);
    if (baseline) return { versions: [structuredClone(baseline)], nextCursor: null };
    const order = { keyOf: ({ version }: PolicyVersion) => [version], descending: true };
    const { page, nextCursor } = cutSorted(pages, policyRowOf(call, id).versions, order);
    return { versions: page.map(({ version }) => policyOf(call, id, version)), nextCursor };
  },
  rollback: async ({ params: { id }, body: { version, unknownNames } }, call) => {
    const earlier = call.caller.workspace.policies.get(id)?.versions[version - 1];
    const checked = earlier && (await checkedText(earlier.text));
    const tested = earlier ? await warningsOf(earlier, call) : [];
    return call.commit(() => {
      const known = knownNamesOf(call.caller.workspace);
      const warnings = checked ? checkedRollback(earlier, unknownNames, { checked, known }) : [];
      const stored = storePolicyVersion(call, { type: "rollback", id, version });
      return { ...stored, warnings: allWarnings(tested, warnings) };
    });
  },
  test: async ({ params: { id }, body: { version, tests } }, call) => {
    const latest = policyOf(call, id);
    const tested =
      version === undefined || version === latest.version ? latest : namedVersion(call, id, version);
    await loadPolicyTools();
    const engine = policyDecider(call.tables.decisions);
    const cases = tests ?? tested.tests;
    const results = await runPolicyCases(engine, { policy: tested, cases }, (run) => run());
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
