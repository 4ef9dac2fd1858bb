import { EventEmitter } from "node:events";
import { workspaceLimits } from "@assay/contract/platform/requests/workspace-limits";
import { expect, test } from "vitest";
import { InFlightLimit } from "./in-flight.ts";

test("a workspace has at most 512 requests in progress, and others are not affected", () => {
  const inFlight = new InFlightLimit();
  const responses = Array.from({ length: workspaceLimits.requestsInFlight }, () => new EventEmitter());
  for (const response of responses) inFlight.admit("a", response);
  const refused = () => inFlight.admit("a", new EventEmitter());
  expect(refused).toThrow(
    expect.objectContaining({ status: 503, code: "too_busy", headers: { "Retry-After": "1" } }),
  );
  inFlight.admit("b", new EventEmitter());
  responses[0]?.emit("close");
  inFlight.admit("a", new EventEmitter());
  expect(refused).toThrow("is temporarily unavailable");
});

test("a request that is admitted twice is counted once", () => {
  const inFlight = new InFlightLimit();
  const response = new EventEmitter();
  for (let count = 0; count <= workspaceLimits.requestsInFlight; count += 1) inFlight.admit("a", response);
  inFlight.admit("a", new EventEmitter());
});
