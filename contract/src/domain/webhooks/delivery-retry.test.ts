import { describe, expect, test } from "vitest";
import { afterAttempt, type DeliveryAttempt, endpointAfter, classifyDelivery } from "./delivery-retry.ts";

const refused = classifyDelivery({ status: 500 });
const delivered = classifyDelivery({ status: 204 });
const gone = classifyDelivery({ status: 410 });
const round = (tries: number, isRetried = true) => ({ tries, isRetried });

describe("an attempt", () => {
  test.each([200, 201, 204, 299])("with the response %d is delivered", (status) => {
    const expected = { delivered: true, gone: false, responseStatus: status, error: null };
    expect(classifyDelivery({ status })).toEqual(expected);
  });

  test.each([
    [199, "The endpoint returned status 199; it must return 2xx."],
    [301, "The endpoint returned a redirect (301); it must return 2xx."],
    [404, "The endpoint returned status 404; it must return 2xx."],
    [429, "The endpoint returned status 429; it must return 2xx."],
  ])("with the response %d is not delivered, with a reason", (status, error) => {
    expect(classifyDelivery({ status })).toEqual({
      delivered: false,
      gone: false,
      responseStatus: status,
      error,
    });
  });

  test("without a response has a reason", () => {
    const reply = { status: null, reason: "did not respond within 15 seconds" };
    expect(classifyDelivery(reply)).toEqual({
      delivered: false,
      gone: false,
      responseStatus: null,
      error: "The endpoint did not respond within 15 seconds.",
    });
  });
});

describe("an undelivered message", () => {
  test("is retried after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, then fails", () => {
    const hour = 3600;
    const seconds = [5, 300, 1800, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour];
    expect(seconds.map((_, index) => afterAttempt(refused, round(index + 1), 0.5))).toEqual(
      seconds.map((wait) => ({ status: "pending", waitMs: wait * 1000 })),
    );
    expect(afterAttempt(refused, round(10), 0.5)).toEqual({ status: "failed" });
  });

  test("varies the delay by up to a tenth", () => {
    // A delay of 5 s varies from 4.5 s to 5.5 s.
    expect(afterAttempt(refused, round(1), 0)).toEqual({ status: "pending", waitMs: 4500 });
    expect(afterAttempt(refused, round(1), 0.999_999)).toEqual({ status: "pending", waitMs: 5500 });
  });

  test("is not retried if the endpoint is gone, or if it is a test message", () => {
    expect(afterAttempt(gone, round(1), 0.5)).toEqual({ status: "failed" });
    expect(afterAttempt(refused, round(1, false), 0.5)).toEqual({ status: "failed" });
    expect(afterAttempt(delivered, round(10), 0.5)).toEqual({ status: "delivered" });
  });
});

describe("an endpoint", () => {
  const after = (exhausted: number, attempt: DeliveryAttempt, tries: number, isRetried = true) => {
    const { status } = afterAttempt(attempt, round(tries, isRetried), 0.5);
    return endpointAfter(exhausted, attempt, { status, isRetried });
  };

  test("is disabled by the fifth consecutive failed message, but not by a pending message", () => {
    expect(after(4, refused, 9)).toEqual({ exhausted: 4, disabledReason: null });
    expect(after(3, refused, 10)).toEqual({ exhausted: 4, disabledReason: null });
    expect(after(4, refused, 10)).toEqual({
      exhausted: 5,
      disabledReason:
        "5 messages in a row could not be delivered in 10 attempts each. Last error: The endpoint returned status 500; it must return 2xx.",
    });
  });

  test("has its failure count reset by each delivered message", () => {
    expect(after(4, delivered, 10)).toEqual({ exhausted: 0, disabledReason: null });
  });

  test("is disabled immediately by status 410", () => {
    expect(after(0, gone, 1)).toEqual({
      exhausted: 0,
      disabledReason: "The endpoint returned status 410, which disables the webhook.",
    });
  });

  test("is not affected by test messages", () => {
    expect(after(4, refused, 1, false)).toEqual({ exhausted: 4, disabledReason: null });
    expect(after(4, delivered, 1, false)).toEqual({ exhausted: 4, disabledReason: null });
  });
});
