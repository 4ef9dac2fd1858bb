import { withTimeLimit } from "../../client/transport/time-limit.ts";
import type * as generated from "../../generated/resources.ts";
import type { Transport } from "../../client/transport/transport.ts";
import type { ControlApprovals } from "../../control/control-approvals-extras.ts";

/** The standalone resource for approvals. */
export type StandaloneControlApprovals = ControlApprovals;

/** Adds the methods that are not operations of the API. */
export const extend = (
  approvals: generated.ControlApprovals,
  transport: Transport,
): StandaloneControlApprovals => ({
  ...approvals,
  wait: async (...values) =>
    (await import("./standalone-lazy-methods.ts")).waitForApproval(
      [transport, withTimeLimit, approvals],
      ...values,
    ),
  async *stream(...values) {
    yield* (await import("./standalone-lazy-methods.ts")).streamApprovals(
      [transport, withTimeLimit, approvals],
      ...values,
    );
  },
});
