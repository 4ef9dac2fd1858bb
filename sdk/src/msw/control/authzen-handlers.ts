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
import { defaultLockedFacts } from "@assay/contract/control/decisions/evaluate-request";
import { configurationAt } from "@assay/contract/control/authzen/authzen";
import { admitsAny, CostBudget } from "@assay/contract/domain";
import { isKnownEntity, knownEntities } from "@assay/contract/control/authzen/known-entities";
import { isGranted } from "@assay/contract/control/decisions/policy-decision";
import { withValidParents } from "@assay/contract/control/hierarchy/stored-state";
import { decide } from "./authorize.ts";
import { evaluateDecision, findNodeIn, snapshotOf } from "./evaluate-decision.ts";
import { publicBase } from "../platform/http/public-base.ts";
import { type ControlCall, type ControlHandlers, toolSources } from "./control-tables.ts";

type Decided = ReturnType<typeof decide>;

const decideOne = (request: AuthorizationRequest, call: ControlCall) =>
  decisionResponse(
    call,
    decide(call, withValidParents(request, findNodeIn(call.caller.workspace)), {
      sentKey: undefined,
      admits: admitsAny,
    }),
  ).body;

async function searchWorkspace<Result>(
  search: AuthZenSearch<Result>,
  { caller: { workspace, keyAgent }, tables: { decisions }, clock }: ControlCall,
) {
  const now = clock.now();
  const sources = { ...workspace, tools: toolSources(workspace) };
  const { body } = await runSearch(search, {
    areKnown: (named) => named.every((one) => isKnownEntity(sources, one)),
    findActions: () => workspace.actions,
    findEntities: (type) => knownEntities(sources, type),
    prepare: (call) => (admits) => {
      const request = { call, snapshot: snapshotOf(workspace, call), now, keyAgent, admits };
      return isGranted(evaluateDecision(decisions, request, defaultLockedFacts));
    },
  });
  return body;
}

export const authzenHandlers: ControlHandlers<"authzen"> = {
  configuration: (_input, call) => configurationAt(publicBase(call)),
  evaluation: ({ body }, call) => decideOne(evaluationOf(body, call.caller.keyAgent), call),
  evaluations: ({ body }, call) => {
    const { keyAgent } = call.caller;
    const batch = batchOf(body, keyAgent);
    if (!batch) return decideOne(singleOf(body, keyAgent), call);
    const decided: Decided[] = [];
    const budget = new CostBudget();
    for (const item of callsToDecide(batch)) {
      const one = decide(call, item, { sentKey: undefined, admits: budget.share() });
      decided.push(one);
      if (!batch.shouldContinue(one.answer.decision)) break;
    }
    setDecisionHeaders(call, decided);
    const answers = decided.map(({ answer }) => answer);
    return { evaluations: evaluationsOf(batch, answers) };
  },
  searchSubject: ({ body }, call) => searchWorkspace(subjectSearchOf(body, call.caller.keyAgent), call),
  searchResource: ({ body }, call) => searchWorkspace(resourceSearchOf(body, call.caller.keyAgent), call),
  searchAction: ({ body }, call) => searchWorkspace(actionSearchOf(body, call.caller.keyAgent), call),
};
