import { describe, expect, test } from "vitest";
import { ApiError } from "../platform/errors.ts";
import { limits } from "../platform/limits.ts";
import {
  decideWebhook,
  isSubscribed,
  projectsOf,
  reachesWebhook,
  type WebhookCommand,
  type WebhookRecord,
  type WebhookState,
} from "./webhook-rules.ts";
import { deletedWebhookToWire, rotatedWebhookToWire, webhookToWire } from "./webhook-wire.ts";

const now = Date.parse("2026-02-11T08:00:00.000Z");
const context = { now, actor: "key_1", newId: (kind: string) => `${kind}_new`, limits };
const url = "https://hooks.example.org/assay";
const thresholds = { triage_accuracy: { below: 80 } };

const webhook: WebhookRecord = {
  id: "whk_1",
  subscription: { eventTypes: ["score.threshold_crossed"], url, project: "proj_1", thresholds },
  disabled: null,
  exhausted: 2,
  failing: true,
  createdAt: 1000,
  updatedAt: 1000,
};
const disabled = { reason: "It was disabled by a request.", at: 2000 };

const decide = (command: WebhookCommand, state: Partial<WebhookState> = {}) =>
  decideWebhook(
    { webhook, isRestricted: false, projects: new Set(["proj_1"]), isNeverCalled: false, ...state },
    command,
    context,
  );

function refusal(command: WebhookCommand, state: Partial<WebhookState> = {}): [string, string | undefined] {
  try {
    decide(command, state);
  } catch (error) {
    if (error instanceof ApiError) return [error.code, error.errors?.[0]?.path];
    throw error;
  }
  throw new Error("It was not refused.");
}

const create = (body: object = {}): WebhookCommand => ({
  type: "create",
  body: { event_types: ["evaluation.completed"], url, config: undefined, ...body },
});
const update = (body: object): WebhookCommand => ({
  type: "update",
  id: "whk_1",
  body: { event_types: undefined, url: undefined, config: undefined, enabled: undefined, ...body },
});
const watching = { event_types: ["score.threshold_crossed"] };

describe("a new endpoint", () => {
  test("is enabled, and subscribes to each kind once", () => {
    const { record, changes } = decide(create({ event_types: ["export.completed", "export.completed"] }));
    expect(changes).toEqual([{ op: "insert", record }]);
    expect(record).toEqual({
      id: "webhook_new",
      subscription: { eventTypes: ["export.completed"], url, project: null, thresholds: null },
      disabled: null,
      exhausted: 0,
      failing: false,
      createdAt: now,
      updatedAt: now,
    });
  });

  test("is refused first for missing thresholds, then for its address, then for its project", () => {
    const bad = { isNeverCalled: true, isRestricted: true };
    expect(refusal(create(watching), bad)).toEqual(["validation_failed", "/config/thresholds"]);
    expect(refusal(create(), bad)).toEqual(["validation_failed", "/url"]);
    expect(refusal(create(), { isRestricted: true })).toEqual(["insufficient_scope", undefined]);
    expect(refusal(create({ config: { project: "proj_2" } }))[0]).toBe("reference_not_found");
  });

  test("receives events of approvals only if neither it nor its caller is limited to projects", () => {
    const event_types = ["evaluation.completed", "approval.requested"];
    const config = { project: "proj_1" };
    const refused = ["reference_not_found", "/event_types/1"];
    expect(refusal(create({ event_types, config }))).toEqual(refused);
    expect(refusal(create({ event_types }), { isRestricted: true })).toEqual(refused);
    expect(decide(create({ event_types })).record.subscription.eventTypes).toEqual(event_types);
  });
});

describe("a change of an endpoint", () => {
  test("updates only the given members", () => {
    const { changes, limitedTo, voidedEvaluators } = decide(update({ url: "https://other.example.org/" }));
    const subscription = { ...webhook.subscription, url: "https://other.example.org/" };
    expect(changes).toEqual([{ op: "update", id: "whk_1", set: { subscription, updatedAt: now } }]);
    expect([limitedTo, voidedEvaluators]).toEqual([null, []]);
  });

  test("is refused for an unknown endpoint, before anything else", () => {
    expect(refusal(update(watching), { webhook: undefined, isNeverCalled: true })[0]).toBe("not_found");
  });

  test("is refused in the same order as a new endpoint: thresholds, address, project", () => {
    const bad = { isNeverCalled: true, isRestricted: true };
    expect(refusal(update({ config: {} }), bad)).toEqual(["validation_failed", "/config/thresholds"]);
    expect(refusal(update({ config: { thresholds } }), bad)).toEqual(["validation_failed", "/url"]);
    expect(refusal(update({ config: { thresholds } }), { isRestricted: true })[0]).toBe("insufficient_scope");
    expect(refusal(update({ config: { thresholds, project: "proj_2" } }))[0]).toBe("reference_not_found");
  });

  test("is refused if an endpoint of a project would subscribe to events of approvals", () => {
    const event_types = ["approval.used"];
    expect(refusal(update({ event_types }))).toEqual(["reference_not_found", "/event_types/0"]);
    const limiting = update({ config: { project: "proj_1" } });
    const subscription = { eventTypes: ["approval.used" as const], url, project: null, thresholds: null };
    const ofApprovals = { ...webhook, subscription };
    expect(refusal(limiting, { webhook: ofApprovals })).toEqual(["reference_not_found", "/config/project"]);
    // An endpoint that an earlier version accepted can still be changed in other ways.
    const stored = { ...webhook, subscription: { ...subscription, project: "proj_1" } };
    expect(decide(update({ enabled: false }), { webhook: stored }).changes).toHaveLength(1);
  });

  test("deletes the last scores of evaluators with a changed or removed threshold", () => {
    const other = { triage_accuracy: { below: 70 } };
    const unchanged = { ...thresholds, red_flag_detection: { below: 95 } };
    const voided = (to: object) => decide(update({ config: { thresholds: to } })).voidedEvaluators;
    expect(voided(other)).toEqual(["triage_accuracy"]);
    expect(voided({ red_flag_detection: { below: 95 } })).toEqual(["triage_accuracy"]);
    expect(voided(unchanged)).toEqual([]);
  });

  test("limits deliveries to a new project, but changes no deliveries if the project is removed", () => {
    const projects = new Set(["proj_2"]);
    const moved = decide(update({ config: { thresholds, project: "proj_2" } }), { projects });
    expect(moved.limitedTo).toBe("proj_2");
    expect(decide(update({ config: { thresholds } })).limitedTo).toBeNull();
  });

  test("disables an endpoint once, and resets the failure count when it enables an endpoint", () => {
    expect(decide(update({ enabled: false })).record.disabled).toEqual({ ...disabled, at: now });
    const again = decide(update({ enabled: false }), { webhook: { ...webhook, disabled } });
    expect(again.record.disabled).toEqual(disabled);
    const enabled = decide(update({ enabled: true }), { webhook: { ...webhook, disabled } });
    expect(enabled.record).toMatchObject({ disabled: null, exhausted: 0, failing: false });
  });
});

describe("the secret of an endpoint", () => {
  test("is valid until the end of the grace period", () => {
    const decision = decide({ type: "rotateSecret", id: "whk_1", graceSeconds: 60 });
    expect(decision.previousSecretsUntil).toBe(now + 60_000);
    expect(decision.changes).toEqual([{ op: "update", id: "whk_1", set: { updatedAt: now } }]);
    expect(rotatedWebhookToWire(decision, "whsec_1")).toMatchObject({
      secret: "whsec_1",
      previous_secret_expires_at: "2026-02-11T08:01:00.000Z",
    });
  });

  test("is returned as rotated only by a rotation", () => {
    expect(() => rotatedWebhookToWire(decide(update({ enabled: true })), "whsec_1")).toThrow(
      /have no expiry/,
    );
  });

  test("is not rotated for an unknown endpoint", () => {
    const command: WebhookCommand = { type: "rotateSecret", id: "whk_1", graceSeconds: 60 };
    expect(refusal(command, { webhook: undefined })[0]).toBe("not_found");
  });
});

test("a deletion returns the endpoint", () => {
  const decision = decide({ type: "delete", id: "whk_1" });
  expect(decision.changes).toEqual([{ op: "delete", id: "whk_1" }]);
  expect(deletedWebhookToWire(decision.record)).toEqual({ id: "whk_1", object: "webhook", deleted: true });
  expect(refusal({ type: "delete", id: "whk_1" }, { webhook: undefined })[0]).toBe("not_found");
});

test("a response omits absent settings", () => {
  const subscription = { ...webhook.subscription, project: null, thresholds: null };
  expect(webhookToWire({ ...webhook, subscription, disabled })).toMatchObject({
    config: {},
    enabled: false,
    disabled_reason: disabled.reason,
    disabled_at: "1970-01-01T00:00:02.000Z",
  });
});

test("a restricted key can access endpoints of its projects, but not endpoints of the whole workspace", () => {
  const reached = (project: string | null, projects: string[] | null) =>
    reachesWebhook({ projects }, { subscription: { ...webhook.subscription, project } });
  expect([reached("proj_1", ["proj_1"]), reached("proj_1", ["proj_2"]), reached(null, ["proj_1"])]).toEqual([
    true,
    false,
    false,
  ]);
  expect(reached(null, null)).toBe(true);
});

test("an endpoint of a project receives only events of this project", () => {
  const event = { event: "score.threshold_crossed", project: "proj_1" };
  expect(isSubscribed(webhook.subscription, event)).toBe(true);
  expect(isSubscribed(webhook.subscription, { ...event, project: null })).toBe(false);
  expect(isSubscribed(webhook.subscription, { ...event, event: "export.completed" })).toBe(false);
});

test("the projects of a command are those in its body", () => {
  expect(projectsOf(create({ config: { project: "proj_1" } }))).toEqual(["proj_1"]);
  expect(projectsOf({ type: "delete", id: "whk_1" })).toEqual([]);
});
