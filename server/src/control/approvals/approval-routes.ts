import type { contract } from "@assay/contract/openapi/apis";
import { decodeCursor, encodeCursor } from "@assay/contract/wire";
import type { ControlDeps } from "../control-deps.ts";
import { committed } from "../../evidence/log/append/tell-in-transaction.ts";
import type { Handlers } from "../../platform/http/routing/handler.ts";
import { listApprovals } from "./approval-queries.ts";
import { decideApproval, getApproval } from "./approval-service.ts";
import { approvalToWire } from "./approval-wire.ts";

const defaultLimit = 20;
const cursorNames = { parameter: "cursor", member: "nextCursor" };

/** The routes of approvals. */
export function approvalHandlers(deps: ControlDeps): Handlers<typeof contract.approvals> {
  const { knex } = deps.database;
  const now = (): number => deps.now().getTime();
  return {
    list: async ({ query }, { caller: { workspaceId } }) => {
      const { status, agentId, limit = defaultLimit, cursor } = query;
      const identity = { list: "approvals", filter: { status, agentId }, names: cursorNames };
      const before = cursor === undefined ? undefined : decodeCursor(cursor, identity, ["integer", "uuid"]);
      const at = now();
      const asked = { workspaceId, status, agentId, now: at };
      const rows = await listApprovals(knex, asked, { limit: limit + 1, before });
      const shown = rows.slice(0, limit);
      const last = rows.length > limit ? shown.at(-1) : undefined;
      const nextCursor = last ? encodeCursor({ ...identity, position: [last.created_at, last.id] }) : null;
      return {
        status: 200,
        body: { approvals: shown.map((row) => approvalToWire(row, at)), nextCursor },
      };
    },
    get: async ({ params }, { caller: { workspaceId } }) => {
      const row = await getApproval(knex, workspaceId, params.id);
      return { status: 200, body: approvalToWire(row, now()) };
    },
    decide: ({ params, body }, call) =>
      committed(deps, call, async (tx) => {
        const asked = { caller: call.caller, id: params.id, ...body };
        return { status: 200, body: await decideApproval(tx, deps, asked) } as const;
      }),
  };
}
