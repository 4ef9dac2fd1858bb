import type { ApprovalEventKind } from "@assay/contract/control/control-events";
import type { CreateWebhook } from "@assay/sdk";
import { expect } from "vitest";
import { arrangeApproval } from "../harness/arrange-approvals.ts";
import type { Context } from "../harness/context.ts";
import type { Scenario } from "../harness/scenario.ts";

/** How a scenario causes an event of one kind. */
export interface EventScenario {
  /** The operation that causes the event, and the status of its response. */
  operationId: Scenario["operationId"];
  status: number;
  /** The endpoint's settings. Without settings, the endpoint receives the events of the whole workspace. */
  config?: CreateWebhook["config"];
  /** Causes the event exactly once. @returns its payload. */
  cause: (context: Context) => Promise<object>;
}

/** One entry for each kind of event of approvals. */
export const approvalEvents = {
  "approval.requested": {
    operationId: "authorize",
    status: 200,
    cause: async (context) => {
      const { id, assay } = await arrangeApproval(context);
      return assay.control.approvals.get(id);
    },
  },
  "approval.given": {
    operationId: "decideApproval",
    status: 200,
    cause: async (context) => {
      const { id, approver } = await arrangeApproval(context, { approvals: { requiredApprovals: 2 } });
      return approver.decide(id, { decision: "approve", reason: "Agreed." });
    },
  },
  "approval.approved": {
    operationId: "decideApproval",
    status: 200,
    cause: async (context) => {
      const { id, approver } = await arrangeApproval(context);
      return approver.decide(id, { decision: "approve" });
    },
  },
  "approval.rejected": {
    operationId: "decideApproval",
    status: 200,
    cause: async (context) => {
      const { id, approver } = await arrangeApproval(context);
      return approver.decide(id, { decision: "reject", reason: "Not this patient." });
    },
  },
  "approval.withdrawn": {
    operationId: "withdrawApproval",
    status: 200,
    cause: async (context) => {
      const { id, assay } = await arrangeApproval(context);
      return assay.control.approvals.withdraw(id, { reason: "No longer needed." });
    },
  },
  "approval.expired": {
    operationId: "getApproval",
    status: 200,
    cause: async (context) => {
      const { id, assay } = await arrangeApproval(context);
      context.target.advance(900_000);
      return assay.control.approvals.get(id);
    },
  },
  "approval.used": {
    operationId: "authorize",
    status: 200,
    cause: async (context) => {
      const { id, approver, again, assay } = await arrangeApproval(context);
      await approver.decide(id, { decision: "approve" });
      expect((await again()).outcome).toBe("allow");
      return assay.control.approvals.get(id);
    },
  },
} satisfies Record<ApprovalEventKind, EventScenario>;
