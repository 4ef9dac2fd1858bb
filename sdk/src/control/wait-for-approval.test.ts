import { expect, test } from "vitest";
import type { RequestOptions } from "../client/options.ts";
import { fakeClock, limitMs } from "../client/transport/transport-fixture.ts";
import { AbortError, TimeoutError } from "../errors/errors.ts";
import { WaitTimeout } from "../errors/wait-timeout.ts";
import { pollUntil } from "../evaluation/wait.ts";
import type { Approval } from "../generated/types.ts";
import { waitForApproval } from "./wait-for-approval.ts";

// Safe: `waitForApproval` reads the status only.
const approvalIn = (status: Approval["status"]) => ({ id: "apr_1", status }) as Approval;

/** Returns the states one after another, then repeats the last one, and records each request's options. */
function source(...states: Approval["status"][]) {
  const requests: RequestOptions[] = [];
  const get = async (_: string, options: RequestOptions): Promise<Approval> =>
    approvalIn(states[Math.min(requests.push(options), states.length) - 1] ?? "pending");
  return { requests, parts: { get, pollUntil, WaitTimeout } };
}

test.each(["approved", "used", "rejected", "withdrawn", "expired"] as const)(
  "resolves when the approval is %s, and polls every second",
  async (status) => {
    const clock = fakeClock();
    const { parts, requests } = source("pending", "pending", status);
    const seen: string[] = [];
    const onProgress = (approval: Approval) => void seen.push(approval.status);
    const approval = await waitForApproval(parts, "apr_1", { clock, onProgress });
    expect(approval.status).toBe(status);
    expect([clock.waits, seen]).toEqual([
      [1000, 1000],
      ["pending", status],
    ]);
    expect(requests.map(({ maxRetries }) => maxRetries)).toEqual([5, 5, 5]);
  },
);

test("polls at the given interval", async () => {
  const clock = fakeClock();
  await waitForApproval(source("pending", "used").parts, "apr_1", { clock, pollMs: 50 });
  expect(clock.waits).toEqual([50]);
});

test("throws WaitTimeout with the last state at the time limit", async () => {
  const clock = fakeClock();
  const onProgress = () => void setImmediate(() => clock.expire());
  const waiting = waitForApproval(source("pending").parts, "apr_1", {
    clock,
    timeoutMs: limitMs,
    onProgress,
  });
  const error: unknown = await waiting.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(WaitTimeout);
  expect(error).toBeInstanceOf(TimeoutError);
  expect(error).toMatchObject({
    name: "WaitTimeout",
    message: "Approval apr_1 is not decided after 60001 ms; it stays open.",
    approval: { status: "pending" },
  });
  expect(clock.running()).toBe(0);
});

test("passes on the time limit of a single request", async () => {
  const own = new TimeoutError("GET /api/approvals: no response within 5 ms.");
  const get = () => Promise.reject(own);
  await expect(waitForApproval({ get, pollUntil, WaitTimeout }, "apr_1")).rejects.toBe(own);
});

test("ends when the caller aborts", async () => {
  const controller = new AbortController();
  const clock = fakeClock(() => controller.abort());
  const waiting = waitForApproval(source("pending").parts, "apr_1", { clock, signal: controller.signal });
  await expect(waiting).rejects.toBeInstanceOf(AbortError);
});
