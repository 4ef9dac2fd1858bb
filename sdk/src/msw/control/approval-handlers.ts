import { approvalClosed, ownApproval } from "@assay/contract/control/decisions/authorize-refusals";
import { approvalDecided } from "@assay/contract/control/control-evidence";
import { notFound } from "@assay/contract/platform/refusals";
import { decodeCursor, encodeCursor } from "@assay/contract/wire";
import { isOfOwner, statusOf } from "./authorize.ts";
import { tell } from "../evidence/evidence-log.ts";
import type { ApprovalRow, ControlCall, ControlHandlers } from "./control-tables.ts";

const defaultLimit = 20;
const cursorNames = { parameter: "cursor", member: "nextCursor" };
const decided = { approve: "approved", reject: "rejected" } as const;

function find({ caller }: ControlCall, id: string): ApprovalRow {
  const row = caller.workspace.approvals.get(id);
  if (!row) throw notFound("approval", id);
  return row;
}

const toWire = ({ clock }: ControlCall, row: ApprovalRow): ApprovalRow =>
  structuredClone({ ...row, status: statusOf(row, clock.now()) });

/** The routes of approvals. */
export const approvalHandlers: ControlHandlers<"approvals"> = {
  list: ({ query }, call) => {
    const { status, agentId, limit = defaultLimit, cursor } = query;
    const identity = { list: "approvals", filter: { status, agentId }, names: cursorNames };
    const [, before] = cursor === undefined ? [] : decodeCursor(cursor, identity, ["integer", "text"]);
    const all = [...call.caller.workspace.approvals.values()].toReversed();
    const found = all
      .map((row) => toWire(call, row))
      .filter(
        (row) =>
          (status === undefined || row.status === status) &&
          (agentId === undefined || (row.subject.type === "agent" && row.subject.id === agentId)),
      );
    const start = before === undefined ? 0 : found.findIndex(({ id }) => id === before) + 1;
    const approvals = found.slice(start, start + limit);
    const last = found.length > start + limit ? approvals.at(-1) : undefined;
    const nextCursor = last ? encodeCursor({ ...identity, position: [last.createdAt, last.id] }) : null;
    return { status: 200, body: { approvals, nextCursor } };
  },
  get: ({ params }, call) => ({ status: 200, body: toWire(call, find(call, params.id)) }),
  decide: ({ params: { id }, body }, call) =>
    call.commit(() => {
      const row = find(call, id);
      const by = call.caller.apiKeyId;
      const at = call.clock.now();
      if (isOfOwner(call.caller, row.requestedBy)) throw ownApproval(id);
      const [status, wanted] = [statusOf(row, at), decided[body.decision]];
      if (status !== wanted || row.decidedBy !== by) {
        if (status !== "pending") throw approvalClosed(id, status);
        const reason = body.reason ?? null;
        Object.assign(row, { status: wanted, decidedAt: at, decidedBy: by, reason });
        tell(call, approvalDecided(row, by));
      }
      return { status: 200 as const, body: toWire(call, row) };
    }),
};
