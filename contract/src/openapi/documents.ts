import { controlPlaneEvents } from "../control/control-events.ts";
import { evaluationEvents } from "../evaluation/evaluation-events.ts";
import { reviewEvents } from "../review/review-events.ts";
import { testEvent, testPayload } from "../webhooks/webhook-events.ts";
import { controlPlaneApi, evaluationApi } from "./apis.ts";
import { toOpenApi } from "./openapi.ts";

/** The version of both documents. */
export const apiVersion = "0.1.0";

/** Returns the OpenAPI 3.1 documents of both APIs, by file name. */
export function openApiDocuments() {
  return {
    evaluation: toOpenApi(evaluationApi, {
      title: "Assay evaluation API",
      version: apiVersion,
      description:
        "Evaluations and evaluators, human review, scores, datasets and models. Errors are problem documents (RFC 9457). Lists are paged by cursor.",
      tags: {
        "API keys": "API keys in the workspace and their permissions.",
        Projects: "Projects, which contain datasets and evaluations.",
        Datasets: "Versioned sets of samples.",
        Samples: "Cases with input, output and expected answer, and model outputs.",
        Models: "Systems whose outputs are evaluated.",
        Evaluations: "Runs of evaluators over samples, and the results.",
        Webhooks: "Your endpoints that receive events, and their deliveries.",
        Exports: "Score files in CSV, JSON or Parquet format.",
      },
      events: { ...evaluationEvents, ...reviewEvents, [testEvent]: testPayload },
    }),
    "control-plane": toOpenApi(controlPlaneApi, {
      title: "Assay control plane API",
      version: apiVersion,
      description:
        "Decisions about agent actions, their evidence, and the server's health probes for both APIs.",
      tags: {
        Agents:
          "Registered agents, which have a state and policies, and request a decision before each action.",
        Settings: "The limits that the baseline policies apply.",
        Entities: "Entities with properties that policies use, and declared actions.",
        Authorize: "Decisions before each action, with reasons and evidence.",
        Approvals: "Requests that wait for a human decision.",
        AuthZEN: "The OpenID AuthZEN Authorization API 1.0.",
        Events: "The evidence feed, which is the append-only log of each workspace.",
        Evidence:
          "Proofs that the log is complete and unchanged, the export of the log, and the signing keys.",
        Records: "Signed decisions that anyone can verify.",
        Health: "Health probes of the server.",
      },
      events: controlPlaneEvents,
    }),
  };
}
