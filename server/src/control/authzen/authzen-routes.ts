import {
  actionSearchOf,
  runSearch,
  resourceSearchOf,
  subjectSearchOf,
  type AuthZenSearch,
} from "@assay/contract/control/authzen/authzen-searching";
import type { AuthorizationRequest } from "@assay/contract/control/decisions/authorize-call";
import {
  decisionResponse,
  batchOf,
  callsToDecide,
  evaluationOf,
  evaluationsOf,
  setDecisionHeaders,
  singleOf,
} from "@assay/contract/control/authzen/authzen-rules";
import { defaultLockedFacts, evaluateRequest } from "@assay/contract/control/decisions/evaluate-request";
import { configurationAt } from "@assay/contract/control/authzen/authzen";
import type { contract } from "@assay/contract/openapi/apis";
import { isGranted } from "@assay/contract/control/decisions/policy-decision";
import type { Authorizer } from "../decisions/authorizer.ts";
import type { ControlDeps } from "../control-deps.ts";
import { findActions } from "../entities/entity-queries.ts";
import type { Call, Handlers } from "../../platform/http/routing/handler.ts";
import { publicBase } from "../../platform/http/request/public-base.ts";
import { areKnown, findCandidates } from "./search-queries.ts";

const requesterOf = ({ caller }: Call) => ({ caller, key: undefined });

/** The routes of AuthZEN. */
export function authzenHandlers(
  deps: ControlDeps,
  authorizer: Authorizer,
): Handlers<typeof contract.authzen> {
  const { knex } = deps.database;

  const single = async (request: AuthorizationRequest, call: Call) =>
    decisionResponse(call, await authorizer.authorize(request, requesterOf(call)));

  /** Evaluates a search without writing anything. The search ignores rate and budget ceilings. */
  const search = <Result>(request: AuthZenSearch<Result>, { caller: { workspaceId, keyAgent } }: Call) =>
    runSearch(request, {
      areKnown: (named) => areKnown(knex, workspaceId, named),
      findActions: async () => (await findActions(knex, workspaceId)).actions,
      findEntities: (type) => findCandidates(knex, workspaceId, type),
      prepare: async (call) => {
        const snapshot = await authorizer.snapshots.load(workspaceId, call);
        return (admits) => {
          const input = { call, snapshot, now: deps.now().getTime(), keyAgent, admits };
          return deps.policies.turns.run(workspaceId, () =>
            isGranted(evaluateRequest(authorizer.tools, input, defaultLockedFacts)),
          );
        };
      },
    });

  return {
    configuration: async (_input, call) => ({ status: 200, body: configurationAt(publicBase(deps, call)) }),
    evaluation: ({ body }, call) => single(evaluationOf(body, call.caller.keyAgent), call),
    evaluations: async ({ body }, call) => {
      const { keyAgent } = call.caller;
      const batch = batchOf(body, keyAgent);
      if (!batch) return single(singleOf(body, keyAgent), call);
      const calls = callsToDecide(batch);
      // One commit stores the decisions on all complete items.
      const decided = await authorizer.authorizeAll(calls, requesterOf(call), batch.shouldContinue);
      setDecisionHeaders(call, decided);
      const answers = decided.map(({ answer }) => answer);
      return { status: 200, body: { evaluations: evaluationsOf(batch, answers) } };
    },
    searchSubject: ({ body }, call) => search(subjectSearchOf(body, call.caller.keyAgent), call),
    searchResource: ({ body }, call) => search(resourceSearchOf(body, call.caller.keyAgent), call),
    searchAction: ({ body }, call) => search(actionSearchOf(body, call.caller.keyAgent), call),
  };
}
