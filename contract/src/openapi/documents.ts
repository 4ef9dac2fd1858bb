import { controlPlaneEvents } from "../control/control-events.ts";
import { evaluationEvents } from "../evaluation/evaluation-events.ts";
import { reviewEvents } from "../review/review-events.ts";
import { testEvent, testPayload } from "../webhooks/webhook-events.ts";
import { controlPlaneApi, evaluationApi } from "./apis.ts";
import { toOpenApi } from "./openapi.ts";

/** The version of both documents. */
export const apiVersion = "0.1.0";

/** The OpenAPI 3.1 documents of both APIs, by file name. */
export function openApiDocuments() {
  return {
    evaluation: toOpenApi(evaluationApi, {
      title: "Assay evaluation API",
      version: apiVersion,
      description:
        "Evaluations and evaluators, human review, scores, datasets and models. Errors are problem documents (RFC 9457); lists are paged by cursor.",
      tags: {
        "API keys": "Keys of the workspace and what they may do.",
        Projects: "What datasets and evaluations belong to.",
        Datasets: "Versioned sets of samples.",
        Samples: "Cases with input, output and expectation, and the outputs of models.",
        Models: "Systems whose outputs are evaluated.",
        Evaluations: "Runs of evaluators over samples, and their results.",
        Webhooks: "Endpoints of yours that are told of events, and what they were sent.",
        Exports: "Files of scores: CSV, JSON and Parquet.",
      },
      events: { ...evaluationEvents, ...reviewEvents, [testEvent]: testPayload },
    }),
    "control-plane": toOpenApi(controlPlaneApi, {
      title: "Assay control plane API",
      version: apiVersion,
      description:
        "What agents may do, and the evidence of it; and the probes of the server that serves both APIs.",
      tags: {
        Agents: "What asks before it acts: registered, in a state, under policies.",
        Settings: "The limits that the baseline policies go by.",
        Entities: "What policies decide about, with its properties, and the declared actions.",
        Authorize: "What is asked before each action, and decided with its reasons and its evidence.",
        Approvals: "What waits for a human.",
        AuthZEN: "The OpenID AuthZEN Authorization API 1.0.",
        Events: "The evidence feed: an append-only log of each workspace.",
        Evidence: "Proofs that the log is whole and unchanged, its export, and the keys that sign.",
        Records: "Decisions sealed so that anyone can prove them unchanged.",
        Health: "Probes of the server.",
      },
      events: controlPlaneEvents,
    }),
  };
}
