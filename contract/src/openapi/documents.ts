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
        "API keys": "API keys of the workspace and their permissions.",
        Projects: "Containers of datasets and evaluations.",
        Datasets: "Versioned sets of samples.",
        Samples: "Cases with input, output and expected answer, and the outputs of models.",
        Models: "Systems whose outputs are evaluated.",
        Evaluations: "Runs of evaluators over samples, and their results.",
        Webhooks: "Your endpoints that receive events, and their deliveries.",
        Exports: "Files of scores: CSV, JSON and Parquet.",
      },
      events: { ...evaluationEvents, ...reviewEvents, [testEvent]: testPayload },
    }),
    "control-plane": toOpenApi(controlPlaneApi, {
      title: "Assay control plane API",
      version: apiVersion,
      description:
        "Decisions on the actions of agents, their evidence, and the probes of the server for both APIs.",
      tags: {
        Agents: "Registered agents, with a state and policies, that request a decision before each action.",
        Settings: "The limits that the baseline policies apply.",
        Entities: "Entities with properties for policies, and the declared actions.",
        Authorize: "Decisions before each action, with their reasons and their evidence.",
        Approvals: "Requests that wait for a human decision.",
        AuthZEN: "The OpenID AuthZEN Authorization API 1.0.",
        Events: "The evidence feed: the append-only log of each workspace.",
        Evidence: "Proofs that the log is complete and unchanged, its export, and the signing keys.",
        Records: "Signed decisions that any party can verify.",
        Health: "Probes of the server.",
      },
      events: controlPlaneEvents,
    }),
  };
}
