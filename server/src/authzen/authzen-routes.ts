import {
  type AuthorizeCall,
  bareDecision,
  batchOf,
  callOfAuthZen,
  configurationAt,
  type contract,
  isGranted,
  limits,
  pageAnswer,
  positionOf,
  searchPage,
  singleOf,
} from "@assay/contract";
import { tellWait } from "../authorize/authorize-routes.ts";
import type { Authorizer } from "../authorize/authorizer.ts";
import type { Authorized } from "../authorize/decision-telling.ts";
import { judgeCall, unlockedFacts } from "../authorize/judge-call.ts";
import type { Deps } from "../deps.ts";
import { findActions } from "../entities/entity-queries.ts";
import type { Call, Handlers } from "../http/handler.ts";
import { publicBase } from "../http/public-base.ts";
import { areKnown, findCandidates } from "./search-queries.ts";

/** What AuthZEN's answers have no room for. */
function tellDecisions(call: Call, decided: readonly Authorized[]): void {
  call.setHeader("X-Decision-Id", decided.map(({ answer }) => answer.decisionId).join(", "));
  call.setHeader("X-Evidence-Seq", decided.map(({ answer }) => answer.evidence.seq).join(", "));
  tellWait(call, decided);
}

interface Search {
  list: string;
  /** All that must stay the same from page to page. */
  asked: object;
  page: { token?: string | undefined; limit?: number | undefined } | undefined;
  /** What is named: where the workspace does not know all of it, nothing is found. */
  named: readonly Pick<AuthorizeCall["subject"], "type" | "id">[];
  candidates: (workspaceId: string) => Promise<string[]>;
  callFor: (candidate: string) => AuthorizeCall;
}

const askingOf = ({ caller }: Call) => ({ caller, key: undefined });

/** The routes of AuthZEN. */
export function authzenHandlers(deps: Deps, authorizer: Authorizer): Handlers<typeof contract.authzen> {
  const { knex } = deps.database;
  const judge = { engine: deps.policies.engine, log: deps.log };

  const single = async (asked: AuthorizeCall, call: Call) => {
    const decided = await authorizer.authorize(asked, askingOf(call));
    tellDecisions(call, [decided]);
    return { status: 200, body: bareDecision(decided.answer) } as const;
  };

  /** Decides without writing; rate and budget are left out. */
  const search = async ({ list, asked, page, named, candidates, callFor }: Search, { caller }: Call) => {
    const { workspaceId } = caller;
    const position = positionOf(list, asked, page ?? {});
    const all = (await areKnown(knex, workspaceId, named)) ? await candidates(workspaceId) : [];
    const limit = page?.limit ?? limits.searchResultsPerPage;
    const { found, last } = await searchPage(all, { position, limit }, (chunk) =>
      Promise.all(
        chunk.map(async (candidate) => {
          const call = callFor(candidate);
          const basis = await authorizer.basis.read(workspaceId, call);
          return isGranted(judgeCall(judge, { call, basis }, unlockedFacts));
        }),
      ),
    );
    return { found, ...pageAnswer(list, asked, { page, last }) };
  };

  return {
    configuration: async (_input, call) => ({ status: 200, body: configurationAt(publicBase(deps, call)) }),
    evaluation: ({ body }, call) => single(callOfAuthZen(body), call),
    evaluations: async ({ body }, call) => {
      const batch = batchOf(body);
      if (!batch) return single(singleOf(body), call);
      const { evaluations, decided } = await decideBatch(authorizer, batch, askingOf(call));
      tellDecisions(call, decided);
      return { status: 200, body: { evaluations } };
    },
    searchSubject: async ({ body: { page, subject, ...rest } }, call) => {
      const asked = { subject, ...rest };
      const { type, properties } = subject;
      const { found, ...next } = await search(
        {
          list: "subject",
          asked,
          page,
          named: [rest.resource],
          candidates: (workspaceId) => findCandidates(knex, workspaceId, type),
          callFor: (id) => callOfAuthZen({ ...rest, subject: { type, id, properties } }),
        },
        call,
      );
      return { status: 200, body: { results: found.map((id) => ({ type, id })), ...next } };
    },
    searchResource: async ({ body: { page, resource, ...rest } }, call) => {
      const asked = { resource, ...rest };
      const { type, properties } = resource;
      const { found, ...next } = await search(
        {
          list: "resource",
          asked,
          page,
          named: [rest.subject],
          candidates: (workspaceId) => findCandidates(knex, workspaceId, type),
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
          candidates: (workspaceId) => findActions(knex, workspaceId),
          callFor: (name) => callOfAuthZen({ ...asked, action: { name } }),
        },
        call,
      );
      return { status: 200, body: { results: found.map((name) => ({ name })), ...next } };
    },
  };
}

/** Decides on the items of a batch: those that are whole in one commit, the others are denied. */
async function decideBatch(
  authorizer: Authorizer,
  { calls, goesOn }: NonNullable<ReturnType<typeof batchOf>>,
  asking: Parameters<Authorizer["authorizeAll"]>[1],
) {
  const broken = calls.findIndex((item) => item === undefined);
  // A denied item that has no event may end the batch, too.
  const end = broken !== -1 && !goesOn(false) ? broken + 1 : calls.length;
  const reached = calls.slice(0, end);
  const whole = reached.filter((item) => item !== undefined);
  const decided = whole.length === 0 ? [] : await authorizer.authorizeAll(whole, asking, goesOn);
  const left = [...decided];
  const evaluations: ReturnType<typeof bareDecision>[] = [];
  for (const item of reached) {
    const authorized = item && left.shift();
    if (item && !authorized) break;
    const evaluation = authorized ? bareDecision(authorized.answer) : { decision: false };
    evaluations.push(evaluation);
    if (!goesOn(evaluation.decision)) break;
  }
  return { evaluations, decided };
}
