import { describe, expect, test } from "vitest";
import { classifyDelivery } from "../domain/webhooks/delivery-retry.ts";
import { ApiError } from "../platform/errors.ts";
import { decideAttempt, deliveryCall } from "./delivery-attempt-rules.ts";
import {
  decideDelivery,
  type DeliveryCommand,
  type DeliveryRecord,
  type DeliveryState,
  firstDue,
  isRecipient,
} from "./delivery-rules.ts";
import type { WebhookRecord } from "./webhook-rules.ts";
import { deliveryToWire } from "./webhook-wire.ts";

const now = Date.parse("2026-02-11T08:00:00.000Z");
const context = { now, newId: (kind: string) => `${kind}_new` };

const webhook: WebhookRecord = {
  id: "whk_1",
  subscription: {
    eventTypes: ["evaluation.completed"],
    url: "https://hooks.example.org/assay",
    project: "proj_1",
    thresholds: null,
  },
  disabled: null,
  exhausted: 0,
  failing: false,
  createdAt: 1000,
  updatedAt: 1000,
};

const delivery: DeliveryRecord = {
  id: "dlv_1",
  webhook: "whk_1",
  event: "evaluation.completed",
  at: now - 5000,
  data: { project: "proj_1" },
  status: "failed",
  tries: 10,
  attempts: 10,
  log: [],
  nextAttemptAt: null,
  deliveredAt: null,
  createdAt: now - 5000,
};

const testing: DeliveryCommand = { type: "test", webhook: "whk_1" };
const redelivering: DeliveryCommand = { type: "redeliver", webhook: "whk_1", id: "dlv_1" };
const decide = (command: DeliveryCommand, state: Partial<DeliveryState> = {}) =>
  decideDelivery({ webhook, delivery, isBlind: false, ...state }, command, context);

function refusal(command: DeliveryCommand, state: Partial<DeliveryState>): string {
  try {
    decide(command, state);
  } catch (error) {
    if (error instanceof ApiError) return `${error.code}: ${error.message}`;
    throw error;
  }
  throw new Error("It was not refused.");
}

describe("a test", () => {
  test("is a message about the endpoint itself, due immediately", () => {
    const { record, changes, test: event } = decide(testing);
    expect(changes).toEqual([{ op: "insert", record }]);
    expect(event).toEqual({ event: "webhook.test", at: now, data: { webhook: "whk_1", project: "proj_1" } });
    expect(record).toMatchObject({ ...event, id: "delivery_new", status: "pending", nextAttemptAt: now });
  });

  test("is refused for an unknown or disabled endpoint, but not for a pending blind review", () => {
    expect(refusal(testing, { webhook: undefined })).toMatch(/^not_found: .*whk_1/);
    const disabled = { reason: "It broke.", at: 1 };
    expect(refusal(testing, { webhook: { ...webhook, disabled } })).toMatch(/^invalid_state: .*\(It broke\)/);
    expect(decide(testing, { isBlind: true }).changes).toHaveLength(1);
  });
});

describe("a redelivery", () => {
  test("makes the message due immediately, in a new round", () => {
    const set = { status: "pending", tries: 0, nextAttemptAt: now, deliveredAt: null };
    const { record, changes, test: event } = decide(redelivering);
    expect(changes).toEqual([{ op: "update", id: "dlv_1", set }]);
    expect([record, event]).toEqual([{ ...delivery, ...set }, null]);
  });

  test("is refused first for a pending blind review, then for the endpoint, then for the delivery", () => {
    const disabled = { reason: "It broke.", at: 1 };
    const none = { delivery: undefined };
    expect(refusal(redelivering, { ...none, isBlind: true, webhook: undefined })).toMatch(/^blind_pending/);
    expect(refusal(redelivering, { ...none, webhook: undefined })).toMatch(/^not_found: .*whk_1/);
    expect(refusal(redelivering, { ...none, webhook: { ...webhook, disabled } })).toMatch(/^invalid_state/);
    expect(refusal(redelivering, none)).toMatch(/^not_found: .*dlv_1/);
  });
});

test("an event for one endpoint is not sent to other endpoints, regardless of their subscription", () => {
  const event = { event: "evaluation.completed", project: "proj_1", webhook: null };
  expect(isRecipient(webhook, event)).toBe(true);
  expect(isRecipient(webhook, { ...event, project: "proj_2" })).toBe(false);
  expect(isRecipient(webhook, { ...event, webhook: "whk_2" })).toBe(false);
  expect(isRecipient(webhook, { event: "webhook.test", project: null, webhook: "whk_1" })).toBe(true);
});

test("the message that is due first is sent first; at the same instant, the message with the smaller id", () => {
  const due = (id: string, nextAttemptAt: number | null, status: DeliveryRecord["status"] = "pending") => ({
    ...delivery,
    id,
    nextAttemptAt,
    status,
  });
  expect(firstDue([due("c", 10), due("b", 10), due("a", 20)], 20)?.id).toBe("b");
  expect(firstDue([due("a", 21), due("b", null), due("c", 1, "failed")], 20)).toBeUndefined();
});

test("a call has an identical body each time, signed with each secret", async () => {
  const secrets = [
    "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=",
    "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD",
  ];
  const call = await deliveryCall(delivery, { url: "https://hooks.example.org/", secrets, now });
  expect(call.body).toBe(
    '{"event":"evaluation.completed","timestamp":"2026-02-11T07:59:55.000Z","data":{"project":"proj_1"}}',
  );
  expect(call.headers).toMatchObject({ "webhook-id": "dlv_1", "webhook-timestamp": String(now / 1000) });
  expect(String(new Headers(call.headers).get("webhook-signature")).split(" ")).toHaveLength(2);
});

describe("an attempt", () => {
  const pending = { ...delivery, status: "pending" as const, tries: 1, attempts: 1 };
  const ended = (status: number) => ({
    attempt: classifyDelivery({ status }),
    at: now - 40,
    durationMs: 38,
    random: 0.5,
  });
  const after = (status: number, triesNow: number | undefined, exhausted = 4) =>
    decideAttempt(
      { delivery: { ...pending, tries: 9 }, triesNow, webhook: { exhausted } },
      ended(status),
      now,
    );
  const entry = { at: "2026-02-11T07:59:59.960Z", response_status: 500, duration_ms: 38 };

  test("that fails is retried; the second retry follows after 5 minutes", () => {
    const state = { delivery: pending, triesNow: 1, webhook };
    expect(decideAttempt(state, ended(500), now)).toEqual({
      delivery: {
        status: "pending",
        tries: 2,
        attempts: 2,
        log: [{ ...entry, error: "The endpoint returned status 500; it must return 2xx." }],
        nextAttemptAt: now + 300_000,
        deliveredAt: null,
      },
      webhook: { exhausted: 0, failing: true },
    });
  });

  test("disables the endpoint if it is the tenth attempt of the fifth consecutive failed message", () => {
    expect(after(500, undefined).webhook).toMatchObject({
      exhausted: 5,
      disabled: { at: now },
      updatedAt: now,
    });
    expect(after(204, undefined).webhook).toEqual({ exhausted: 0, failing: false });
  });

  test("of a message that was redelivered in the meantime leaves the message due, and counts once", () => {
    const { delivery: change, webhook: set } = after(500, 0);
    expect(change).toEqual({ attempts: 2, log: [expect.objectContaining(entry)] });
    expect(set).toEqual({ exhausted: 4, failing: true });
  });

  test("is stored in a list of the last 20", () => {
    const log = Array.from({ length: 20 }, () => ({ ...entry, error: "old" }));
    const change = decideAttempt(
      { delivery: { ...pending, log }, triesNow: 1, webhook },
      ended(204),
      now,
    ).delivery;
    expect(change.log).toHaveLength(20);
    expect(change.log?.at(-1)).toMatchObject({ response_status: 204, error: null });
  });
});

test("a delivery in progress is returned as `sending`, without a next attempt", () => {
  const pending = { ...delivery, status: "pending" as const, nextAttemptAt: now };
  expect(deliveryToWire(pending, "dlv_1")).toMatchObject({ sending: true, next_attempt_at: null });
  expect(deliveryToWire(pending, "dlv_2")).toMatchObject({
    sending: false,
    next_attempt_at: "2026-02-11T08:00:00.000Z",
  });
  expect(deliveryToWire(delivery, "dlv_1").sending).toBe(false);
});
