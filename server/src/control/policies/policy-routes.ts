import { ApiError } from "@assay/contract/platform/errors";
import {
  baselineAnswerOf,
  baselineAnswers,
  outcomeFault,
  outcomeWarnings,
  summaryOf,
} from "@assay/contract/control/policies/policy-rules";
import type { contract } from "@assay/contract/openapi/apis";
import { noSuchPolicy, noSuchPolicyVersion } from "@assay/contract/control/policies/policy-refusals";
import { decodeCursor, encodeCursor } from "@assay/contract/wire";
import type { ControlDeps } from "../control-deps.ts";
import { committed } from "../../evidence/log/append/tell-in-transaction.ts";
import type { Handlers } from "../../platform/http/routing/handler.ts";
import { runPolicyCase } from "../cedar/index.ts";
import { findPolicy, listPolicies, listPolicyVersions } from "./policy-queries.ts";
import { checkedContents, createPolicy, getPolicy, replacePolicy, rollbackPolicy } from "./policy-service.ts";
import { policyToWire, summaryToWire } from "./policy-wire.ts";
import { simulatePolicy } from "./simulate-service.ts";

const defaultLimit = 20;
const cursorNames = { parameter: "cursor", member: "nextCursor" };

/** The routes of policies. */
export function policyHandlers(deps: ControlDeps): Handlers<typeof contract.policies> {
  const { knex } = deps.database;
  const { engine, checker } = deps.policies;
  return {
    create: async ({ body: { id, ...input } }, call) => {
      const checked = checkedContents(deps, id, input);
      return committed(deps, call, async (tx) => ({
        status: 200 as const,
        body: await createPolicy(tx, deps, { author: call.caller, ...checked }),
      }));
    },
    list: async (_input, { caller: { workspaceId } }) => {
      const rows = await listPolicies(knex, workspaceId);
      const own = rows.map((row) => summaryToWire(row, row.live_version));
      return { status: 200, body: [...baselineAnswers.map(summaryOf), ...own] };
    },
    validate: async ({ body: { text, outcome } }, { commit }) => {
      const { validated, errors, warnings, statements } = checker.check(text);
      const fault = errors.length === 0 ? outcomeFault(outcome, statements) : undefined;
      const nowhere = { line: null, column: null, endLine: null, endColumn: null };
      const all = fault ? [{ message: fault.message, ...nowhere }] : [...errors];
      const remarks = [...warnings, ...outcomeWarnings(outcome, statements)];
      const body = { valid: all.length === 0, validated, errors: all, warnings: remarks };
      return commit(async () => ({ status: 200, body }));
    },
    simulate: async ({ body }, { caller, commit }) => {
      // Before the transaction: it takes its time, and changes nothing.
      const simulation = await simulatePolicy(deps, caller.workspaceId, body);
      return commit(async () => ({ status: 200, body: simulation }));
    },
    get: async ({ params: { id }, query: { version } }, { caller }) => ({
      status: 200,
      body: await getPolicy(knex, caller.workspaceId, { id, version }),
    }),
    replace: async ({ params: { id }, body }, call) => {
      const checked = checkedContents(deps, id, body);
      return committed(deps, call, async (tx) => ({
        status: 200 as const,
        body: await replacePolicy(tx, deps, { author: call.caller, ...checked }),
      }));
    },
    versions: async ({ params: { id }, query: { limit = defaultLimit, cursor } }, { caller }) => {
      const baseline = baselineAnswerOf(id);
      const identity = { list: `policies.versions:${id}`, filter: {}, names: cursorNames };
      const [before] = cursor === undefined ? [] : decodeCursor(cursor, identity, ["integer"]);
      if (baseline) return { status: 200, body: { versions: [baseline], nextCursor: null } };
      const policy = await findPolicy(knex, caller.workspaceId, id);
      if (!policy) throw noSuchPolicy(id);
      const page = { id, limit: limit + 1, before: before === undefined ? undefined : Number(before) };
      const rows = await listPolicyVersions(knex, caller.workspaceId, page);
      const versions = rows.slice(0, limit).map((row) => policyToWire(row, policy));
      const last = rows.length > limit ? versions.at(-1) : undefined;
      const nextCursor = last ? encodeCursor({ ...identity, position: [last.version] }) : null;
      return { status: 200, body: { versions, nextCursor } };
    },
    rollback: ({ params: { id }, body: { version } }, call) =>
      committed(deps, call, async (tx) => ({
        status: 200 as const,
        body: await rollbackPolicy(tx, deps, { author: call.caller, id, version }),
      })),
    test: async ({ params: { id }, body: { version, tests } }, { caller, commit }) => {
      const policy = await getPolicy(knex, caller.workspaceId, { id });
      const tested =
        version === undefined || version === policy.version
          ? policy
          : await versionIn(deps, caller.workspaceId, { id, version });
      const results = (tests ?? tested.tests).map((one) => runPolicyCase(engine, tested, one));
      const passed = results.filter((result) => result.passed).length;
      const report = { policyId: id, version: tested.version, passed, failed: results.length - passed };
      const body = { ...report, results: results.map((one) => ({ ...one, messages: [...one.messages] })) };
      return commit(async () => ({ status: 200, body }));
    },
  };
}

/** A version that a body names. @throws {ApiError} 422. */
async function versionIn(deps: ControlDeps, workspaceId: string, wanted: { id: string; version: number }) {
  return getPolicy(deps.database.knex, workspaceId, wanted).catch((error: unknown) => {
    // What the database could not answer says nothing of the version.
    throw error instanceof ApiError ? noSuchPolicyVersion(wanted.id, wanted.version) : error;
  });
}
