import {
  actionSearchOf,
  answerSearch,
  resourceSearchOf,
  subjectSearchOf,
  type AuthZenSearch,
} from "@assay/contract/control/authzen/authzen-searching";
import type { AuthorizeCall } from "@assay/contract/control/decisions/authorize-call";
import {
  bareDecision,
  batchOf,
  callOfAuthZen,
  callsToDecide,
  evaluationsOf,
  setDecisionHeaders,
  singleOf,
} from "@assay/contract/control/authzen/authzen-rules";
import { defaultLockedFacts } from "@assay/contract/control/decisions/evaluate-request";
import { configurationAt } from "@assay/contract/control/authzen/authzen";
import { entityKey } from "@assay/contract/control/entities/entities";
import { isGranted } from "@assay/contract/control/decisions/policy-decision";
import { decide } from "./authorize.ts";
import { evaluateDecision, snapshotOf } from "./evaluate-decision.ts";
import { publicBase } from "../platform/http/public-base.ts";
import type { ControlCall, ControlHandlers, ControlTables } from "./control-tables.ts";

type Decided = ReturnType<typeof decide>;

type Named = Pick<AuthorizeCall["subject"], "type" | "id">;

/** Whether the workspace knows an entity; where an agent may call every tool, each tool is declared. */
function isKnown({ entities, agents }: ControlTables, { type, id }: Named): boolean {
  if (entities.has(entityKey({ type, id }))) return true;
  if (type === "agent") return agents.has(id);
  const declares = (tools: readonly string[]) => tools.includes(id) || tools.includes("*");
  return type === "tool" && [...agents.values()].some(({ tools }) => declares(tools));
}

function candidatesOf({ entities, agents }: ControlTables, type: string): string[] {
  const stored = [...entities.values()].flatMap((entity) => (entity.type === type ? [entity.id] : []));
  if (type === "agent") return [...stored, ...agents.keys()];
  if (type !== "tool") return stored;
  const declared = [...agents.values()].flatMap(({ tools }) => tools);
  return [...stored, ...declared.filter((name) => name !== "*")];
}

function single(asked: AuthorizeCall, call: ControlCall) {
  const decided = decide(call, asked, undefined);
  setDecisionHeaders(call, [decided]);
  return { status: 200 as const, body: bareDecision(decided.answer) };
}

async function search<Result>(asked: AuthZenSearch<Result>, { caller: { workspace }, tables }: ControlCall) {
  const candidates = (): readonly string[] => {
    if (!asked.named.every((one) => isKnown(workspace, one))) return [];
    return asked.type === null ? workspace.actions : candidatesOf(workspace, asked.type);
  };
  const isPermitted = (call: AuthorizeCall): boolean =>
    isGranted(
      evaluateDecision(tables.decisions, { call, snapshot: snapshotOf(workspace, call) }, defaultLockedFacts),
    );
  const body = await answerSearch(asked, candidates, (calls) => calls.map(isPermitted));
  return { status: 200 as const, body };
}

/** The routes of AuthZEN. */
export const authzenHandlers: ControlHandlers<"authzen"> = {
  configuration: (_input, call) => ({ status: 200, body: configurationAt(publicBase(call)) }),
  evaluation: ({ body }, call) => single(callOfAuthZen(body), call),
  evaluations: ({ body }, call) => {
    const batch = batchOf(body);
    if (!batch) return single(singleOf(body), call);
    const decided: Decided[] = [];
    for (const item of callsToDecide(batch)) {
      const one = decide(call, item, undefined);
      decided.push(one);
      if (!batch.goesOn(one.answer.decision)) break;
    }
    setDecisionHeaders(call, decided);
    const answers = decided.map(({ answer }) => answer);
    return { status: 200, body: { evaluations: evaluationsOf(batch, answers) } };
  },
  searchSubject: ({ body }, call) => search(subjectSearchOf(body), call),
  searchResource: ({ body }, call) => search(resourceSearchOf(body), call),
  searchAction: ({ body }, call) => search(actionSearchOf(body), call),
};
