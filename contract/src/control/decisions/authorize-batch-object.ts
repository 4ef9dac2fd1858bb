import * as z from "zod";
import { fieldError } from "../../platform/problem.ts";
import { policyReason } from "./policy-decision-data.ts";

const exampleFault = {
  path: "/requests/1/tool",
  code: "required",
  message: "tool is required.",
};

/** The item for an invalid request in the response to a batch. */
export const refusedRequest = z
  .object({
    decision: z.literal(false).meta({ description: "Always false." }),
    outcome: z.literal("deny").meta({ description: "Always `deny`." }),
    error: z
      .object({
        code: z.string().max(100).meta({ description: "Error code, as in a problem document." }),
        detail: z.string().max(5000).meta({ description: "The first fault." }),
        errors: z.array(fieldError).max(100).meta({ description: "The faults, at most 100." }),
      })
      .meta({ description: "Why the request is not valid." }),
    reasons: z.array(policyReason).max(1).meta({ description: "The reason `request_invalid`." }),
    decisionId: z.null().meta({ description: "Null, because no decision was made." }),
    evidence: z.null().meta({ description: "Null, because no event was written." }),
  })
  .meta({
    id: "RefusedRequest",
    description:
      "The response to an invalid request in a batch. No event is written for the request, and it does not count.",
    examples: [
      {
        decision: false,
        outcome: "deny",
        error: {
          code: "validation_failed",
          detail: `${exampleFault.path}: ${exampleFault.message}`,
          errors: [exampleFault],
        },
        reasons: [
          {
            policyId: null,
            version: null,
            outcome: "deny",
            code: "request_invalid",
            message: `${exampleFault.path}: ${exampleFault.message}`,
          },
        ],
        decisionId: null,
        evidence: null,
      },
    ],
  });
