import { ApiError } from "@assay/contract/platform/errors";
import {
  baselineOutcomeOf,
  baselineOutcomes,
  policyToWire,
  policyVersionPages,
  summaryOf,
} from "@assay/contract/control/policies/policy-wire";
import { canTest, checkedPolicy, checkedRollback } from "@assay/contract/control/policies/policy-contents";
import type { PolicyInput } from "@assay/contract/control/policies/policy-object";
import type { PolicyName } from "@assay/contract/control/policies/names/name-index";
import { unknownNamesToWire } from "@assay/contract/control/policies/names/unknown-names";
import { testReportToWire, validationToWire } from "@assay/contract/control/policies/policy-trials";
import type { contract } from "@assay/contract/openapi/apis";
import { noSuchPolicy, noSuchPolicyVersion } from "@assay/contract/control/policies/policy-refusals";
import type { ControlDeps } from "../control-deps.ts";
import { commitAndNotify } from "../../evidence/log/append/append-in-transaction.ts";
import type { Call, Handlers } from "../../platform/http/routing/handler.ts";
import { runPolicyCases } from "@assay/contract/control/cedar/engine/run-policy-case";
import {
  allWarnings,
  type TestedPolicy,
  testWarnings,
} from "@assay/contract/control/simulation/test-warnings";
import type { Tx } from "../../platform/db/transaction.ts";
import { loadKnownNames } from "./known-names.ts";
import { findPolicy, findPolicyVersion, listPolicies, listPolicyVersions } from "./policy-queries.ts";
import { changePolicy, getPolicy } from "./policy-service.ts";
import { simulatePolicy } from "./simulation/simulate-service.ts";

/** The routes of policies. */
export function policyHandlers(deps: ControlDeps): Handlers<typeof contract.policies> {
  const { knex } = deps.database;
  const { engine, texts } = deps.policies;
  // Checking a text takes long, so the text is checked before the transaction starts.
  const preparedWarnings = async (policy: TestedPolicy, { caller: { workspaceId } }: Call) => {
    await texts.prepareText(policy.text, workspaceId);
    return testWarnings(engine, policy, (run) => deps.policies.turns.run(workspaceId, run));
  };
  const store = async (call: Call, { type, id, input }: StoreCommand) => {
    const checked = await texts.check(input.text, call);
    const tested = canTest(checked, input) ? await preparedWarnings({ id, ...input }, call) : [];
    return commitAndNotify(deps, call, async (tx) => {
      const known = await knownFor(tx, call, checked.names);
      const { warnings, ...command } = checkedPolicy(id, input, { checked, known });
      const stored = await changePolicy(tx, deps, { caller: call.caller, command: { type, ...command } });
      return { status: 200 as const, body: { ...stored, warnings: allWarnings(tested, warnings) } };
    });
  };
  return {
    create: ({ body: { id, ...input } }, call) => store(call, { type: "create", id, input }),
    list: async (_input, { caller: { workspaceId } }) => {
      const rows = await listPolicies(knex, workspaceId);
      const own = rows.map((row) => ({ ...row, baseline: false }));
      return { status: 200, body: [...baselineOutcomes.map(summaryOf), ...own] };
    },
    validate: async ({ body }, call) => {
      const checked = await texts.check(body.text, call);
      return call.commit(async (tx) => {
        const known = await knownFor(tx, call, checked.names);
        return { status: 200, body: validationToWire(checked, body, known) };
      });
    },
    simulate: ({ body }, call) =>
      call.commitComputed(async () => ({
        status: 200 as const,
        body: await simulatePolicy(deps, call, body),
      })),
    get: async ({ params: { id }, query: { version } }, call) => {
      const { workspaceId } = call.caller;
      const policy = await getPolicy(knex, workspaceId, { id, version });
      const names = await texts.names(policy.text, call);
      const known = await loadKnownNames(knex, workspaceId, { names, extent: "named" });
      return { status: 200, body: { ...policy, unknownNames: unknownNamesToWire(names, known) } };
    },
    replace: ({ params: { id }, body }, call) => store(call, { type: "replace", id, input: body }),
    versions: async ({ params: { id }, query }, { caller }) => {
      const pages = policyVersionPages(id, query);
      const baseline = baselineOutcomeOf(id);
      if (baseline) return { status: 200, body: { versions: [baseline], nextCursor: null } };
      const policy = await findPolicy(knex, caller.workspaceId, id);
      if (!policy) throw noSuchPolicy(id);
      const [before] = (pages.after ?? []).map(Number);
      const range = { id, limit: pages.limit + 1, before };
      const rows = await listPolicyVersions(knex, caller.workspaceId, range);
      const { page, nextCursor } = pages.cut(rows, ({ version }) => [version]);
      const versions = page.map((row) => policyToWire(row, policy.live_version));
      return { status: 200, body: { versions, nextCursor } };
    },
    rollback: async ({ params: { id }, body: { version, unknownNames } }, call) => {
      const earlier = await findPolicyVersion(knex, call.caller.workspaceId, { id, version });
      const checked = earlier && (await texts.check(earlier.text, call));
      const tested = earlier ? await preparedWarnings(earlier, call) : [];
      return commitAndNotify(deps, call, async (tx) => {
        const known = await knownFor(tx, call, checked?.names ?? []);
        const warnings = checked ? checkedRollback(earlier, unknownNames, { checked, known }) : [];
        const command = { type: "rollback" as const, id, version };
        const stored = await changePolicy(tx, deps, { caller: call.caller, command });
        return { status: 200, body: { ...stored, warnings: allWarnings(tested, warnings) } };
      });
    },
    test: async ({ params: { id }, body: { version, tests } }, { caller, commit }) => {
      const policy = await getPolicy(knex, caller.workspaceId, { id });
      const tested =
        version === undefined || version === policy.version
          ? policy
          : await versionIn(deps, caller.workspaceId, { id, version });
      await texts.prepareText(tested.text, caller.workspaceId);
      const results = await runPolicyCases(engine, { policy: tested, cases: tests ?? tested.tests }, (run) =>
        deps.policies.turns.run(caller.workspaceId, run),
      );
      const body = testReportToWire(tested, results);
      return commit(async () => ({ status: 200, body }));
    },
  };
}

/** A command that stores a policy text. */
interface StoreCommand {
  type: "create" | "replace";
  id: string;
  input: PolicyInput;
}

/**
 * Loads all names that the workspace knows, because warnings suggest known names that are similar to an
 * unknown one.
 */
const knownFor = (tx: Tx, { caller }: Call, names: readonly PolicyName[]) =>
  loadKnownNames(tx, caller.workspaceId, { names, extent: "all" });

/** Loads the policy version that a request body names. @throws {ApiError} 422 if it does not exist. */
async function versionIn(deps: ControlDeps, workspaceId: string, wanted: { id: string; version: number }) {
  return getPolicy(deps.database.knex, workspaceId, wanted).catch((error: unknown) => {
    // A database error does not mean that the version is missing.
    throw error instanceof ApiError ? noSuchPolicyVersion(wanted.id, wanted.version) : error;
  });
}
