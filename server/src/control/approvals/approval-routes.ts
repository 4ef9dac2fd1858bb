import { type ApprovalCommand, requireApproval } from "@assay/contract/control/approvals/approval-rules";
import { approvalPages, approvalToWire } from "@assay/contract/control/approvals/approval-wire";
import type { contract } from "@assay/contract/openapi/apis";
import type { ControlDeps } from "../control-deps.ts";
import { resumePosition, startEventStream } from "../../evidence/events/event-stream.ts";
import { commitAndNotify } from "../../evidence/log/append/append-in-transaction.ts";
import { configuredBase } from "../../platform/http/request/public-base.ts";
import { uuidOf } from "../../platform/db/record-columns.ts";
import type { Call, Handlers } from "../../platform/http/routing/handler.ts";
import { approvalStreamContents } from "./approval-stream.ts";
import { findApproval, listApprovals } from "./approval-queries.ts";
import { commandApproval, type FindReviewer } from "./approval-service.ts";

/**
 * The routes of approvals.
 *
 * @param findReviewer looks up the reviewer of an approver's key.
 */
export function approvalHandlers(
  deps: ControlDeps,
  findReviewer: FindReviewer,
): Handlers<typeof contract.approvals> {
  const { knex } = deps.database;
  const command = (call: Call, given: ApprovalCommand) =>
    commitAndNotify(deps, call, async (tx) => {
      const { caller } = call;
      const body = await commandApproval(tx, { ...deps, findReviewer }, { caller, command: given });
      return { status: 200, body } as const;
    });
  const now = (): number => deps.now().getTime();
  const publicUrl = configuredBase(deps);
  return {
    list: async ({ query }, { caller: { workspaceId, keyAgent } }) => {
      const pages = approvalPages(query, "uuid");
      const filter = { ...query, workspaceId, keyAgent, now: now() };
      const rows = await listApprovals(knex, filter, { limit: pages.limit + 1, before: pages.after });
      const { page, nextCursor } = pages.cut(rows, ({ createdAt, id }) => [
        createdAt,
        uuidOf("approval", id),
      ]);
      const approvals = page.map((approval) => approvalToWire(approval, filter.now, publicUrl));
      return { status: 200, body: { approvals, nextCursor } };
    },
    stream: async ({ query: { snapshot = false }, headers }, call) => {
      const after = await resumePosition(knex, call.caller.workspaceId, headers["last-event-id"]);
      const contents = approvalStreamContents(deps, call.caller, { after, snapshot });
      return { status: 200, body: startEventStream(deps, call, contents) };
    },
    get: async ({ params: { id } }, { caller: { workspaceId, keyAgent } }) => {
      const approval = requireApproval(await findApproval(knex, workspaceId, id), { id, keyAgent });
      return { status: 200, body: approvalToWire(approval, now(), publicUrl) };
    },
    decide: ({ params: { id }, body: { decision, reason = null } }, call) =>
      command(call, { id, decision, reason }),
    withdraw: ({ params: { id }, body: { reason = null } }, call) =>
      command(call, { id, decision: "withdraw", reason }),
  };
}
