import {
  type AuthorizeCall,
  bareDecision,
  batchOf,
  callOfAuthZen,
  configurationAt,
  entityKey,
  isGranted,
  limits,
  pageAnswer,
  positionOf,
  searchPage,
  singleOf,
} from "@assay/contract";
import { decide } from "../authorize.ts";
import { judge } from "../decide.ts";
import { publicBase } from "../public-base.ts";
import type { Call, ResourceHandlers } from "../handler.ts";
import type { Workspace } from "../tables.ts";
import { tellWait } from "./authorize.ts";

type Decided = ReturnType<typeof decide>;

function tellDecisions(call: Call, decided: readonly Decided[]): void {
  call.setHeader("X-Decision-Id", decided.map(({ answer }) => answer.decisionId).join(", "));
  call.setHeader("X-Evidence-Seq", decided.map(({ answer }) => answer.evidence.seq).join(", "));
  tellWait(call, decided);
}

type Named = Pick<AuthorizeCall["subject"], "type" | "id">;

/** Whether the workspace knows an entity; where an agent may call every tool, each tool is declared. */
function isKnown({ entities, agents }: Workspace, { type, id }: Named): boolean {
  if (entities.has(entityKey({ type, id }))) return true;
  if (type === "agent") return agents.has(id);
  const declares = (tools: readonly string[]) => tools.includes(id) || tools.includes("*");
  return type === "tool" && [...agents.values()].some(({ contents }) => declares(contents.tools));
}

function candidatesOf({ entities, agents }: Workspace, type: string): string[] {
  const stored = [...entities.values()].flatMap((entity) => (entity.type === type ? [entity.id] : []));
  if (type === "agent") return [...stored, ...agents.keys()];
  if (type !== "tool") return stored;
  const tools = [...agents.values()].flatMap(({ contents }) => contents.tools);
  return [...stored, ...tools.filter((name) => name !== "*")];
}

function single(asked: AuthorizeCall, call: Call) {
  const decided = decide(call, asked, undefined);
  tellDecisions(call, [decided]);
  return { status: 200 as const, body: bareDecision(decided.answer) };
}

interface Search {
  list: string;
  asked: object;
  page: { token?: string | undefined; limit?: number | undefined } | undefined;
  /** What is named: where the workspace does not know all of it, nothing is found. */
  named: readonly Named[];
  candidates: readonly string[];
  callFor: (candidate: string) => AuthorizeCall;
}

async function search({ list, asked, page, named, candidates, callFor }: Search, { caller, tables }: Call) {
  const all = named.every((one) => isKnown(caller.workspace, one)) ? candidates : [];
  const position = positionOf(list, asked, page ?? {});
  const limit = page?.limit ?? limits.searchResultsPerPage;
  const unlocked = { approved: false, rateExceeded: false, budgetExceeded: false };
  const { found, last } = await searchPage(all, { position, limit }, (chunk) =>
    chunk.map((candidate) =>
      isGranted(judge(caller.workspace, { call: callFor(candidate), arranged: tables.decisions }, unlocked)),
    ),
  );
  return { found, ...pageAnswer(list, asked, { page, last }) };
}

/** The routes of AuthZEN. */
export const authzenHandlers: ResourceHandlers<"authzen"> = {
  configuration: (_input, call) => ({ status: 200, body: configurationAt(publicBase(call)) }),
  evaluation: ({ body }, call) => single(callOfAuthZen(body), call),
  evaluations: ({ body }, call) => {
    const batch = batchOf(body);
    if (!batch) return single(singleOf(body), call);
    const decided: Decided[] = [];
    const evaluations: ReturnType<typeof bareDecision>[] = [];
    for (const asked of batch.calls) {
      const one = asked && decide(call, asked, undefined);
      if (one) decided.push(one);
      const evaluation = one ? bareDecision(one.answer) : { decision: false };
      evaluations.push(evaluation);
      if (!batch.goesOn(evaluation.decision)) break;
    }
    tellDecisions(call, decided);
    return { status: 200, body: { evaluations } };
  },
  searchSubject: async ({ body: { page, subject, ...rest } }, call) => {
    const { type, properties } = subject;
    const { found, ...next } = await search(
      {
        list: "subject",
        asked: { subject, ...rest },
        page,
        named: [rest.resource],
        candidates: candidatesOf(call.caller.workspace, type),
        callFor: (id) => callOfAuthZen({ ...rest, subject: { type, id, properties } }),
      },
      call,
    );
    return { status: 200, body: { results: found.map((id) => ({ type, id })), ...next } };
  },
  searchResource: async ({ body: { page, resource, ...rest } }, call) => {
    const { type, properties } = resource;
    const { found, ...next } = await search(
      {
        list: "resource",
        asked: { resource, ...rest },
        page,
        named: [rest.subject],
        candidates: candidatesOf(call.caller.workspace, type),
        callFor: (id) => callOfAuthZen({ ...rest, resource: { type, id, properties } }),
      },
      call,
    );
    return { status: 200, body: { results: found.map((id) => ({ type, id })), ...next } };
  },
  searchAction: async ({ body: { page, ...asked } }, call) => {
    const { found, ...next } = await search(
      {
        list: "action",
        asked,
        page,
        named: [asked.subject, asked.resource],
        candidates: call.caller.workspace.actions,
        callFor: (name) => callOfAuthZen({ ...asked, action: { name } }),
      },
      call,
    );
    return { status: 200, body: { results: found.map((name) => ({ name })), ...next } };
  },
};
