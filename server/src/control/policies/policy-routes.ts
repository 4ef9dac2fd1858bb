import { ApiError } from "@assay/contract/platform/errors";
import {
  baselineOutcomeOf,
  baselineOutcomes,
  policyToWire,
  policyVersionPages,
  summaryOf,
} from "@assay/contract/control/policies/policy-wire";
import { checkedPolicy } from "@assay/contract/control/policies/policy-contents";
import { testReportToWire, validationToWire } from "@assay/contract/control/policies/policy-trials";
import type { PolicyCommand } from "@assay/contract/control/policies/policy-rules";
import type { contract } from "@assay/contract/openapi/apis";
import { noSuchPolicy, noSuchPolicyVersion } from "@assay/contract/control/policies/policy-refusals";
import type { ControlDeps } from "../control-deps.ts";
import { commitAndNotify } from "../../evidence/log/append/append-in-transaction.ts";
import type { Call, Handlers } from "../../platform/http/routing/handler.ts";
import { runPolicyCase } from "@assay/contract/control/cedar/engine/run-policy-case";
import { findPolicy, listPolicies, listPolicyVersions } from "./policy-queries.ts";
import { changePolicy, getPolicy } from "./policy-service.ts";
import { simulatePolicy } from "./simulate-service.ts";

/** The routes of policies. */
export function policyHandlers(deps: ControlDeps): Handlers<typeof contract.policies> {
  const { knex } = deps.database;
  const { engine, checker } = deps.policies;
  // Runs before the transaction, because checking a text takes long.
  const check = (text: string) => checker.check(text);
  const change = (call: Call, command: PolicyCommand) =>
    commitAndNotify(deps, call, async (tx) => ({
      status: 200 as const,
      body: await changePolicy(tx, deps, { caller: call.caller, command }),
    }));
  const store = (call: Call, type: "create" | "replace", checked: ReturnType<typeof checkedPolicy>) => {
    const { warnings, ...command } = checked;
    return commitAndNotify(deps, call, async (tx) => {
      const stored = await changePolicy(tx, deps, { caller: call.caller, command: { type, ...command } });
      return { status: 200 as const, body: { ...stored, warnings } };
    });
  };
  return {
    create: async ({ body: { id, ...input } }, call) =>
      store(call, "create", checkedPolicy(id, input, check)),
    list: async (_input, { caller: { workspaceId } }) => {
      const rows = await listPolicies(knex, workspaceId);
      const own = rows.map((row) => ({ ...row, baseline: false }));
      return { status: 200, body: [...baselineOutcomes.map(summaryOf), ...own] };
    },
    validate: async ({ body: { text, outcome } }, { commit }) => {
      const body = validationToWire(checker.check(text), outcome);
      return commit(async () => ({ status: 200, body }));
    },
    simulate: async ({ body }, { caller, commit }) => {
      // Runs before the transaction, because a simulation takes long and changes nothing.
      const simulation = await simulatePolicy(deps, caller.workspaceId, body);
      return commit(async () => ({ status: 200, body: simulation }));
    },
    get: async ({ params: { id }, query: { version } }, { caller }) => ({
      status: 200,
      body: await getPolicy(knex, caller.workspaceId, { id, version }),
    }),
    replace: async ({ params: { id }, body }, call) => store(call, "replace", checkedPolicy(id, body, check)),
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
    rollback: ({ params: { id }, body: { version } }, call) =>
      change(call, { type: "rollback", id, version }),
    test: async ({ params: { id }, body: { version, tests } }, { caller, commit }) => {
      const policy = await getPolicy(knex, caller.workspaceId, { id });
      const tested =
        version === undefined || version === policy.version
          ? policy
          : await versionIn(deps, caller.workspaceId, { id, version });
      const results = (tests ?? tested.tests).map((one) => runPolicyCase(engine, tested, one));
      const body = testReportToWire(tested, results);
      return commit(async () => ({ status: 200, body }));
    },
  };
}

/** The version named in a request body. @throws {ApiError} 422 if it does not exist. */
async function versionIn(deps: ControlDeps, workspaceId: string, wanted: { id: string; version: number }) {
  return getPolicy(deps.database.knex, workspaceId, wanted).catch((error: unknown) => {
    // A database error does not mean that the version is missing.
    throw error instanceof ApiError ? noSuchPolicyVersion(wanted.id, wanted.version) : error;
  });
}
