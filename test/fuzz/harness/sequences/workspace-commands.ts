import { type CommandTemplate, makes, via } from "./command-template.ts";

/** A URL without a listener. */
const url = "http://127.0.0.1:9/assay";
const webhook = "/v1/webhooks/{webhook}";
/**
 * Members that may change right after the response, because the server sends the message in the background.
 */
const sending = ["sending", "status", "attempts", "attempt_log", "response_status", "error", "duration_ms"];
const unsettled = [...sending, "next_attempt_at", "delivered_at", "timestamp"];

/** A command that creates a project. */
const newProject = via.post("/v1/projects", { name: "$name" }, makes("project"));

/** Commands for projects and API keys. */
export const keyCommands: readonly CommandTemplate[] = [
  newProject,
  via.get("/v1/projects"),
  via.get("/v1/projects/{project}"),
  via.post("/v1/api_keys", { name: "$name", preset: "viewer", projects: ["{project}"] }, makes("key")),
  via.post("/v1/api_keys", { name: "$name", preset: "reviewer", reviewer: "{reviewer}" }, makes("key")),
  via.post("/v1/api_keys", { name: "$name", scopes: ["projects:read", "keys:admin"] }, makes("key")),
  via.get("/v1/api_keys"),
  via.delete("/v1/api_keys/{key}"),
  via.post("/v1/api_keys/{key}/rotate", { grace_seconds: "$seconds" }),
];

/** Commands for webhooks and their deliveries. */
export const webhookCommands: readonly CommandTemplate[] = [
  via.post(
    "/v1/webhooks",
    {
      event_types: ["score.threshold_crossed", "review.submitted"],
      url,
      config: { project: "{project}", thresholds: { triage_accuracy: { below: 80 } } },
    },
    makes("webhook"),
  ),
  via.post("/v1/webhooks", { event_types: ["approval.requested"], url }, makes("webhook")),
  via.post("/v1/webhooks", { event_types: ["score.threshold_crossed"], url, config: {} }, makes("webhook")),
  via.get("/v1/webhooks?project={project}"),
  via.get(webhook),
  via.patch(webhook, { enabled: "$flag" }),
  via.patch(webhook, { config: { project: "{project}" } }),
  via.patch(webhook, { event_types: ["export.completed"], enabled: "$flag" }),
  via.delete(webhook),
  via.post(`${webhook}/test`, undefined, { ...makes("delivery"), unsettled }),
  via.post(`${webhook}/rotate_secret`, { grace_seconds: "$seconds" }),
  via.get(`${webhook}/deliveries`, { unsettled }),
  via.post(`${webhook}/deliveries/{delivery}/redeliver`, undefined, { unsettled }),
];
